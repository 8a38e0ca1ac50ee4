package dev.berth.lab.plot;

import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * The typefaces that every reader of PDF has, with the widths of their letters in thousandths of their size, as Adobe's metrics
 * tell them. Layout goes by these widths, so that a picture is laid out alike on all machines.
 */
enum Typeface {
    SANS(
            "Helvetica",
            "278 278 355 556 556 889 667 191 333 333 389 584 278 333 278 278 556 556 556 556 556 556 556 556 556 556 278 278 584 584 584 556"
                    + " 1015 667 667 722 722 667 611 778 722 278 500 667 556 833 722 778 667 778 722 667 611 722 667 944 667 667 611 278 278 278 469 556"
                    + " 333 556 556 500 556 556 278 556 556 222 222 500 222 833 556 556 556 556 333 500 278 556 500 722 500 500 500 334 260 334 584",
            "278 333 474 556 556 889 722 238 333 333 389 584 278 333 278 278 556 556 556 556 556 556 556 556 556 556 333 333 584 584 584 611"
                    + " 975 722 722 722 722 667 611 778 722 278 556 722 611 833 722 778 667 778 722 667 611 722 667 944 667 667 611 333 278 333 584 556"
                    + " 333 556 611 556 611 556 333 611 611 278 278 556 278 889 611 611 611 611 389 556 333 611 556 778 556 556 500 389 280 389 584"),
    SERIF(
            "Times",
            "250 333 408 500 500 833 778 180 333 333 500 564 250 333 250 278 500 500 500 500 500 500 500 500 500 500 278 278 564 564 564 444"
                    + " 921 722 667 667 722 611 556 722 722 333 389 722 611 889 722 722 556 722 667 556 611 722 722 944 722 722 611 333 278 333 469 500"
                    + " 333 444 500 444 500 444 333 500 500 278 278 500 278 778 500 500 500 500 333 389 278 500 500 722 500 500 444 480 200 480 541",
            "250 333 555 500 500 1000 833 278 333 333 500 570 250 333 250 278 500 500 500 500 500 500 500 500 500 500 333 333 570 570 570 500"
                    + " 930 722 667 722 722 667 611 778 778 389 500 778 667 944 722 778 611 778 722 556 667 722 722 1000 722 722 667 333 278 333 581 500"
                    + " 333 500 556 444 556 444 333 500 556 278 333 556 278 833 556 500 556 556 444 389 333 556 500 722 500 500 444 394 220 394 520"),
    MONO("Courier", "600", "600");

    private static final char FIRST = ' ';
    private static final int USUAL = 600;
    /** DejaVu Sans, which many systems have, against Helvetica. */
    private static final double WIDER = 1.16;

    private final String pdfName;
    // Neither list can be changed.
    @SuppressWarnings("ImmutableEnumChecker")
    private final List<Integer> regular;

    @SuppressWarnings("ImmutableEnumChecker")
    private final List<Integer> bold;

    Typeface(String pdfName, String regular, String bold) {
        this.pdfName = pdfName;
        this.regular = widths(regular);
        this.bold = widths(bold);
    }

    private static List<Integer> widths(String text) {
        return Stream.of(text.split(" ", -1)).map(Integer::valueOf).toList();
    }

    /** The one most like a family of fonts, such as {@code Times New Roman}. */
    static Typeface like(String family) {
        String name = family.toLowerCase(Locale.ROOT);
        if (name.contains("mono") || name.contains("courier")) {
            return MONO;
        }
        boolean serif = name.contains("serif") && !name.contains("sans");
        return serif || name.contains("times") || name.contains("roman") || name.contains("computer modern")
                ? SERIF
                : SANS;
    }

    /** Name of its font in a PDF. */
    String pdfName(boolean isBold) {
        return switch (this) {
            case SERIF -> isBold ? "Times-Bold" : "Times-Roman";
            case SANS, MONO -> isBold ? pdfName + "-Bold" : pdfName;
        };
    }

    /** Space to leave for a text: the font that its reader has in the place of ours may be wider. */
    double space(String text, double size) {
        return width(text, size, false) * WIDER;
    }

    /** Width of a text at a size; letters beyond ASCII count as one of usual width. */
    double width(String text, double size, boolean isBold) {
        List<Integer> widths = isBold ? bold : regular;
        long sum = 0;
        for (int i = 0; i < text.length(); i++) {
            int letter = text.charAt(i) - FIRST;
            sum += letter >= 0 && letter < widths.size() ? widths.get(letter) : USUAL;
        }
        return sum * size / 1000;
    }
}
