package dev.berth.lab.experiment.castillo;

import dev.berth.lab.experiment.Cell;
import dev.berth.lab.experiment.Experiment;
import dev.berth.lab.experiment.Options;
import dev.berth.lab.experiment.PlannedRuns;
import dev.berth.lab.figure.Curve;
import dev.berth.lab.figure.Figure;
import dev.berth.lab.figure.Panel;
import dev.berth.lab.simulation.SimulationResult;
import dev.berth.lab.workload.Level;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * Gain from late binding by itself, apart from the order in which idle times are tried. {@code ff-ha},
 * {@code ff-ha-tight} and {@code earliest} all take the first start in the slowest pool that has one; the first two bind the
 * job to a server at once. Not from a paper; the claims are ours.
 */
final class LateBinding implements Experiment<SimulationResult> {
    private static final String ID = "late-binding";
    private static final String TITLE = "The same order with servers bound at once and late";
    private static final String OURS = "ours";
    private static final List<String> POLICIES =
            List.of("ff-ha", "ff-ha-tight", "earliest", "ff-ha-plus", "ff-ha-plus-last", "level");

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
        return sweep(options).cells();
    }

    @Override
    public Figure figure(Options options, Map<String, SimulationResult> byKey) {
        CastilloResults results = new CastilloResults(sweep(options), byKey);
        return new Figure(
                ID,
                TITLE,
                "none: Berth's own, on castillo's workload",
                results.sweep().settings(options),
                List.of(
                        panel(results, "work-loss-rate", "work loss rate", SimulationResult::loss),
                        panel(results, "mean-wait", "mean wait beyond ready (hours)", SimulationResult::meanWaitHours)),
                List.of(
                        results.losesLess(
                                "earliest",
                                "ff-ha-tight",
                                OURS,
                                "Late binding by itself loses less: the first start in the slowest pool, bound late, against the"
                                        + " same bound at once to the tightest server."),
                        results.losesLess(
                                "ff-ha-tight",
                                "ff-ha",
                                OURS,
                                "Which server is taken matters without late binding: the tightest loses less than the one that"
                                        + " has been idle longest."),
                        results.losesLess(
                                "ff-ha-plus-last",
                                "ff-ha-plus",
                                OURS,
                                "The order alone matters: FF-HA+ loses less with the last marked first."),
                        results.losesLess(
                                "ff-ha-plus-last",
                                "earliest",
                                OURS,
                                "An order can be worth more than late binding: FF-HA+ with the last marked first, bound at once,"
                                        + " loses less than the first start, bound late.")),
                List.of(
                        "ff-ha, ff-ha-tight and earliest take the first start in the slowest pool that has one, and differ in the"
                                + " server alone: the first that became idle, the one with the shortest idle period, or none before"
                                + " the job starts."));
    }

    private static Panel panel(
            CastilloResults results, String quantity, String label, ToDoubleFunction<SimulationResult> value) {
        LoadSweep sweep = results.sweep();
        List<Curve> curves = sweep.policies().stream()
                .flatMap(policy -> sweep.levels().stream()
                        .map(level -> results.curve(sweep.name(policy, level), policy, level, value)))
                .toList();
        return new Panel(quantity, label, "load", label, false, curves);
    }
}
