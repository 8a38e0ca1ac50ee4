package dev.berth.lab.experiment.castillo;

import static dev.berth.lab.experiment.castillo.CastilloResults.mean;
import static dev.berth.lab.experiment.castillo.CastilloResults.number;

import dev.berth.lab.experiment.Cell;
import dev.berth.lab.experiment.Experiment;
import dev.berth.lab.experiment.OpenParameter;
import dev.berth.lab.experiment.Options;
import dev.berth.lab.experiment.PlannedRuns;
import dev.berth.lab.figure.Claim;
import dev.berth.lab.figure.Curve;
import dev.berth.lab.figure.Figure;
import dev.berth.lab.figure.Panel;
import dev.berth.lab.simulation.BookPolicy;
import dev.berth.lab.simulation.GroupUse;
import dev.berth.lab.simulation.Simulation;
import dev.berth.lab.simulation.SimulationResult;
import dev.berth.lab.workload.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/**
 * Why castillo's policies differ, by the paper's own argument (section VII): how fragmented the idle time is, and how much the
 * slow and the fast servers are used. The paper tells of "a careful examination" and prints no numbers.
 */
final class CastilloGroups implements Experiment<SimulationResult> {
    private static final String ID = "castillo-groups";
    private static final String TITLE = "Fragmentation and use of slow and fast servers";
    private static final String FIGURE_4 = "section VII, on Figure 4";
    private static final String FIGURE_5 = "section VII, on Figure 5";

    /** The paper does not define it. */
    private static final OpenParameter FRAGMENTATION = OpenParameter.choice(
                    "fragmentation",
                    "what is fragmented: the share of idle time in periods too short for a job of mean size, or the idle periods a server"
                            + " and day",
                    "too-short",
                    "pieces")
            .thatJudges();

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
    public List<OpenParameter> parameters() {
        return List.of(CastilloReading.ORDER, FRAGMENTATION);
    }

    private static LoadSweep sweep(Options options) {
        return LoadSweep.ofThePaper(options);
    }

    @Override
    public PlannedRuns plannedRuns() {
        return LoadSweep.RUNS;
    }

    @Override
    public List<Cell<SimulationResult>> cells(Options options) {
        return sweep(options).followedCells("", BookPolicy::asPromised);
    }

    @Override
    public Figure figure(Options options, Map<String, SimulationResult> byKey) {
        CastilloResults results = new CastilloResults(sweep(options), byKey);
        String plus = new CastilloReading(options).plus();
        boolean byLength = FRAGMENTATION.of(options).equals(FRAGMENTATION.usual());
        ToDoubleFunction<GroupUse> broken = byLength ? GroupUse::tooShort : GroupUse::pieces;
        ToDoubleFunction<SimulationResult> all = byLength ? CastilloGroups::tooShort : CastilloGroups::pieces;
        return new Figure(
                ID,
                TITLE,
                "castillo, section VII",
                results.sweep().settings(options),
                List.of(
                        panel(results, "busy", "share of time the servers are busy", GroupUse::busy),
                        panel(results, "started", "share of the jobs that start there", GroupUse::started),
                        panel(results, "too-short", "share of idle time in too short periods", GroupUse::tooShort),
                        panel(results, "pieces", "idle periods a server and day", GroupUse::pieces)),
                List.of(
                        more(results, plus, "ff-hu", FIGURE_4, "FF-HU incurs less fragmentation than FF-HA+.", all),
                        more(
                                results,
                                plus,
                                "ff-ha",
                                FIGURE_4,
                                "To take the idle period of largest capacity costs fragmentation: FF-HA+ has more than FF-HA.",
                                all),
                        more(
                                results,
                                plus,
                                "ff-hu",
                                FIGURE_5,
                                "Under FF-HA+ the servers of high rate are more fragmented than under FF-HU.",
                                result -> broken.applyAsDouble(result.groups().getLast())),
                        more(
                                results,
                                plus,
                                "ff-hu",
                                FIGURE_5,
                                "FF-HA+ allocates more jobs to slow servers than FF-HU.",
                                result -> result.groups().getFirst().started())),
                List.of(
                        "An idle period is what is left between two jobs of one server once nobody can take it any more. It is too"
                                + " short if a job of mean size, 5.6 hours at rate 1, does not fit."));
    }

    /** Share of the idle time of all servers that is in periods too short for a job; the pools are of equal size. */
    private static double tooShort(SimulationResult result) {
        double idle = 0;
        double tooShort = 0;
        for (GroupUse group : result.groups()) {
            idle += 1 - group.busy();
            tooShort += (1 - group.busy()) * group.tooShort();
        }
        return Simulation.share(tooShort, idle);
    }

    private static double pieces(SimulationResult result) {
        return result.groups().stream().mapToDouble(GroupUse::pieces).average().orElse(0);
    }

    private static Panel panel(
            CastilloResults results, String quantity, String label, ToDoubleFunction<GroupUse> value) {
        LoadSweep sweep = results.sweep();
        List<Curve> curves = new ArrayList<>();
        for (String policy : sweep.policies()) {
            for (Level level : sweep.levels()) {
                for (int g = 0; g < level.rates().size(); g++) {
                    int group = g;
                    curves.add(results.curve(
                            sweep.name(policy, level) + ", rate "
                                    + level.rates().get(g),
                            policy,
                            level,
                            result -> value.applyAsDouble(result.groups().get(group))));
                }
            }
        }
        return new Panel(quantity, label, "load", label, false, curves);
    }

    /** That one policy has more of something than another: at no load less, and at some more. */
    private static Claim more(
            CastilloResults results,
            String policy,
            String other,
            String where,
            String sentence,
            ToDoubleFunction<SimulationResult> quantity) {
        LoadSweep sweep = results.sweep();
        Level level = sweep.levels().getLast();
        int middle = sweep.loads().size() / 2;
        return new Claim(
                sentence,
                where,
                CastilloResults.better(IntStream.range(0, sweep.loads().size())
                        .mapToObj(load -> results.more(policy, other, level, load, quantity))
                        .toList()),
                "at load %s %s %s, %s %s; at load %s %s and %s"
                        .formatted(
                                sweep.loads().get(middle),
                                policy,
                                number(mean(results.points(policy, level, quantity), middle)),
                                other,
                                number(mean(results.points(other, level, quantity), middle)),
                                sweep.loads().getLast(),
                                number(mean(
                                        results.points(policy, level, quantity),
                                        sweep.loads().size() - 1)),
                                number(mean(
                                        results.points(other, level, quantity),
                                        sweep.loads().size() - 1))));
    }
}
