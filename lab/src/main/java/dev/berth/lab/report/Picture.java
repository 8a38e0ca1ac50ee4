package dev.berth.lab.report;

import dev.berth.lab.figure.Curve;
import dev.berth.lab.figure.Figure;
import dev.berth.lab.figure.Panel;
import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.Rectangle;
import java.awt.RenderingHints;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.stream.Collectors;
import javax.imageio.ImageIO;

/** All panels of a figure on one white sheet, at most two in a row, with one legend below them. */
final class Picture {
    static final int PANEL_WIDTH = 640;
    static final int PANEL_HEIGHT = 480;
    private static final int COLUMNS = 2;

    static {
        // The lab draws files, never windows: it must run where there is no display. Read when AWT starts.
        System.setProperty("java.awt.headless", "true");
        // An image of some hundred kilobytes needs no cache file, which would need a writable temporary directory.
        ImageIO.setUseCache(false);
    }

    private final Figure figure;
    private final CurveStyles styles;
    private final Legend legend;
    private final int width;
    private final int height;

    Picture(Figure figure) {
        this.figure = figure;
        this.styles = new CurveStyles(figure);
        int panels = Math.max(1, figure.panels().size());
        this.width = Math.min(COLUMNS, panels) * PANEL_WIDTH;
        this.legend = new Legend(styles, width);
        this.height = panelsHeight() + legend.height();
    }

    int width() {
        return width;
    }

    int height() {
        return height;
    }

    byte[] png() throws IOException {
        BufferedImage image = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
        Graphics2D graphics = image.createGraphics();
        graphics.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
        graphics.setRenderingHint(RenderingHints.KEY_TEXT_ANTIALIASING, RenderingHints.VALUE_TEXT_ANTIALIAS_ON);
        graphics.setRenderingHint(RenderingHints.KEY_STROKE_CONTROL, RenderingHints.VALUE_STROKE_PURE);
        paint(graphics);
        graphics.dispose();
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        ImageIO.write(image, "png", bytes);
        return bytes.toByteArray();
    }

    String svg() {
        SvgDocument document = new SvgDocument(width, height, figure.title(), description());
        document.draw(this::paint);
        return document.text();
    }

    private int panelsHeight() {
        return Math.max(1, Math.ceilDiv(figure.panels().size(), COLUMNS)) * PANEL_HEIGHT;
    }

    private void paint(Graphics2D graphics) {
        graphics.setColor(Color.WHITE);
        graphics.fill(new Rectangle(width, height));
        for (int i = 0; i < figure.panels().size(); i++) {
            int x = i % COLUMNS * PANEL_WIDTH;
            int y = i / COLUMNS * PANEL_HEIGHT;
            graphics.translate(x, y);
            Panel panel = figure.panels().get(i);
            PanelChart.of(panel, alike(panel), styles, PANEL_WIDTH, PANEL_HEIGHT)
                    .paint(graphics, PANEL_WIDTH, PANEL_HEIGHT);
            graphics.translate(-x, -y);
        }
        legend.paint(graphics, panelsHeight());
    }

    private List<Panel> alike(Panel panel) {
        return figure.panels().stream().filter(panel::isComparableTo).toList();
    }

    /** The words of the picture for those who cannot see it: in the drawing itself letters are mere outlines. */
    private String description() {
        return figure.panels().stream().map(Picture::description).collect(Collectors.joining("\n"));
    }

    private static String description(Panel panel) {
        String curves = panel.curves().stream().map(Curve::name).collect(Collectors.joining(", "));
        return panel.title() + ": " + panel.yLabel() + " over " + panel.xLabel() + "; curves: " + curves;
    }
}
