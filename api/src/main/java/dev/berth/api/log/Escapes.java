package dev.berth.api.log;

/**
 * Writes text so that it stays on one line and shows what it holds. Escapes are those of JSON, for text and JSON alike: line
 * breaks and control characters, which could forge a record or command a terminal, and characters that nobody sees, such as
 * those that reverse the direction of writing.
 */
final class Escapes {
    /** Journald splits lines of more than 48 KiB, and the second half would look like a record of its own. */
    static final int LONGEST = 8_000;

    private static final String CUT = "...";

    private Escapes() {}

    /** Whether something in the text would be escaped. */
    static boolean isPlain(String text) {
        return text.length() <= LONGEST && text.codePoints().noneMatch(Escapes::isEscaped);
    }

    /** Appends the text with escapes, without quotes around it. */
    static void append(StringBuilder out, String text) {
        append(out, text, true);
    }

    /** The same for words, in which quotes and backslashes end nothing. */
    static void appendWords(StringBuilder out, String text) {
        append(out, text, false);
    }

    private static void append(StringBuilder out, String text, boolean isQuoted) {
        int end = Math.min(text.length(), LONGEST);
        for (int at = 0; at < end; ) {
            int point = text.codePointAt(at);
            at += Character.charCount(point);
            if (isQuoted ? isEscaped(point) : isHidden(point)) {
                escape(out, point);
            } else {
                out.appendCodePoint(point);
            }
        }
        if (end < text.length()) {
            out.append(CUT);
        }
    }

    private static void escape(StringBuilder out, int point) {
        switch (point) {
            case '"' -> out.append("\\\"");
            case '\\' -> out.append("\\\\");
            case '\n' -> out.append("\\n");
            case '\r' -> out.append("\\r");
            case '\t' -> out.append("\\t");
            default -> {
                for (char unit : Character.toChars(point)) {
                    out.append("\\u%04x".formatted((int) unit));
                }
            }
        }
    }

    private static boolean isEscaped(int point) {
        return point == '"' || point == '\\' || isHidden(point);
    }

    private static boolean isHidden(int point) {
        return switch (Character.getType(point)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR,
                    Character.SURROGATE -> true;
            default -> false;
        };
    }
}
