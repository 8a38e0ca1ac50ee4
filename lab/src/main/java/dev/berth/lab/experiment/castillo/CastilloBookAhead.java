package dev.berth.lab.experiment.castillo;

import static dev.berth.lab.experiment.castillo.CastilloResults.percent;

import dev.berth.lab.experiment.Cell;
import dev.berth.lab.experiment.Experiment;
import dev.berth.lab.experiment.OpenParameter;
import dev.berth.lab.experiment.Options;
import dev.berth.lab.experiment.PlannedRuns;
import dev.berth.lab.experiment.Results;
import dev.berth.lab.experiment.Scale;
import dev.berth.lab.figure.Claim;
import dev.berth.lab.figure.Comparison;
import dev.berth.lab.figure.ComparisonFamily;
import dev.berth.lab.figure.Curve;
import dev.berth.lab.figure.Estimate;
import dev.berth.lab.figure.Figure;
import dev.berth.lab.figure.Paired;
import dev.berth.lab.figure.Panel;
import dev.berth.lab.figure.Point;
import dev.berth.lab.simulation.SimulationResult;
import dev.berth.lab.workload.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import java.util.stream.IntStream;

/**
 * Loss of castillo's policies by how far ahead jobs are booked, from not at all to the paper's 14 days: why FF-HU loses more
 * than the others here, which section VII does not find. The claims are ours.
 */
final class CastilloBookAhead implements Experiment<SimulationResult> {
    private static final String ID = "castillo-book-ahead";
    private static final String TITLE = "How far ahead jobs are booked";
    private static final String OURS = "ours";
    private static final List<Double> DAYS = List.of(0.0, 0.25, 1.0, 3.0, 7.0, 14.0);
    private static final List<Double> FEW_DAYS = List.of(0.0, 1.0, 14.0);
    private static final List<Double> LOADS = List.of(0.5, 0.7, 0.9);
    /** How much of the work two policies may lose more or less and still lose alike. */
    private static final double ALIKE = 0.01;

    @Override
    public String id() {
        return ID;
    }

    @Override
    public String title() {
        return TITLE;
    }

    @Override
    public Class<SimulationResult> measures() {
        return SimulationResult.class;
    }

    @Override
    public PlannedRuns plannedRuns() {
        return LoadSweep.RUNS;
    }

    @Override
    public List<OpenParameter> parameters() {
        return List.of(CastilloReading.ORDER, CastilloReading.PAST);
    }

    private static List<Double> days(Options options) {
        return options.scale() == Scale.SMOKE ? FEW_DAYS : DAYS;
    }

    private static List<String> policies(Options options) {
        CastilloReading reading = new CastilloReading(options);
        return List.of(reading.hu(), reading.ha(), reading.plus());
    }

    private static LoadSweep sweep(Options options, double days) {
        LoadSweep sweep = LoadSweep.of(options, policies(options), List.of(Level.L4));
        return sweep.atLoads(
                        options.system().loads().isEmpty()
                                ? LOADS
                                : options.system().loads())
                .bookedAhead(days);
    }

    private static String prefix(double days) {
        return "ahead-" + days + " ";
    }

    @Override
    public List<Cell<SimulationResult>> cells(Options options) {
        List<Cell<SimulationResult>> cells = new ArrayList<>();
        for (double days : days(options)) {
            sweep(options, days).cells().forEach(cell -> cells.add(new Cell<>(prefix(days) + cell.key(), cell.work())));
        }
        return cells;
    }

    @Override
    public Figure figure(Options options, Map<String, SimulationResult> byKey) {
        return new Drawn(options, new Results<>(byKey)).figure();
    }

    /** The figure of one set of results. */
    private record Drawn(Options options, Results<SimulationResult> results) {
        private double[] losses(String policy, double load, double days) {
            LoadSweep sweep = sweep(options, days);
            return results.values(
                    sweep.runs(),
                    run -> prefix(days) + LoadSweep.key(policy, sweep.levels().getLast(), load, run),
                    SimulationResult::loss);
        }

