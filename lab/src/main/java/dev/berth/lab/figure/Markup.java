package dev.berth.lab.figure;

/** Plain text inside Markdown, and inside HTML and XML. */
public final class Markup {
    private Markup() {}

    /** One line of Markdown that shows this text and nothing else; {@link #plain} is the inverse. */
    public static String markdown(String text) {
        return oneLine(text).replaceAll("([\\\\`*|<\\[\\]])", "\\\\$1");
    }

    public static String plain(String markdown) {
        return markdown.replaceAll("\\\\([\\\\`*|<\\[\\]])", "$1");
    }

    /** Good for elements and for attributes in either quotes; characters that XML forbids are left out. */
    public static String escaped(String text) {
        StringBuilder escaped = new StringBuilder(text.length() + 16);
        allowed(text).codePoints().forEach(symbol -> {
            switch (symbol) {
                case '&' -> escaped.append("&amp;");
                case '<' -> escaped.append("&lt;");
                case '>' -> escaped.append("&gt;");
                case '"' -> escaped.append("&quot;");
                case '\'' -> escaped.append("&#39;");
                default -> escaped.appendCodePoint(symbol);
            }
        });
        return escaped.toString();
    }

    /** Without the characters that XML forbids. */
    public static String allowed(String text) {
        return text.codePoints()
                .filter(Markup::isAllowed)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }

    private static String oneLine(String text) {
        return text.replaceAll("\\s+", " ").strip();
    }

    private static boolean isAllowed(int symbol) {
        boolean blank = symbol == '\t' || symbol == '\n' || symbol == '\r';
        boolean surrogate = symbol >= Character.MIN_SURROGATE && symbol <= Character.MAX_SURROGATE;
        return blank || (symbol >= ' ' && !surrogate && symbol != 0xFFFE && symbol != 0xFFFF);
    }
}
