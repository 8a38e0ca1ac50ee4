package dev.berth.lab.experiment.castillo;

import dev.berth.lab.experiment.Cell;
import dev.berth.lab.experiment.Experiment;
import dev.berth.lab.experiment.Options;
import dev.berth.lab.experiment.PlannedRuns;
import dev.berth.lab.figure.Claim;
import dev.berth.lab.figure.Comparison;
import dev.berth.lab.figure.ComparisonFamily;
import dev.berth.lab.figure.Curve;
import dev.berth.lab.figure.Figure;
import dev.berth.lab.figure.Panel;
import dev.berth.lab.figure.Point;
import dev.berth.lab.figure.Verdict;
import dev.berth.lab.simulation.SimulationResult;
import dev.berth.lab.workload.Level;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * Opportunistic scheduling (castillo VI), which the paper describes and does not evaluate: the workload of section VII
 * with and without jobs that have no deadline and take whatever is idle.
 */
final class CastilloOpportunistic implements Experiment<SimulationResult> {
    private static final String ID = "castillo-opportunistic";
    private static final String TITLE = "Opportunistic jobs on what reservations leave idle";
    private static final List<String> POLICIES = List.of("ff-hu", "ff-ha-plus", "level");
    private static final String FILLED = "+opportunistic";

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

    private static LoadSweep sweep(Options options) {
        return LoadSweep.of(options, POLICIES, List.of(Level.L4));
    }

    @Override
    public PlannedRuns plannedRuns() {
        return LoadSweep.RUNS;
    }

    @Override
    public List<Cell<SimulationResult>> cells(Options options) {
        LoadSweep sweep = sweep(options);
        List<Cell<SimulationResult>> cells = new ArrayList<>(sweep.cells());
        cells.addAll(sweep.filledCells(FILLED));
        return cells;
    }

    @Override
    public Figure figure(Options options, Map<String, SimulationResult> byKey) {
        return new Drawn(new CastilloResults(sweep(options), byKey)).figure(options);
    }

    private static double utilisation(SimulationResult result) {
        return result.utilisation() + result.opportunistic().utilisation();
    }

    private static double workDone(SimulationResult result) {
        return result.workDone() + result.opportunistic().workDone();
    }

    /** The figure of one set of results. */
    private record Drawn(CastilloResults results) {
        private LoadSweep sweep() {
            return results.sweep();
        }

        Figure figure(Options options) {
            Map<String, String> settings = new LinkedHashMap<>(sweep().settings(options));
            settings.put("opportunistic jobs", "one server each, sized like the others; always enough of them queued");
            return new Figure(
                    ID,
                    TITLE,
                    "castillo, section VI",
                    settings,
                    List.of(
                            both(
                                    "utilisation",
                                    "share of time the servers are busy",
                                    CastilloOpportunistic::utilisation),
                            both(
                                    "work-done",
                                    "work done over what the servers can do",
                                    CastilloOpportunistic::workDone),
                            both("work-loss-rate", "work loss rate of reservations", SimulationResult::loss),
                            new Panel(
                                    "mean-stint",
                                    "how long an opportunistic job runs at a stretch",
                                    "load",
                                    "mean stint (hours)",
                                    false,
                                    curves(
                                            FILLED,
                                            result -> result.opportunistic().meanStintHours()))),
                    List.of(busier(), unchanged()),
                    List.of(
                            "The queue of opportunistic jobs never runs dry, so that every server is busy all the time: what the"
                                    + " upper curves show is that no idle moment is missed, and their distance from the lower"
                                    + " ones is what there is to gain.",
                            "The curves of the loss with and without opportunistic jobs lie on each other.",
                            "A preempted job keeps the whole units of work it has done (a checkpoint that costs nothing) and"
                                    + " goes back to its old place in the queue."));
        }

        private Panel both(String quantity, String label, ToDoubleFunction<SimulationResult> value) {
            List<Curve> curves = new ArrayList<>(curves("", value));
            curves.addAll(curves(FILLED, value));
            return new Panel(quantity, label, "load", label, false, curves);
        }

        private List<Curve> curves(String suffix, ToDoubleFunction<SimulationResult> value) {
            List<Curve> curves = new ArrayList<>();
            for (String policy : sweep().policies()) {
                for (Level level : sweep().levels()) {
                    String name = sweep().name(policy, level) + (suffix.isEmpty() ? "" : " + opportunistic");
                    curves.add(results.curve(name, policy + suffix, level, value));
                }
            }
            return curves;
        }

        private Claim busier() {
            List<Curve> without = curves("", CastilloOpportunistic::utilisation);
            List<Curve> with = curves(FILLED, CastilloOpportunistic::utilisation);
            List<Comparison> points = new ArrayList<>();
            for (String policy : sweep().policies()) {
                for (Level level : sweep().levels()) {
                    for (int load = 0; load < sweep().loads().size(); load++) {
                        points.add(
                                results.more(policy + FILLED, policy, level, load, CastilloOpportunistic::utilisation)
                                        .above(0));
                    }
                }
            }
            StringBuilder evidence = new StringBuilder();
            for (int c = 0; c < with.size(); c++) {
                List<Point> before = without.get(c).points();
                List<Point> after = with.get(c).points();
                evidence.append(String.format(
                        Locale.ROOT,
                        "; %s from %.1f to %.1f%% at load %s and from %.1f to %.1f%% at %s",
                        without.get(c).name(),
                        100 * before.getFirst().y().mean(),
                        100 * after.getFirst().y().mean(),
                        before.getFirst().x(),
                        100 * before.getLast().y().mean(),
                        100 * after.getLast().y().mean(),
                        before.getLast().x()));
            }
            return new Claim(
                            "Opportunistic jobs increase utilisation by filling idle periods that might not be used otherwise.",
                            "section VI",
                            ComparisonFamily.of(points).all(),
                            "busier at %s points"
                                            .formatted(
                                                    ComparisonFamily.of(points).words())
                                    + evidence)
                    .holdingByConstruction();
        }

        /** Every run against its twin: what became of the reservations must be equal to the last bit. */
        private Claim unchanged() {
            int same = 0;
            int all = 0;
            for (Cell<SimulationResult> cell : sweep().cells()) {
                SimulationResult without = results.results().get(cell.key());
                String policy = cell.key().substring(0, cell.key().indexOf(' '));
                SimulationResult with =
                        results.results().get(policy + FILLED + cell.key().substring(policy.length()));
                all++;
                same += with.impossible() == without.impossible()
                                && with.rejected() == without.rejected()
                                && with.utilisation() == without.utilisation()
                                && with.meanWaitHours() == without.meanWaitHours()
                        ? 1
                        : 0;
            }
            return new Claim(
                            "They are preempted to accommodate jobs with deadlines: the loss of reservations is unchanged.",
                            "section VI",
                            Verdict.of(same == all),
                            "loss, utilisation and wait of the reservations are equal to the last bit in %d of %d runs"
                                    .formatted(same, all))
                    .holdingByConstruction();
        }
    }
}