        private List<Double> loads() {
            return sweep(options, 0).loads();
        }

        private Paired more(String policy, String than, double load, double days) {
            return Paired.of(losses(policy, load, days), losses(than, load, days));
        }

        Figure figure() {
            List<Panel> panels = new ArrayList<>();
            for (double load : loads()) {
                panels.add(panel(load));
            }
            CastilloReading reading = new CastilloReading(options);
            return new Figure(
                    ID,
                    TITLE,
                    "castillo, section VII; the curve is ours",
                    sweep(options, 0).settings(options),
                    panels,
                    List.of(
                            grows(reading.hu(), reading.plus(), "FF-HU", "FF-HA+"),
                            alike(reading.hu(), reading.plus(), "FF-HU", "FF-HA+"),
                            alike(reading.hu(), reading.ha(), "FF-HU", "FF-HA")),
                    List.of("Book-ahead is the time from asking to ready, uniform up to this number of days."));
        }

        private Panel panel(double load) {
            List<Curve> curves = new ArrayList<>();
            for (String policy : policies(options)) {
                curves.add(new Curve(
                        CastilloReading.shown(policy),
                        days(options).stream()
                                .map(days -> new Point(days, estimate(losses(policy, load, days))))
                                .toList()));
            }
            return new Panel(
                    "work-lost-at-load-" + Math.round(100 * load),
                    "load " + load,
                    "longest book-ahead in days",
                    "work loss rate",
                    false,
                    curves);
        }

        private static Estimate estimate(double[] values) {
            return Paired.of(values).difference();
        }

        private String evidence(String policy, String than) {
            StringJoiner evidence = new StringJoiner("; ");
            for (double load : loads()) {
                StringJoiner byDays = new StringJoiner(", ", "load " + load + ": ", "");
                for (double days : days(options)) {
                    byDays.add("%s days %s against %s (%s points)"
                            .formatted(
                                    days,
                                    percent(estimate(losses(policy, load, days)).mean()),
                                    percent(estimate(losses(than, load, days)).mean()),
                                    points(policy, than, load, days)));
                }
                evidence.add(byDays.toString());
            }
            return evidence.toString();
        }

        private String points(String policy, String than, double load, double days) {
            double[] more = losses(policy, load, days);
            double[] less = losses(than, load, days);
            return Paired.of(IntStream.range(0, more.length)
                            .mapToDouble(run -> 100 * (more[run] - less[run]))
                            .toArray())
                    .words();
        }

        private Claim grows(String policy, String than, String who, String other) {
            List<Comparison> comparisons = new ArrayList<>();
            List<Double> all = days(options);
            for (double load : loads()) {
                double[] first = differences(policy, than, load, all.getFirst());
                double[] last = differences(policy, than, load, all.getLast());
                comparisons.add(Paired.of(last, first).above(0));
            }
            return new Claim(
                    "What %s loses beyond %s is more if jobs are booked up to 14 days ahead than if they are not booked ahead."
                            .formatted(who, other),
                    OURS,
                    ComparisonFamily.of(comparisons).all(),
                    evidence(policy, than));
        }

        private double[] differences(String policy, String than, double load, double days) {
            double[] more = losses(policy, load, days);
            double[] less = losses(than, load, days);
            return IntStream.range(0, more.length)
                    .mapToDouble(run -> more[run] - less[run])
                    .toArray();
        }

        private Claim alike(String policy, String than, String who, String other) {
            return new Claim(
                    "Without booking ahead %s and %s lose alike.".formatted(who, other),
                    OURS,
                    ComparisonFamily.of(loads().stream()
                                    .map(load -> more(policy, than, load, 0).within(ALIKE))
                                    .toList())
                            .all(),
                    evidence(policy, than) + " (alike: within one point)");
        }
    }
}
