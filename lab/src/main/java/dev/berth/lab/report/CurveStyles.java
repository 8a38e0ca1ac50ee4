package dev.berth.lab.report;

import dev.berth.lab.figure.Curve;
import dev.berth.lab.figure.Figure;
import dev.berth.lab.figure.Panel;
import java.awt.BasicStroke;
import java.awt.Color;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import org.knowm.xchart.style.markers.Marker;
import org.knowm.xchart.style.markers.SeriesMarkers;

/**
 * How each curve of a figure looks: by its name, so that it looks the same in every panel and in the legend. A twin looks like
 * the curve it is compared with, which comes before it, but dashed.
 *
 * <p>The colours are Okabe and Ito's, which the colour-blind can tell apart, with yellow (too faint on white) replaced by
 * brown; markers and dashes tell the curves apart in black and white.
 */
final class CurveStyles {
    /** The look of one curve. */
    record Style(Color color, Marker marker, BasicStroke stroke) {}

    private static final List<Color> COLORS = List.of(
            new Color(0x0072B2),
            new Color(0xD55E00),
            new Color(0x009E73),
            new Color(0xCC79A7),
            new Color(0x1A1A1A),
            new Color(0xE69F00),
            new Color(0x56B4E9),
            new Color(0x8B5A2B));

    private static final List<Marker> MARKERS = List.of(
            SeriesMarkers.CIRCLE,
            SeriesMarkers.SQUARE,
            SeriesMarkers.TRIANGLE_UP,
            SeriesMarkers.DIAMOND,
            SeriesMarkers.CROSS,
            SeriesMarkers.TRIANGLE_DOWN,
            SeriesMarkers.PLUS,
            SeriesMarkers.RECTANGLE);

    private final Map<String, Style> byName = new LinkedHashMap<>();
    private int colours;

    CurveStyles(Figure figure) {
        for (Panel panel : figure.panels()) {
            for (Curve curve : panel.curves()) {
                if (!byName.containsKey(curve.name())) {
                    byName.put(curve.name(), curve.twin() == null ? style(colours++) : dashed(of(curve.twin())));
                }
            }
        }
    }

    private static Style dashed(Style style) {
        return new Style(style.color, style.marker, dashes(1));
    }

    /** Colours come back after eight curves; then the marker is another one and the line is dashed. */
    private static Style style(int index) {
        int round = index / COLORS.size();
        return new Style(
                COLORS.get(index % COLORS.size()),
                MARKERS.get((index + round) % MARKERS.size()),
                round == 0 ? new BasicStroke(1.8f, BasicStroke.CAP_ROUND, BasicStroke.JOIN_ROUND) : dashes(round));
    }

    private static BasicStroke dashes(int round) {
        return new BasicStroke(
                1.8f, BasicStroke.CAP_BUTT, BasicStroke.JOIN_ROUND, 10, new float[] {3 + 3f * round, 4}, 0);
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
