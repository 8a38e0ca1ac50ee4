package dev.berth.site.codec;

/** Which texts have a form at all. */
final class Texts {
    private Texts() {}

    /**
     * Half a surrogate pair can be smuggled in as an escape of JSON, but it is no character: whoever writes it as UTF-8
     * gets another text back.
     */
    static String wellFormed(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (Character.isSurrogate(text.charAt(i))) {
                if (i + 1 == text.length() || !Character.isSurrogatePair(text.charAt(i), text.charAt(i + 1))) {
                    throw new IllegalArgumentException("half a surrogate pair at character " + i);
                }
                i++;
            }
        }
        return text;
    }
}
