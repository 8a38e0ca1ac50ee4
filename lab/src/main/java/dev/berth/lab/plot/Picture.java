package dev.berth.lab.plot;

import dev.berth.lab.figure.Curve;
import dev.berth.lab.figure.Figure;
import dev.berth.lab.figure.Panel;
import java.io.IOException;
import java.util.List;
import java.util.stream.Collectors;

/** All panels of a figure on one white sheet, at most two in a row, with one legend below them. */
public final class Picture {
    private static final int COLUMNS = 2;

    private final Figure figure;
    private final List<Panel> panels;
    private final PlotStyle style;
    private final CurveStyles styles;
    private final Legend legend;

    private Picture(Figure figure, List<Panel> panels, PlotStyle style) {
        this.figure = figure;
        this.panels = panels;
        this.style = style;
        this.styles = new CurveStyles(figure);
        this.legend = new Legend(styles, style, width());
    }

    /** All panels. */
    public static Picture of(Figure figure, PlotStyle style) {
        return new Picture(figure, figure.panels(), style);
    }

    /** One of them alone, as it is among the others. */
    public static Picture of(Figure figure, Panel panel, PlotStyle style) {
        return new Picture(figure, List.of(panel), style);
    }

    double width() {
        return Math.clamp(panels.size(), 1, COLUMNS) * style.width();
    }

    double height() {
        return panelsHeight() + legend.height();
    }

    private double panelsHeight() {
        return Math.max(1, Math.ceilDiv(panels.size(), COLUMNS)) * style.height();
    }

    public byte[] png() throws IOException {
        PngCanvas canvas = new PngCanvas(width(), height(), style.font());
        paint(canvas);
        return canvas.bytes();
    }

    public String svg() {
        SvgDocument document = new SvgDocument(width(), height(), figure.title(), description());
        paint(new SvgCanvas(document, width(), height(), style.font()));
        return document.text();
    }

    public byte[] pdf() {
        PdfCanvas canvas = new PdfCanvas(width(), height(), style.typeface());
        paint(canvas);
        return canvas.bytes(figure.title());
    }

    private void paint(Canvas canvas) {
        for (int i = 0; i < panels.size(); i++) {
            Panel panel = panels.get(i);
            int row = i / COLUMNS;
            new PanelChart(panel, alike(panel), styles, style)
                    .paint(canvas, i % COLUMNS * style.width(), row * style.height());
        }
        legend.paint(canvas, panelsHeight());
    }

    private List<Panel> alike(Panel panel) {
        return figure.panels().stream().filter(panel::isComparableTo).toList();
    }

    /** The words of the picture for those who cannot see it. */
    private String description() {
        return panels.stream().map(Picture::description).collect(Collectors.joining("\n"));
    }

    private static String description(Panel panel) {
        String curves = panel.curves().stream().map(Curve::name).collect(Collectors.joining(", "));
        return panel.title() + ": " + panel.yLabel() + " over " + panel.xLabel() + "; curves: " + curves;
    }
}
