package dev.berth.lab.plot;

import dev.berth.lab.figure.Curve;
import dev.berth.lab.figure.Figure;
import dev.berth.lab.figure.Panel;
import dev.berth.lab.plot.Canvas.Pen;
import java.awt.Color;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;

/**
 * How each curve of a figure looks: by its name, so that it looks the same in every panel and in the legend. A twin looks like
 * the curve it is compared with, which comes before it, but dashed.
 *
 * <p>The colours are Okabe and Ito's, which the colour-blind can tell apart, with yellow (too faint on white) replaced by
 * brown; marks and dashes tell the curves apart in black and white.
 */
final class CurveStyles {
    /** The look of one curve. */
    record Style(Mark mark, Pen pen) {
        Color color() {
            return pen.color();
        }
    }

    private static final List<Color> COLORS = List.of(
            new Color(0x0072B2),
            new Color(0xD55E00),
            new Color(0x009E73),
            new Color(0xCC79A7),
            new Color(0x1A1A1A),
            new Color(0xE69F00),
            new Color(0x56B4E9),
            new Color(0x8B5A2B));

    private static final double WIDTH = 1.8;

    private final Map<String, Style> byName = new LinkedHashMap<>();
    private int colours;

    CurveStyles(Figure figure) {
        for (Panel panel : figure.panels()) {
            for (Curve curve : panel.curves()) {
                if (!byName.containsKey(curve.name())) {
                    byName.put(curve.name(), curve.twin() == null ? style(colours++) : dashed(of(curve.twin()), 1));
                }
            }
        }
    }

    /** Colours come back after eight curves; then the mark is another one and the line is dashed. */
    private static Style style(int index) {
        int round = index / COLORS.size();
        Mark[] marks = Mark.values();
        Style style =
                new Style(marks[(index + round) % marks.length], Pen.solid(COLORS.get(index % COLORS.size()), WIDTH));
        return round == 0 ? style : dashed(style, round);
    }

    private static Style dashed(Style style, int round) {
        return new Style(style.mark, style.pen.dashed(0, 3.0 + 3 * round, 4.0));
    }

    Style of(String name) {
        Style style = byName.get(name);
        if (style == null) {
            throw new NoSuchElementException("no curve '" + name + "'; there are " + names());
        }
        return style;
    }

    /** Names of the curves, in the order of their first appearance. */
    List<String> names() {
        return List.copyOf(byName.keySet());
    }
}
