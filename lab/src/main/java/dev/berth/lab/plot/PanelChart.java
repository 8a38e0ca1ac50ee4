package dev.berth.lab.plot;

import dev.berth.lab.figure.Curve;
import dev.berth.lab.figure.Panel;
import dev.berth.lab.figure.SignificantDigits;
import dev.berth.lab.plot.Canvas.Anchor;
import dev.berth.lab.plot.Canvas.Lettering;
import dev.berth.lab.plot.Canvas.Pen;
import java.awt.Color;
import java.awt.geom.Line2D;
import java.awt.geom.Path2D;
import java.awt.geom.Point2D;
import java.awt.geom.Rectangle2D;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** A panel as a chart without a legend: the picture has one legend for all of its panels. */
final class PanelChart {
    private static final Color GRID = new Color(0xDDDDDD);
    private static final Color FRAME = new Color(0x999999);
    private static final Color INK = new Color(0x222222);

    private static final double NUMBERS = 13;
    private static final double WORDS = 15;
    private static final double TITLE = 17;
    private static final double GAP = 8;
    private static final double PADDING = 14;
    private static final double MARK = 8;
    private static final double CAP = 4;
    /** Space that a number needs along its axis, in heights of its letters. */
    private static final double WIDE = 5;

    private static final double HIGH = 3;
    /** Length of the dashes by which curves that coincide share one line. */
    private static final double SHARE = 7;
    /** Two curves nearer than this cannot be told apart. */
    private static final double NEAR = 1;

    private final Panel panel;
    private final CurveStyles styles;
    private final PlotStyle style;
    private final double scale;
    private final Axis across;
    private final Axis up;
    private final List<String> heights;
    private final List<Double> upTicks;
    private final Rectangle2D frame;

    /** @param alike all panels of the picture that show the same measure, itself included: they share one scale */
    PanelChart(Panel panel, List<Panel> alike, CurveStyles styles, PlotStyle style) {
        this.panel = panel;
        this.styles = styles;
        this.style = style;
        this.scale = style.scale();
        PanelRange range = PanelRange.of(panel, alike, style);
        this.across = range.across();
        this.up = range.up();
        double top = (PADDING + TITLE + GAP) * scale;
        double bottom = style.height() - (PADDING + WORDS + GAP + NUMBERS + GAP) * scale;
        this.upTicks = up.ticks(Math.max(2, (int) ((bottom - top) / (NUMBERS * HIGH * scale))));
        this.heights = upTicks.stream().map(PanelChart::number).toList();
        double widest = heights.stream()
                .mapToDouble(text -> style.typeface().space(text, NUMBERS * scale))
                .max()
                .orElse(0);
        double left = (PADDING + WORDS + GAP + GAP) * scale + widest;
        this.frame = new Rectangle2D.Double(
                left, top, Math.max(1, style.width() - PADDING * scale - left), Math.max(1, bottom - top));
    }

    /** Ends of the vertical axis. */
    Axis up() {
        return up;
    }

    /** Paints the panel with its upper left corner at this place. */
    void paint(Canvas canvas, double x, double y) {
        Rectangle2D box =
                new Rectangle2D.Double(x + frame.getX(), y + frame.getY(), frame.getWidth(), frame.getHeight());
        grid(canvas, box);
        canvas.stroke(box, Pen.solid(FRAME, scale));
        labels(canvas, box, x, y);
        List<Drawn> drawn = drawn(box);
        drawn.forEach(curve -> curve.paint(canvas, scale));
    }

    private void grid(Canvas canvas, Rectangle2D box) {
        Pen pen = Pen.solid(GRID, scale).dashed(0, 3.0, 3.0).scaled(1);
        Lettering numbers = new Lettering(NUMBERS * scale, INK, false, false);
        for (int i = 0; i < upTicks.size(); i++) {
            double at = box.getMaxY() - up.place(upTicks.get(i)) * box.getHeight();
            canvas.stroke(new Line2D.Double(box.getX(), at, box.getMaxX(), at), pen);
            canvas.text(heights.get(i), box.getX() - GAP * scale, at + NUMBERS / 3 * scale, Anchor.END, numbers);
        }
        for (double tick : across.ticks(Math.max(2, (int) (box.getWidth() / (NUMBERS * WIDE * scale))))) {
            double at = box.getX() + across.place(tick) * box.getWidth();
            canvas.stroke(new Line2D.Double(at, box.getY(), at, box.getMaxY()), pen);
            canvas.text(number(tick), at, box.getMaxY() + (GAP + NUMBERS) * scale, Anchor.MIDDLE, numbers);
        }
    }

