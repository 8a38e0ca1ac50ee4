package dev.berth.wire.json;

import dev.berth.engine.model.BadValue;

/**
 * Text that people are shown as a name: something of it is visible, and it is what it looks like. Marks that change the direction of
 * writing make one name look like another one, and turn round what comes after it; invisible names cannot be told apart.
 */
public final class ShownText {
    public static final String RULE =
            "must have visible characters, and none that change the direction of writing or break the line";

    private ShownText() {}

    /** The text; a {@link BadValue} if it cannot be shown. */
    public static String checked(String field, String text) {
        if (!isShown(text)) {
            throw new BadValue(field, text, RULE);
        }
        return text;
    }

    public static boolean isShown(String text) {
        boolean isVisible = false;
        for (int i = 0; i < text.length(); ) {
            int point = text.codePointAt(i);
            // Most names have nothing but ASCII, of which no character misleads.
            if (point >= 0x80 && misleads(point)) {
                return false;
            }
            isVisible |= (point > ' ' && point < 0x7F) || isVisible(point);
            i += Character.charCount(point);
        }
        return isVisible;
    }

    private static boolean misleads(int point) {
        return switch (Character.getDirectionality(point)) {
            case Character.DIRECTIONALITY_LEFT_TO_RIGHT_EMBEDDING,
                    Character.DIRECTIONALITY_LEFT_TO_RIGHT_OVERRIDE,
                    Character.DIRECTIONALITY_RIGHT_TO_LEFT_EMBEDDING,
                    Character.DIRECTIONALITY_RIGHT_TO_LEFT_OVERRIDE,
                    Character.DIRECTIONALITY_POP_DIRECTIONAL_FORMAT,
                    Character.DIRECTIONALITY_LEFT_TO_RIGHT_ISOLATE,
                    Character.DIRECTIONALITY_RIGHT_TO_LEFT_ISOLATE,
                    Character.DIRECTIONALITY_FIRST_STRONG_ISOLATE,
                    Character.DIRECTIONALITY_POP_DIRECTIONAL_ISOLATE -> true;
            // The marks have the direction of letters; the separators begin another line.
            default -> point == 0x061C || point == 0x200E || point == 0x200F || point == 0x2028 || point == 0x2029;
        };
    }

    private static boolean isVisible(int point) {
        boolean isBlankLetter = point == 0x115F || point == 0x1160 || point == 0x3164 || point == 0xFFA0;
        return !isBlankLetter
                && point != 0x2800
                && switch (Character.getType(point)) {
                    case Character.CONTROL,
                            Character.FORMAT,
                            Character.SURROGATE,
                            Character.UNASSIGNED,
                            Character.SPACE_SEPARATOR,
                            Character.LINE_SEPARATOR,
                            Character.PARAGRAPH_SEPARATOR,
                            Character.NON_SPACING_MARK,
                            Character.ENCLOSING_MARK -> false;
                    default -> true;
                };
    }
}
