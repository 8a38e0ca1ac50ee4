package dev.berth.lab.experiment.logs;

import dev.berth.lab.experiment.Cell;
import dev.berth.lab.experiment.MeasuredExperiment;
import dev.berth.lab.experiment.MeasuredRuns;
import dev.berth.lab.experiment.Measures;
import dev.berth.lab.experiment.OpenParameter;
import dev.berth.lab.experiment.Options;
import dev.berth.lab.experiment.PlannedRuns;
import dev.berth.lab.figure.Curve;
import dev.berth.lab.figure.Figure;
import dev.berth.lab.figure.Panel;
import dev.berth.lab.figure.Point;
import dev.berth.lab.workload.swf.Trace;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Work that the default policy loses of logs of real machines, where all jobs may start early and where none may, beside {@code
 * earliest} and {@code level}, which start as promised. Not from a paper; the claims are ours.
 */
public final class EarlyStartsLogs implements MeasuredExperiment {
    private static final String ID = "early-starts-logs";
    private static final String TITLE = "Work that is lost of logs, with early starts and without";
    private static final String LABEL = "work loss rate";

    @Override
    public String id() {
        return ID;
    }

    @Override
    public String title() {
        return TITLE;
    }

    @Override
    public boolean takesTrace() {
        return true;
    }

    @Override
    public boolean takesSeveralTraces() {
        return true;
    }

    @Override
    public PlannedRuns plannedRuns() {
        return LogSweep.RUNS;
    }

    @Override
    public List<OpenParameter> parameters() {
        return List.of(LogSweep.SLACK, LogSweep.ADMISSION);
    }

    @Override
    public List<Cell<Measures>> cells(Options options) {
        return LogSweep.of(options).cells();
    }

    @Override
    public Figure figure(Options options, Map<String, Measures> byKey) {
        LogSweep sweep = LogSweep.of(options);
        LogResults results = new LogResults(sweep, new MeasuredRuns(byKey));
        List<Panel> panels = new ArrayList<>();
        for (Trace log : sweep.logs()) {
            for (int slack : LogCell.SLACK) {
                panels.add(panel(results, log, slack, LogSweep.LOSS, "work-loss-rate", LABEL));
            }
        }
        for (Trace log : sweep.logs()) {
            for (int slack : LogCell.SLACK) {
                panels.add(panel(results, log, slack, LogSweep.MOVED, "moves", "moves a reservation"));
            }
        }
        return new Figure(
                ID,
                TITLE,
                "none: Berth's own, on logs of the Parallel Workloads Archive or others",
                sweep.settings(),
                panels,
                new LogClaims(results).all(),
                List.of(
                        "A log knows neither book-ahead nor slack: its jobs were queued, not booked. Both are drawn, the same for all policies of a run.",
                        "`earliest` and `level` move nothing, and all of their jobs start as promised.",
                        "What the claims say, they say of these logs and these draws."));
    }

    private static Panel panel(
            LogResults results, Trace log, int slack, String measure, String quantity, String label) {
        List<Curve> curves = new ArrayList<>();
        for (LogWay way : results.sweep().ways()) {
            List<Point> points = LogCell.AHEAD.stream()
                    .map(ahead -> new LogCell(log, ahead, slack))
                    .map(place -> new Point(
                            place.ahead(),
                            results.runs()
                                    .estimate(
                                            LogSweep.group(place, way),
                                            results.sweep().runs(),
                                            measure)))
                    .toList();
            curves.add(new Curve(way.name(), points));
        }
        String slug = log.label().toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-");
        return new Panel(
                "%s-%s-%dh".formatted(quantity, slug, slack),
                "%s, %d hours of slack: %s".formatted(log.label(), slack, label),
                "book-ahead up to (hours)",
                label,
                false,
                curves);
    }
}
