package dev.berth.lab.plot;

import java.awt.Color;
import java.awt.Shape;
import java.io.ByteArrayOutputStream;
import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.zip.Deflater;

/**
 * A picture as a PDF of one page, in the fonts that every reader has (ISO 32000-1, 9.6.2.2), with nothing embedded and no date: equal
 * pictures are equal bytes. Letters that these fonts do not have become question marks.
 */
final class PdfCanvas implements Canvas {
    private static final double POINTS = 0.75;
    private static final Charset LETTERS = Charset.forName("windows-1252");

    private final double width;
    private final double height;
    private final Typeface typeface;
    private final StringBuilder content = new StringBuilder();

    PdfCanvas(double width, double height, Typeface typeface) {
        this.width = width;
        this.height = height;
        this.typeface = typeface;
        // From the top left, in our units, and with round joins.
        content.append("0.75 0 0 -0.75 0 ")
                .append(ShapePath.number(height * POINTS))
                .append(" cm\n1 j\n");
    }

    @Override
    public void stroke(Shape shape, Pen pen) {
        content.append(color(pen.color()))
                .append(" RG\n")
                .append(ShapePath.number(pen.width()))
                .append(" w\n[")
                .append(pen.dashes().stream().map(ShapePath::number).collect(Collectors.joining(" ")))
                .append("] ")
                .append(ShapePath.number(pen.phase()))
                .append(" d\n")
                .append(ShapePath.of(shape).pdf())
                .append("S\n");
    }

    @Override
    public void fill(Shape shape, Color color) {
        content.append(color(color))
                .append(" rg\n")
                .append(ShapePath.of(shape).pdf())
                .append("f\n");
    }

    @Override
    public void text(String words, double x, double y, Anchor anchor, Lettering lettering) {
        double back = typeface.width(words, lettering.size(), lettering.bold())
                * switch (anchor) {
                    case START -> 0;
                    case MIDDLE -> 0.5;
                    case END -> 1;
                };
        // The page is turned over, so that letters are turned back.
        String place = lettering.upwards()
                ? "0 -1 -1 0 " + ShapePath.number(x) + " " + ShapePath.number(y + back)
                : "1 0 0 -1 " + ShapePath.number(x - back) + " " + ShapePath.number(y);
        content.append("BT\n")
                .append(color(lettering.color()))
                .append(" rg\n")
                .append(lettering.bold() ? "/B " : "/R ")
                .append(ShapePath.number(lettering.size()))
                .append(" Tf\n")
                .append(place)
                .append(" Tm\n(")
                .append(escaped(words))
                .append(") Tj\nET\n");
    }

    private static String color(Color color) {
        return part(color.getRed()) + " " + part(color.getGreen()) + " " + part(color.getBlue());
    }

    private static String part(int of255) {
        return String.format(Locale.ROOT, "%.3f", of255 / 255.0);
    }

    private static String escaped(String words) {
        String oneLine = words.replaceAll("\\p{Cntrl}", " ");
        return oneLine.replace("\\", "\\\\").replace("(", "\\(").replace(")", "\\)");
    }

    byte[] bytes(String title) {
        byte[] page = deflated(content.toString().getBytes(LETTERS));
        String size = ShapePath.number(width * POINTS) + " " + ShapePath.number(height * POINTS);
        Objects objects = new Objects();
        objects.add("<< /Type /Catalog /Pages 2 0 R >>");
        objects.add("<< /Type /Pages /Kids [3 0 R] /Count 1 >>");
        objects.add("<< /Type /Page /Parent 2 0 R /MediaBox [0 0 " + size
                + "] /Contents 4 0 R /Resources << /Font << /R 5 0 R /B 6 0 R >> >> >>");
        objects.add("<< /Length " + page.length + " /Filter /FlateDecode >>\nstream\n", page, "\nendstream");
        objects.add(font(typeface.pdfName(false)));
        objects.add(font(typeface.pdfName(true)));
        objects.add("<< /Title (" + escaped(title) + ") /Producer (Berth) >>");
        return objects.end();
    }

    private static String font(String name) {
        return "<< /Type /Font /Subtype /Type1 /BaseFont /" + name + " /Encoding /WinAnsiEncoding >>";
    }

    private static byte[] deflated(byte[] bytes) {
        Deflater deflater = new Deflater(Deflater.BEST_COMPRESSION);
        try {
            deflater.setInput(bytes);
            deflater.finish();
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            byte[] buffer = new byte[8192];
            while (!deflater.finished()) {
                out.write(buffer, 0, deflater.deflate(buffer));
            }
            return out.toByteArray();
        } finally {
            deflater.end();
        }
    }

    /** The objects of a file, whose places its end lists; the last is about the file itself. */
    private static final class Objects {
        private final ByteArrayOutputStream file = new ByteArrayOutputStream();
        private final List<Integer> places = new ArrayList<>();

        Objects() {
            write("%PDF-1.4\n%\u00e2\u00e3\u00cf\u00d3\n");
        }

        void add(String object) {
            add(object, new byte[0], "");
        }

        void add(String before, byte[] bytes, String after) {
            places.add(file.size());
            write(places.size() + " 0 obj\n" + before);
            file.writeBytes(bytes);
            write(after + "\nendobj\n");
        }

        byte[] end() {
            int table = file.size();
            int count = places.size() + 1;
            write("xref\n0 " + count + "\n0000000000 65535 f \n");
            places.forEach(place -> write(String.format(Locale.ROOT, "%010d 00000 n \n", place)));
            write("trailer\n<< /Size " + count + " /Root 1 0 R /Info " + places.size() + " 0 R >>\nstartxref\n" + table
                    + "\n%%EOF\n");
            return file.toByteArray();
        }

        private void write(String text) {
            file.writeBytes(text.getBytes(LETTERS));
        }
    }
}
