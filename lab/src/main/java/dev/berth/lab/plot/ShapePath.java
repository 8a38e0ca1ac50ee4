package dev.berth.lab.plot;

import dev.berth.lab.figure.SignificantDigits;
import java.awt.Shape;
import java.awt.geom.PathIterator;
import java.util.Locale;

/**
 * A shape as the operators of a vector format: lines and curves, which SVG writes before their numbers and PDF behind them.
 *
 * @param svg as data of a path
 * @param pdf as operators that build a path
 */
record ShapePath(String svg, String pdf) {
    static ShapePath of(Shape shape) {
        StringBuilder svg = new StringBuilder();
        StringBuilder pdf = new StringBuilder();
        double[] at = new double[6];
        double[] last = new double[2];
        for (PathIterator parts = shape.getPathIterator(null); !parts.isDone(); parts.next()) {
            int kind = parts.currentSegment(at);
            char letter;
            int count = 0;
            switch (kind) {
                case PathIterator.SEG_MOVETO -> {
                    letter = 'M';
                    count = 2;
                }
                case PathIterator.SEG_LINETO -> {
                    letter = 'L';
                    count = 2;
                }
                case PathIterator.SEG_QUADTO -> {
                    letter = 'C';
                    count = 6;
                    raise(last, at);
                }
                case PathIterator.SEG_CUBICTO -> {
                    letter = 'C';
                    count = 6;
                }
                default -> letter = 'Z';
            }
            write(svg, pdf, letter, at, count);
            if (count > 0) {
                last[0] = at[count - 2];
                last[1] = at[count - 1];
            }
        }
        return new ShapePath(svg.toString(), pdf.toString());
    }

    /** Writes a curve of the second degree, which PDF does not have, as one of the third. */
    private static void raise(double[] from, double[] at) {
        double x = at[0];
        double y = at[1];
        double endX = at[2];
        double endY = at[3];
        at[0] = from[0] + (x - from[0]) * 2 / 3;
        at[1] = from[1] + (y - from[1]) * 2 / 3;
        at[2] = endX + (x - endX) * 2 / 3;
        at[3] = endY + (y - endY) * 2 / 3;
        at[4] = endX;
        at[5] = endY;
    }

    private static void write(StringBuilder svg, StringBuilder pdf, char letter, double[] at, int count) {
        svg.append(letter);
        for (int i = 0; i < count; i++) {
            String number = number(at[i]);
            svg.append(i == 0 ? "" : " ").append(number);
            pdf.append(number).append(' ');
        }
        pdf.append(letter == 'Z' ? "h" : String.valueOf(letter).toLowerCase(Locale.ROOT))
                .append('\n');
    }

    /** A number to the hundredth. */
    static String number(double value) {
        return SignificantDigits.text(Math.rint(value * 100) / 100, 8);
    }
}
