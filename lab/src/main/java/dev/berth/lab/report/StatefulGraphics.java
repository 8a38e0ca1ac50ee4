package dev.berth.lab.report;

import java.awt.Color;
import java.awt.Composite;
import java.awt.Font;
import java.awt.FontMetrics;
import java.awt.Graphics;
import java.awt.Graphics2D;
import java.awt.GraphicsConfiguration;
import java.awt.Image;
import java.awt.Paint;
import java.awt.Polygon;
import java.awt.Rectangle;
import java.awt.RenderingHints;
import java.awt.Shape;
import java.awt.Stroke;
import java.awt.font.FontRenderContext;
import java.awt.font.GlyphVector;
import java.awt.geom.AffineTransform;
import java.awt.geom.Arc2D;
import java.awt.geom.Ellipse2D;
import java.awt.geom.Line2D;
import java.awt.geom.Path2D;
import java.awt.geom.RoundRectangle2D;
import java.awt.image.BufferedImage;
import java.awt.image.BufferedImageOp;
import java.awt.image.ImageObserver;
import java.awt.image.RenderedImage;
import java.awt.image.renderable.RenderableImage;
import java.text.AttributedCharacterIterator;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Everything of {@link Graphics2D} but its ink: colours, strokes, transforms and clips are kept, and each way of drawing
 * lines and text is reduced to {@link #draw} and {@link #fill}. Images are not for line drawings and are refused.
 */
abstract class StatefulGraphics extends Graphics2D {
    /** Keeps the state for us: a real one, so that its rules are the real rules. */
    private final Graphics2D state = new BufferedImage(1, 1, BufferedImage.TYPE_INT_RGB).createGraphics();

    @Override
    public final void drawString(String text, float x, float y) {
        drawGlyphVector(getFont().createGlyphVector(getFontRenderContext(), text), x, y);
    }

    @Override
    public final void drawString(String text, int x, int y) {
        drawString(text, (float) x, (float) y);
    }

    @Override
    public final void drawGlyphVector(GlyphVector glyphs, float x, float y) {
        fill(glyphs.getOutline(x, y));
    }

    @Override
    public final void drawLine(int x1, int y1, int x2, int y2) {
        draw(new Line2D.Double(x1, y1, x2, y2));
    }

    @Override
    public final void fillRect(int x, int y, int width, int height) {
        fill(new Rectangle(x, y, width, height));
    }

    @Override
    public final void clearRect(int x, int y, int width, int height) {
        Color color = getColor();
        setColor(getBackground());
        fillRect(x, y, width, height);
        setColor(color);
    }

    @Override
    public final void drawRoundRect(int x, int y, int width, int height, int arcWidth, int arcHeight) {
        draw(new RoundRectangle2D.Double(x, y, width, height, arcWidth, arcHeight));
    }

    @Override
    public final void fillRoundRect(int x, int y, int width, int height, int arcWidth, int arcHeight) {
        fill(new RoundRectangle2D.Double(x, y, width, height, arcWidth, arcHeight));
    }

    @Override
    public final void drawOval(int x, int y, int width, int height) {
        draw(new Ellipse2D.Double(x, y, width, height));
    }

    @Override
    public final void fillOval(int x, int y, int width, int height) {
        fill(new Ellipse2D.Double(x, y, width, height));
    }

    @Override
    public final void drawArc(int x, int y, int width, int height, int start, int extent) {
        draw(new Arc2D.Double(x, y, width, height, start, extent, Arc2D.OPEN));
    }

    @Override
    public final void fillArc(int x, int y, int width, int height, int start, int extent) {
        fill(new Arc2D.Double(x, y, width, height, start, extent, Arc2D.PIE));
    }

    @Override
    public final void drawPolyline(int[] x, int[] y, int count) {
        Path2D path = new Path2D.Double();
        for (int i = 0; i < count; i++) {
            if (i == 0) {
                path.moveTo(x[i], y[i]);
            } else {
                path.lineTo(x[i], y[i]);
            }
        }
        draw(path);
    }

    @Override
    public final void drawPolygon(int[] x, int[] y, int count) {
        draw(new Polygon(x, y, count));
    }

    @Override
    public final void fillPolygon(int[] x, int[] y, int count) {
        fill(new Polygon(x, y, count));
    }

    @Override
    public final Color getColor() {
        return state.getColor();
    }

    @Override
    public final void setColor(Color color) {
        state.setColor(color);
    }

    @Override
    public final Paint getPaint() {
        return state.getPaint();
    }

    @Override
    public final void setPaint(Paint paint) {
        state.setPaint(paint);
    }

    @Override
    public final Stroke getStroke() {
        return state.getStroke();
    }

    @Override
    public final void setStroke(Stroke stroke) {
        state.setStroke(stroke);
    }

    @Override
    public final Font getFont() {
        return state.getFont();
    }

    @Override
    public final void setFont(Font font) {
        state.setFont(font);
    }

    @Override
    public final FontMetrics getFontMetrics(Font font) {
        return state.getFontMetrics(font);
    }

    @Override
    public final FontRenderContext getFontRenderContext() {
        return new FontRenderContext(null, true, true);
    }

    @Override
    public final Color getBackground() {
        return state.getBackground();
    }

    @Override
    public final void setBackground(Color color) {
        state.setBackground(color);
    }

    @Override
    public final Composite getComposite() {
        return state.getComposite();
    }

    @Override
    public final void setComposite(Composite composite) {
        state.setComposite(composite);
    }

    @Override
    public final void setPaintMode() {
        state.setPaintMode();
    }

    @Override
    public final @Nullable Object getRenderingHint(RenderingHints.Key key) {
        return state.getRenderingHint(key);
    }

    @Override
    public final void setRenderingHint(RenderingHints.Key key, @Nullable Object value) {
        // XChart reads a hint and sets it back, even if there was none; a real graphics refuses null for some keys.
        if (value != null) {
            state.setRenderingHint(key, value);
        }
    }

    @Override
    public final RenderingHints getRenderingHints() {
        return state.getRenderingHints();
    }

    @Override
    public final void setRenderingHints(Map<?, ?> hints) {
        state.setRenderingHints(hints);
    }

    @Override
    public final void addRenderingHints(Map<?, ?> hints) {
        state.addRenderingHints(hints);
    }

    @Override
    public final AffineTransform getTransform() {
        return state.getTransform();
    }

    @Override
    public final void setTransform(AffineTransform transform) {
        state.setTransform(transform);
    }

    @Override
    public final void transform(AffineTransform transform) {
        state.transform(transform);
    }

    @Override
    public final void translate(int x, int y) {
        state.translate(x, y);
    }

    @Override
    public final void translate(double x, double y) {
        state.translate(x, y);
    }

    @Override
    public final void rotate(double angle) {
        state.rotate(angle);
    }

    @Override
    public final void rotate(double angle, double x, double y) {
        state.rotate(angle, x, y);
    }

    @Override
    public final void scale(double x, double y) {
        state.scale(x, y);
    }

    @Override
    public final void shear(double x, double y) {
        state.shear(x, y);
    }

    @Override
    public final @Nullable Shape getClip() {
        return state.getClip();
    }

    @Override
    public final @Nullable Rectangle getClipBounds() {
        return state.getClipBounds();
    }

    @Override
    public final void setClip(@Nullable Shape clip) {
        state.setClip(clip);
    }

    @Override
    public final void setClip(int x, int y, int width, int height) {
        state.setClip(x, y, width, height);
    }

    @Override
    public final void clip(Shape clip) {
        state.clip(clip);
    }

    @Override
    public final void clipRect(int x, int y, int width, int height) {
        state.clipRect(x, y, width, height);
    }

    @Override
    public final boolean hit(Rectangle area, Shape shape, boolean onStroke) {
        return (onStroke ? getStroke().createStrokedShape(shape) : shape).intersects(area);
    }

    @Override
    public final void dispose() {
        state.dispose();
    }

    @Override
    public final Graphics create() {
        throw notForLines();
    }

    @Override
    public final GraphicsConfiguration getDeviceConfiguration() {
        throw notForLines();
    }

    @Override
    public final void setXORMode(Color color) {
        throw notForLines();
    }

    @Override
    public final void copyArea(int x, int y, int width, int height, int byX, int byY) {
        throw notForLines();
    }

    @Override
    public final void drawString(AttributedCharacterIterator text, int x, int y) {
        throw notForLines();
    }

    @Override
    public final void drawString(AttributedCharacterIterator text, float x, float y) {
        throw notForLines();
    }

    @Override
    public final boolean drawImage(Image image, AffineTransform transform, ImageObserver observer) {
        throw notForLines();
    }

    @Override
    public final void drawImage(BufferedImage image, BufferedImageOp operation, int x, int y) {
        throw notForLines();
    }

    @Override
    public final void drawRenderedImage(RenderedImage image, AffineTransform transform) {
        throw notForLines();
    }

    @Override
    public final void drawRenderableImage(RenderableImage image, AffineTransform transform) {
        throw notForLines();
    }

    @Override
    public final boolean drawImage(Image image, int x, int y, ImageObserver observer) {
        throw notForLines();
    }

    @Override
    public final boolean drawImage(Image image, int x, int y, int width, int height, ImageObserver observer) {
        throw notForLines();
    }

    @Override
    public final boolean drawImage(Image image, int x, int y, Color background, ImageObserver observer) {
        throw notForLines();
    }

    @Override
    public final boolean drawImage(
            Image image, int x, int y, int width, int height, Color background, ImageObserver observer) {
        throw notForLines();
    }

    @Override
    public final boolean drawImage(
            Image image, int x1, int y1, int x2, int y2, int u1, int v1, int u2, int v2, ImageObserver observer) {
        throw notForLines();
    }

    @Override
    @SuppressWarnings("TooManyParameters")
    public final boolean drawImage(
            Image image,
            int x1,
            int y1,
            int x2,
            int y2,
            int u1,
            int v1,
            int u2,
            int v2,
            Color background,
            ImageObserver observer) {
        throw notForLines();
    }

    private static UnsupportedOperationException notForLines() {
        return new UnsupportedOperationException("only lines, areas and plain text can be drawn here");
    }
}
