package dev.berth.lab.report;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.font.FontRenderContext;
import java.awt.geom.Line2D;
import java.util.ArrayList;
import java.util.List;

/** The names of the curves beside their lines and markers, in as many rows as the width asks for. */
final class Legend {
    private static final Font FONT = new Font(Font.SANS_SERIF, Font.PLAIN, 15);
    /** Letters are filled as outlines, as XChart does: text of the screen is spaced by whole pixels. */
    private static final FontRenderContext CONTEXT = new FontRenderContext(null, true, true);

    private static final Color INK = new Color(0x222222);
    private static final int ROW = 26;
    private static final int MARGIN = 20;
    private static final int LINE = 34;
    private static final int GAP = 8;
    private static final int BETWEEN = 28;

    private record Entry(String name, int row, double x) {}

    private final CurveStyles styles;
    private final List<Entry> entries = new ArrayList<>();
    private final int height;

    Legend(CurveStyles styles, int width) {
        this.styles = styles;
        double x = MARGIN;
        int row = 0;
        for (String name : styles.names()) {
            double space = LINE + GAP + FONT.getStringBounds(name, CONTEXT).getWidth();
            if (x > MARGIN && x + space > width - MARGIN) {
                x = MARGIN;
                row++;
            }
            entries.add(new Entry(name, row, x));
            x += space + BETWEEN;
        }
        this.height = entries.isEmpty() ? 0 : (row + 1) * ROW + MARGIN;
    }

    int height() {
        return height;
    }

    void paint(Graphics2D graphics, double top) {
        for (Entry entry : entries) {
            CurveStyles.Style style = styles.of(entry.name());
            double middle = top + (entry.row() + 0.5) * ROW;
            graphics.setColor(style.color());
            graphics.setStroke(style.stroke());
            graphics.draw(new Line2D.Double(entry.x(), middle, entry.x() + LINE, middle));
            graphics.setStroke(new BasicStroke(1.8f));
            style.marker().paint(graphics, entry.x() + LINE / 2.0, middle, 10);
            graphics.setColor(INK);
            graphics.fill(FONT.createGlyphVector(CONTEXT, entry.name())
                    .getOutline((float) entry.x() + LINE + GAP, (float) middle + 5));
        }
    }
}
