package dev.berth.lab.plot;

import dev.berth.lab.plot.Canvas.Anchor;
import dev.berth.lab.plot.Canvas.Lettering;
import java.awt.Color;
import java.awt.geom.Line2D;
import java.util.ArrayList;
import java.util.List;

/** The names of the curves beside their lines and marks, in as many rows as the width asks for. */
final class Legend {
    private static final Color INK = new Color(0x222222);
    private static final double LETTERS = 15;
    private static final double ROW = 26;
    private static final double MARGIN = 20;
    private static final double LINE = 34;
    private static final double GAP = 8;
    private static final double BETWEEN = 28;
    private static final double MARK = 10;

    private record Entry(String name, int row, double x) {}

    private final CurveStyles styles;
    private final double scale;
    private final List<Entry> entries = new ArrayList<>();
    private final double height;

    Legend(CurveStyles styles, PlotStyle style, double width) {
        this.styles = styles;
        this.scale = style.scale();
        double x = MARGIN * scale;
        int row = 0;
        for (String name : styles.names()) {
            double space = (LINE + GAP) * scale + style.typeface().space(name, LETTERS * scale);
            if (x > MARGIN * scale && x + space > width - MARGIN * scale) {
                x = MARGIN * scale;
                row++;
            }
            entries.add(new Entry(name, row, x));
            x += space + BETWEEN * scale;
        }
        this.height = entries.isEmpty() ? 0 : ((row + 1) * ROW + MARGIN) * scale;
    }

    double height() {
        return height;
    }

    void paint(Canvas canvas, double top) {
        Lettering lettering = new Lettering(LETTERS * scale, INK, false, false);
        for (Entry entry : entries) {
            CurveStyles.Style style = styles.of(entry.name());
            double middle = top + (entry.row() + 0.5) * ROW * scale;
            double end = entry.x() + LINE * scale;
            canvas.stroke(
                    new Line2D.Double(entry.x(), middle, end, middle),
                    style.pen().scaled(scale));
            canvas.fill(style.mark().at(entry.x() + LINE * scale / 2, middle, MARK * scale), style.color());
            canvas.text(entry.name(), end + GAP * scale, middle + LETTERS / 3 * scale, Anchor.START, lettering);
        }
    }
}
