package dev.berth.lab.figure;

import dev.berth.lab.report.FigureWriter;
import dev.berth.lab.report.Index;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Figures to write; {@link #main} writes one into a folder so that a person can look at it. */
public final class SampleFigure {
    private static final List<String> NAMES =
            List.of("FF-HU", "FF-HA", "FF-HA+", "late-bound earliest", "level (Berth's default)");

    private SampleFigure() {}

    /** Two points of a curve, and a measured time. */
    public static Figure small() {
        Curve lost = new Curve(
                "FF-HU, \"plain\"",
                List.of(
                        new Point(0.5, new Estimate(1.0 / 3, 0.0123456789, 30)),
                        new Point(1e7, new Estimate(12_345_678.25, 0, 1))));
        Curve time = new Curve("level", List.of(new Point(1, new Estimate(2e-7, 1e-8, 5))));
        return new Figure(
                "castillo-fig4",
                "Work lost <load> | a*b",
                "castillo, figure 4",
                settings(),
                List.of(
                        new Panel("work-lost", "Work lost", "load", "work lost (%)", false, List.of(lost)),
                        new Panel("decide", "Time", "load", "seconds & more", true, List.of(time))),
                List.of(
                        new Claim("HA+ loses \"less\" than HU", "section VII", Verdict.HOLDS, "9.2 < 25.5"),
                        new Claim("HU is best", "figure 4", Verdict.FAILS, "25.5 is the most")),
                List.of("A note with *emphasis*."));
    }

    /** Two panels of five curves of eight points. */
    public static Figure large() {
        return new Figure(
                "castillo-fig5",
                "Work lost and utilisation over load",
                "castillo, figure 5",
                settings(),
                List.of(
                        panel("work-lost", "Work lost", "work lost (%)", 2),
                        panel("utilisation", "Utilisation", "busy servers (%)", -1)),
                List.of(
                        new Claim(
                                "FF-HA+ loses less work than FF-HU at every load",
                                "section VII-B",
                                Verdict.HOLDS,
                                "8 of 8 loads"),
                        new Claim(
                                "All lose the same at load 1.2",
                                "section VII-C",
                                Verdict.FAILS,
                                "23.4 ± 0.9 against 9.1 ± 0.4")),
                List.of("Sizes are uniform, as section VII has them."));
    }

    public static Figure of(String id, List<Panel> panels) {
        return new Figure(id, "Title", "Paper", Map.of(), panels, List.of(), List.of());
    }

    private static Panel panel(String quantity, String title, String yLabel, int bend) {
        List<Curve> curves = new ArrayList<>();
        for (int c = 0; c < NAMES.size(); c++) {
            List<Point> points = new ArrayList<>();
            for (int i = 0; i < 8; i++) {
                double load = 0.5 + i / 10.0;
                double mean = bend > 0 ? (5 - c) * Math.pow(load, 5) * bend : 95 - 50 / (1 + c + i);
                points.add(new Point(load, new Estimate(mean, 0.3 + mean / 40, 30)));
            }
            curves.add(new Curve(NAMES.get(c), points));
        }
        return new Panel(quantity, title, "offered load", yLabel, false, curves);
    }

    private static Map<String, String> settings() {
        Map<String, String> settings = new LinkedHashMap<>();
        settings.put("scale", "quick");
        settings.put("seed", "7");
        settings.put("trace", "my trace.swf");
        settings.put("runs", "30 batches");
        settings.put("jobs", "1000");
        return settings;
    }

    public static void main(String[] args) throws Exception {
        Path out = Path.of(args[0]);
        FigureWriter.write(out, large());
        FigureWriter.write(out, small());
        Index.write(out);
    }
}
