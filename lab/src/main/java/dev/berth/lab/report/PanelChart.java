package dev.berth.lab.report;

import dev.berth.lab.figure.Curve;
import dev.berth.lab.figure.Panel;
import dev.berth.lab.figure.Point;
import java.awt.Color;
import java.awt.Font;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Locale;
import java.util.stream.DoubleStream;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.style.AxesChartStyler;
import org.knowm.xchart.style.XYStyler;
import org.knowm.xchart.style.lines.SeriesLines;

/** A panel as a chart without a legend: the picture has one legend for all of its panels. */
final class PanelChart {
    private static final Color GRID = new Color(0xDDDDDD);
    private static final Color INK = new Color(0x222222);
    /** Above and below what is drawn, as a share of it. */
    private static final double MARGIN = 0.05;

    private PanelChart() {}

    /** @param alike all panels of the picture that show the same measure, itself included: they share one scale */
    static XYChart of(Panel panel, List<Panel> alike, CurveStyles styles, int width, int height) {
        XYChart chart = new XYChart(width, height);
        chart.setTitle(panel.title());
        chart.setXAxisTitle(panel.xLabel());
        chart.setYAxisTitle(panel.yLabel());
        dress(chart.getStyler());
        for (Curve curve : panel.curves()) {
            List<Point> drawn = drawn(curve);
            if (!drawn.isEmpty()) {
                add(chart, curve, drawn, styles.of(curve.name()));
            }
        }
        scale(chart.getStyler(), panel, alike);
        return chart;
    }

    private static void dress(XYStyler styler) {
        styler.setLegendVisible(false);
        styler.setChartBackgroundColor(Color.WHITE).setChartFontColor(INK).setChartPadding(14);
        styler.setChartTitleBoxVisible(false).setChartTitleFont(new Font(Font.SANS_SERIF, Font.BOLD, 17));
        styler.setPlotBackgroundColor(Color.WHITE).setPlotBorderColor(new Color(0x999999));
        styler.setAxisTitleFont(new Font(Font.SANS_SERIF, Font.PLAIN, 15));
        styler.setAxisTickLabelsFont(new Font(Font.SANS_SERIF, Font.PLAIN, 13));
        styler.setPlotGridLinesColor(GRID).setErrorBarsColorSeriesColor(true);
        styler.setAxisTicksLineVisible(false).setYAxisLabelAlignment(AxesChartStyler.TextAlignment.Right);
        styler.setChartTitlePadding(10).setMarkerSize(8).setLocale(Locale.ROOT);
        styler.setXAxisTickLabelsFormattingFunction(PanelChart::tick);
        styler.setYAxisTickLabelsFormattingFunction(PanelChart::tick);
    }

    private static String tick(double value) {
        return SignificantDigits.text(value, 6);
    }

    private static void add(XYChart chart, Curve curve, List<Point> points, CurveStyles.Style style) {
        XYSeries series = chart.addSeries(
                curve.name(),
                points.stream().mapToDouble(Point::x).toArray(),
                points.stream().mapToDouble(point -> point.y().mean()).toArray(),
                points.stream().mapToDouble(PanelChart::bar).toArray());
        series.setMarker(style.marker()).setMarkerColor(style.color());
        series.setLineStyle(curve.joined() ? style.stroke() : SeriesLines.NONE).setLineColor(style.color());
    }

    /** The points that have a place: an average over nothing has none. */
    private static List<Point> drawn(Curve curve) {
        return curve.points().stream()
                .filter(point ->
                        Double.isFinite(point.x()) && Double.isFinite(point.y().mean()))
                .toList();
    }

    private static double bar(Point point) {
        double halfWidth = point.y().halfWidth();
        return Double.isFinite(halfWidth) ? halfWidth : 0;
    }

    /**
     * Heights can be compared by eye only from zero up, so the axis starts there unless that would flatten the curves; and
     * between panels only on the same axis.
     */
    private static void scale(XYStyler styler, Panel panel, List<Panel> alike) {
        if (points(List.of(panel)).isEmpty()) {
            styler.setXAxisMin(0.0).setXAxisMax(1.0).setYAxisMin(0.0).setYAxisMax(1.0);
            return;
        }
        DoubleSummaryStatistics reach = points(alike).stream()
                .flatMapToDouble(point ->
                        DoubleStream.of(point.y().mean() - bar(point), point.y().mean() + bar(point)))
                .summaryStatistics();
        boolean fromZero = reach.getMin() >= 0 && reach.getMax() > 0 && reach.getMin() < reach.getMax() / 2;
        if (fromZero) {
            styler.setYAxisMin(0.0);
        }
        if (alike.size() > 1 && reach.getMax() > reach.getMin()) {
            double margin = (reach.getMax() - (fromZero ? 0 : reach.getMin())) * MARGIN;
            styler.setYAxisMax(reach.getMax() + margin);
            if (!fromZero) {
                styler.setYAxisMin(reach.getMin() - margin);
            }
        }
    }

    private static List<Point> points(List<Panel> panels) {
        return panels.stream()
                .flatMap(panel -> panel.curves().stream())
                .flatMap(curve -> drawn(curve).stream())
                .toList();
    }
}
