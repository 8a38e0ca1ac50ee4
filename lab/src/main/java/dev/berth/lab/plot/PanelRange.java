package dev.berth.lab.plot;

import dev.berth.lab.figure.Curve;
import dev.berth.lab.figure.Panel;
import dev.berth.lab.figure.Point;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.function.Function;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/** The axes of a panel. */
record PanelRange(Axis across, Axis up) {
    /** Beyond what is drawn, as a share of it. */
    private static final double MARGIN = 0.05;

    private static final Axis UNIT = new Axis(0, 1, false);

    /**
     * The axes on which all points of a panel are shown.
     *
     * <p>Heights can be compared by eye only from zero up, so a linear axis starts there unless that would flatten the curves; and
     * between panels only on the same axis.
     */
    static PanelRange of(Panel panel, List<Panel> alike, PlotStyle style) {
        List<Point> own = shown(Stream.of(panel), style);
        if (own.isEmpty()) {
            return new PanelRange(UNIT, UNIT);
        }
        return new PanelRange(across(own, style), up(shown(alike.stream(), style), style));
    }

    private static Axis across(List<Point> points, PlotStyle style) {
        DoubleSummaryStatistics reach = reach(points, point -> DoubleStream.of(point.x()));
        return style.logX() ? logarithmic(reach) : widened(reach.getMin(), reach.getMax());
    }

    private static Axis up(List<Point> points, PlotStyle style) {
        if (style.logY()) {
            // An interval may reach below 0, where a logarithmic axis has no place.
            return logarithmic(reach(
                    points,
                    point -> DoubleStream.of(
                                    point.y().mean() - bar(point),
                                    point.y().mean(),
                                    point.y().mean() + bar(point))
                            .filter(value -> value > 0)));
        }
        DoubleSummaryStatistics reach = reach(
                points,
                point ->
                        DoubleStream.of(point.y().mean() - bar(point), point.y().mean() + bar(point)));
        boolean fromZero = reach.getMin() >= 0 && reach.getMax() > 0 && reach.getMin() < reach.getMax() / 2;
        return fromZero ? new Axis(0, reach.getMax() * (1 + MARGIN), false) : widened(reach.getMin(), reach.getMax());
    }

    private static Axis widened(double least, double most) {
        double margin = (most - least) * MARGIN;
        return Axis.of(least - margin, most + margin, false);
    }

    private static Axis logarithmic(DoubleSummaryStatistics reach) {
        double factor = Math.pow(reach.getMax() / reach.getMin(), MARGIN);
        return Axis.of(reach.getMin() / factor, reach.getMax() * factor, true);
    }

    private static DoubleSummaryStatistics reach(List<Point> points, Function<Point, DoubleStream> values) {
        return points.stream().flatMapToDouble(values).summaryStatistics();
    }

    private static List<Point> shown(Stream<Panel> panels, PlotStyle style) {
        return panels.flatMap(panel -> panel.curves().stream())
                .flatMap(curve -> shown(curve, style).stream())
                .toList();
    }

    /** The points that have a place: an average over nothing has none, and what is not above 0 none on a logarithmic axis. */
    static List<Point> shown(Curve curve, PlotStyle style) {
        return curve.points().stream()
                .filter(point ->
                        hasPlace(point.x(), style.logX()) && hasPlace(point.y().mean(), style.logY()))
                .toList();
    }

    private static boolean hasPlace(double value, boolean log) {
        return Double.isFinite(value) && (!log || value > 0);
    }

    static double bar(Point point) {
        double halfWidth = point.y().halfWidth();
        return Double.isFinite(halfWidth) ? halfWidth : 0;
    }
}