    private void labels(Canvas canvas, Rectangle2D box, double x, double y) {
        Lettering words = new Lettering(WORDS * scale, INK, false, false);
        canvas.text(
                panel.title(),
                box.getCenterX(),
                y + (PADDING + TITLE * 0.8) * scale,
                Anchor.MIDDLE,
                new Lettering(TITLE * scale, INK, true, false));
        canvas.text(panel.xLabel(), box.getCenterX(), y + style.height() - PADDING * scale, Anchor.MIDDLE, words);
        canvas.text(
                panel.yLabel(),
                x + (PADDING + WORDS * 0.8) * scale,
                box.getCenterY(),
                Anchor.MIDDLE,
                new Lettering(WORDS * scale, INK, false, true));
    }

    private static String number(double value) {
        return SignificantDigits.text(value, 6);
    }

    /** A point with the ends of its interval. */
    private record Place(Point2D at, double low, double high) {}

    /**
     * A curve where it is drawn.
     *
     * @param rank how many of those that look as it does, point for point, come before it
     * @param of how many there are of them, itself included
     */
    private record Drawn(Curve curve, CurveStyles.Style style, List<Place> places, int rank, int of) {
        boolean coincidesWith(Drawn other) {
            return places.size() == other.places.size()
                    && IntStream.range(0, places.size())
                            .allMatch(i -> places.get(i)
                                            .at()
                                            .distance(other.places.get(i).at())
                                    <= NEAR);
        }

        Drawn ranked(int before, int all) {
            return new Drawn(curve, style, places, before, all);
        }

        void paint(Canvas canvas, double scale) {
            if (places.isEmpty()) {
                return;
            }
            // Those that coincide take turns along the line, and the mark of the first is seen around that of the next.
            Pen line = of == 1 ? style.pen() : style.pen().dashed((of - rank) * SHARE, SHARE, SHARE * (of - 1));
            if (curve.joined()) {
                Path2D path = new Path2D.Double();
                path.moveTo(
                        places.getFirst().at().getX(), places.getFirst().at().getY());
                places.stream()
                        .skip(1)
                        .forEach(place ->
                                path.lineTo(place.at().getX(), place.at().getY()));
                canvas.stroke(path, line.scaled(scale));
            }
            Pen bar = Pen.solid(style.color(), scale);
            for (Place place : places) {
                double x = place.at().getX();
                if (place.low() - place.high() > NEAR) {
                    canvas.stroke(new Line2D.Double(x, place.low(), x, place.high()), bar);
                    for (double end : new double[] {place.low(), place.high()}) {
                        canvas.stroke(new Line2D.Double(x - CAP * scale, end, x + CAP * scale, end), bar);
                    }
                }
                double size = MARK * (1 + 0.5 * (of - 1 - rank)) * scale;
                canvas.fill(style.mark().at(x, place.at().getY(), size), style.color());
            }
        }
    }

    private List<Drawn> drawn(Rectangle2D box) {
        List<Drawn> all = panel.curves().stream()
                .map(curve -> new Drawn(curve, styles.of(curve.name()), places(curve, box), 0, 1))
                .toList();
        List<Drawn> ranked = new ArrayList<>();
        for (int i = 0; i < all.size(); i++) {
            Drawn curve = all.get(i);
            if (curve.places.isEmpty()) {
                continue;
            }
            int before = (int)
                    all.subList(0, i).stream().filter(curve::coincidesWith).count();
            int same = (int) all.stream().filter(curve::coincidesWith).count();
            ranked.add(curve.ranked(before, same));
        }
        return ranked;
    }

    private List<Place> places(Curve curve, Rectangle2D box) {
        return PanelRange.shown(curve, style).stream()
                .map(point -> new Place(
                        new Point2D.Double(
                                box.getX() + across.place(point.x()) * box.getWidth(),
                                height(point.y().mean(), box)),
                        height(point.y().mean() - PanelRange.bar(point), box),
                        height(point.y().mean() + PanelRange.bar(point), box)))
                .toList();
    }

    private double height(double value, Rectangle2D box) {
        return box.getMaxY() - up.place(value) * box.getHeight();
    }
}
