package dev.berth.lab.experiment.castillo;

import dev.berth.engine.model.BadValue;
import dev.berth.lab.experiment.Cell;
import dev.berth.lab.experiment.Experiment;
import dev.berth.lab.experiment.Options;
import dev.berth.lab.experiment.PlannedRuns;
import dev.berth.lab.figure.Curve;
import dev.berth.lab.figure.Figure;
import dev.berth.lab.figure.Panel;
import dev.berth.lab.simulation.BookPolicy;
import dev.berth.lab.simulation.SimulationResult;
import dev.berth.lab.workload.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/**
 * Gain from early starts: castillo's workload under the paper's policies and Berth's, once with jobs that start when they were
 * promised, and once with jobs that start as soon as servers are free. Not from a paper; the claims are ours.
 */
final class EarlyStarts implements Experiment<SimulationResult> {
    static final String ID = "early-starts";
    private static final String TITLE = "Jobs that start as soon as servers are free";

    /** Suffix of the policies of the cells that start early. */
    static final String EARLY = "+early";

    /** The paper's policies that are shown. */
    static final List<String> PAPERS = List.of("ff-hu", "ff-ha-plus");

    private static final List<String> BERTHS = List.of("earliest", "level", "terms", BookPolicy.REPLAN);

    /** Quantity that two panels show, one with the paper's policies and one with Berth's. */
    private record Quantity(String column, String label, ToDoubleFunction<SimulationResult> value) {}

    private static final List<Quantity> QUANTITIES = List.of(
            new Quantity("work-loss-rate", "work loss rate", SimulationResult::loss),
            new Quantity(
                    "promised-wait",
                    "promised wait, mean (hours)",
                    result -> result.fulfilment().promisedWait()),
            new Quantity(
                    "real-wait",
                    "real wait, mean (hours)",
                    result -> result.fulfilment().realWait()),
            new Quantity(
                    "turnaround",
                    "turnaround, mean (hours)",
                    result -> result.fulfilment().turnaround()),
            new Quantity("utilisation", "share of time the servers are busy", SimulationResult::utilisation));

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
        LoadSweep sweep = LoadSweep.of(
                options, Stream.concat(PAPERS.stream(), BERTHS.stream()).toList(), List.of(Level.L4));
        if (!sweep.loads().contains(EarlyStartsClaims.GOAL_LOAD)) {
            throw new BadValue("loads", sweep.loads().toString(), "must include 0.9, the load of a goal");
        }
        return sweep;
    }

    @Override
    public PlannedRuns plannedRuns() {
        return LoadSweep.RUNS;
    }

    @Override
    public List<Cell<SimulationResult>> cells(Options options) {
        LoadSweep sweep = sweep(options);
        List<Cell<SimulationResult>> cells = new ArrayList<>(sweep.followedCells("", BookPolicy::named));
        cells.addAll(
                sweep.followedCells(EARLY, policy -> BookPolicy.named(policy).startingEarly()));
        cells.addAll(sweep.boundCells());
        return cells;
    }

    @Override
    public Figure figure(Options options, Map<String, SimulationResult> byKey) {
        CastilloResults results = new CastilloResults(sweep(options), byKey);
        List<String> ours =
                Stream.concat(BERTHS.stream(), options.policies().stream()).toList();
        List<Panel> panels = new ArrayList<>();
        for (Quantity quantity : QUANTITIES) {
            panels.add(panel(results, quantity, PAPERS, "", ", the paper's policies"));
            panels.add(panel(results, quantity, ours, "-berth", ", Berth's policies"));
        }
        panels.add(new Panel(
                "early",
                "reservations that start early",
                "load",
                "share of the reservations",
                false,
                early(
                        results,
                        Stream.concat(PAPERS.stream(), ours.stream()).toList(),
                        r -> r.fulfilment().early())));
        panels.add(new Panel(
                "moves",
                "moves to make room for others",
                "load",
                "moves a reservation",
                false,
                both(results, List.of(BookPolicy.REPLAN), r -> r.fulfilment().moves())));
        return new Figure(
                ID,
                TITLE,
                "none: Berth's own, on castillo's workload",
                results.sweep().settings(options),
                panels,
                new EarlyStartsClaims(results).all(),
                notes());
    }

    private static Panel panel(
            CastilloResults results, Quantity quantity, List<String> policies, String suffix, String whose) {
        List<Curve> curves = new ArrayList<>(both(results, policies, quantity.value));
        if (quantity.equals(QUANTITIES.getFirst())) {
            for (Level level : results.sweep().levels()) {
                curves.add(results.curve(
                        results.sweep().name("offline bound", level), LoadSweep.BOUND, level, SimulationResult::loss));
            }
        }
        return new Panel(quantity.column + suffix, quantity.label + whose, "load", quantity.label, false, curves);
    }

    private static List<Curve> early(
            CastilloResults results, List<String> policies, ToDoubleFunction<SimulationResult> value) {
        List<Curve> curves = new ArrayList<>();
        for (String policy : policies) {
            for (Level level : results.sweep().levels()) {
                curves.add(results.curve(results.sweep().name(policy, level), policy + EARLY, level, value));
            }
        }
        return curves;
    }

    /** Each policy with early starts, and dashed what it is without. */
    private static List<Curve> both(
            CastilloResults results, List<String> policies, ToDoubleFunction<SimulationResult> value) {
        List<Curve> curves = new ArrayList<>();
        for (String policy : policies) {
            for (Level level : results.sweep().levels()) {
                String name = results.sweep().name(policy, level);
                curves.add(results.curve(name, policy + EARLY, level, value));
                curves.add(new Curve(name + " as promised", results.points(policy, level, value), true, name));
            }
        }
        return curves;
    }

    private static List<String> notes() {
        return List.of(
                "Solid: jobs start as soon as servers are free, and when they were promised at the latest. Dashed, \"as"
                        + " promised\": jobs start when they were promised. All see the same jobs.",
                "`replan` is `level` that moves what waits to make room for others; the other policies move nothing.",
                "All of these jobs are booked ahead, if only by a minute. There `terms` decides as `level` does, and its curves lie"
                        + " on those of `level`.",
                "The promised wait is from ready to the start that was promised first, the real wait to the start, the"
                        + " turnaround to the end; over the reservations that are ready within the measured time.",
                "As promised and without moves the real wait is the promised one. Under `ff-hu` nothing can start early: it has"
                        + " promised the first start on any server already.",
                "The offline bound is what a scheduler loses at least that knows all jobs in advance and may interrupt,"
                        + " move and divide them; of the jobs that are ready within the measured time.");
    }
}
