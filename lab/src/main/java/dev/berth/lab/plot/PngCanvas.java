package dev.berth.lab.plot;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.Rectangle;
import java.awt.RenderingHints;
import java.awt.Shape;
import java.awt.font.GlyphVector;
import java.awt.geom.AffineTransform;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import javax.imageio.ImageIO;

/** A picture of pixels. */
final class PngCanvas implements Canvas {
    static {
        // The lab draws files, never windows: it must run where there is no display. Read when AWT starts.
        System.setProperty("java.awt.headless", "true");
        // An image of some hundred kilobytes needs no cache file, which would need a writable temporary directory.
        ImageIO.setUseCache(false);
    }

    private final BufferedImage image;
    private final Graphics2D graphics;
    private final String font;

    PngCanvas(double width, double height, String font) {
        this.image = new BufferedImage((int) Math.ceil(width), (int) Math.ceil(height), BufferedImage.TYPE_INT_RGB);
        this.graphics = image.createGraphics();
        this.font = switch (font) {
            case "sans-serif" -> Font.SANS_SERIF;
            case "serif" -> Font.SERIF;
            case "monospace" -> Font.MONOSPACED;
            default -> font;
        };
        graphics.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
        graphics.setRenderingHint(RenderingHints.KEY_STROKE_CONTROL, RenderingHints.VALUE_STROKE_PURE);
        graphics.setRenderingHint(RenderingHints.KEY_FRACTIONALMETRICS, RenderingHints.VALUE_FRACTIONALMETRICS_ON);
        graphics.setColor(Color.WHITE);
        graphics.fill(new Rectangle(image.getWidth(), image.getHeight()));
    }

    @Override
    public void stroke(Shape shape, Pen pen) {
        float[] dashes = null;
        if (!pen.dashes().isEmpty()) {
            dashes = new float[pen.dashes().size()];
            for (int i = 0; i < dashes.length; i++) {
                dashes[i] = pen.dashes().get(i).floatValue();
            }
        }
        graphics.setStroke(new BasicStroke(
                (float) pen.width(), BasicStroke.CAP_BUTT, BasicStroke.JOIN_ROUND, 10, dashes, (float) pen.phase()));
        graphics.setColor(pen.color());
        graphics.draw(shape);
    }

    @Override
    public void fill(Shape shape, Color color) {
        graphics.setColor(color);
        graphics.fill(shape);
    }

    /** Fills the outlines of letters: text of the screen is spaced by whole pixels. */
    @Override
    public void text(String words, double x, double y, Anchor anchor, Lettering lettering) {
        Font letters =
                new Font(font, lettering.bold() ? Font.BOLD : Font.PLAIN, 1).deriveFont((float) lettering.size());
        GlyphVector glyphs = letters.createGlyphVector(graphics.getFontRenderContext(), words);
        double width = glyphs.getLogicalBounds().getWidth();
        AffineTransform place = AffineTransform.getTranslateInstance(x, y);
        if (lettering.upwards()) {
            place.rotate(-Math.PI / 2);
        }
        place.translate(
                switch (anchor) {
                    case START -> 0;
                    case MIDDLE -> -width / 2;
                    case END -> -width;
                },
                0);
        graphics.setColor(lettering.color());
        graphics.fill(place.createTransformedShape(glyphs.getOutline()));
    }

    byte[] bytes() throws IOException {
        graphics.dispose();
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        ImageIO.write(image, "png", bytes);
        return bytes.toByteArray();
    }
}
