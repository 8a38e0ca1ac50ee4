package dev.berth.lab.experiment.castillo;

import dev.berth.lab.experiment.Results;
import dev.berth.lab.figure.ChangedRule;
import dev.berth.lab.figure.Claim;
import dev.berth.lab.figure.Comparison;
import dev.berth.lab.figure.ComparisonFamily;
import dev.berth.lab.figure.Curve;
import dev.berth.lab.figure.Paired;
import dev.berth.lab.figure.Point;
import dev.berth.lab.figure.Statistics;
import dev.berth.lab.figure.Verdict;
import dev.berth.lab.simulation.SimulationResult;
import dev.berth.lab.workload.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/**
 * Results of a sweep, as curves over the loads; and how castillo's figures are checked on ours. Readings of the vague
 * words: low load is the lowest of the sweep, high the highest, medium those between; "similar" is within two points of a
 * per cent, "equal" within a twentieth of one; "much" or "significantly" is half as much again.
 */
record CastilloResults(LoadSweep sweep, Results<SimulationResult> results) {
    static final double SIMILAR = 0.02;
    static final double MUCH = 1.5;
    static final double EQUAL = 0.0005;

    CastilloResults(LoadSweep sweep, Map<String, SimulationResult> byKey) {
        this(sweep, new Results<>(byKey));
    }

    /** @param policy with the suffix of its cells, if they have one */
    Curve curve(String name, String policy, Level level, ToDoubleFunction<SimulationResult> quantity) {
        return new Curve(name, points(policy, level, quantity));
    }

    List<Point> points(String policy, Level level, ToDoubleFunction<SimulationResult> quantity) {
        return sweep.loads().stream()
                .map(load -> new Point(
                        load,
                        Statistics.estimate(results.values(
                                sweep.runs(), run -> LoadSweep.key(policy, level, load, run), quantity))))
                .toList();
    }

    static double mean(List<Point> points, int index) {
        return points.get(index).y().mean();
    }

    static int countWhere(IntPredicate test, int size) {
        return (int) IntStream.range(0, size).filter(test).count();
    }

    static String percent(double share) {
        return String.format(Locale.ROOT, "%.2f%%", 100 * share);
    }

    static String number(double value) {
        return String.format(Locale.ROOT, "%.2f", value);
    }

    private double[] values(String policy, Level level, double load, ToDoubleFunction<SimulationResult> quantity) {
        return results.values(sweep.runs(), run -> LoadSweep.key(policy, level, load, run), quantity);
    }

    /** How much more of a quantity one policy has than another, run by run, at the load of an index. */
    Paired more(String policy, String than, Level level, int load, ToDoubleFunction<SimulationResult> quantity) {
        return more(policy, 1, than, level, load, quantity);
    }

    /** The same against a multiple of what the other has. */
    Paired more(
            String policy,
            double factor,
            String than,
            Level level,
            int load,
            ToDoubleFunction<SimulationResult> quantity) {
        double at = sweep.loads().get(load);
        return Paired.of(values(policy, level, at, quantity), factor, values(than, level, at, quantity));
    }

    /** The quantity itself, run by run: how much above nothing it is. */
    Paired above(String policy, Level level, int load, ToDoubleFunction<SimulationResult> quantity) {
        return Paired.of(values(policy, level, sweep.loads().get(load), quantity));
    }

    /** How much a quantity grows from one load of the sweep to the next. */
    Paired growth(String policy, Level level, int load, ToDoubleFunction<SimulationResult> quantity) {
        return Paired.of(
                values(policy, level, sweep.loads().get(load + 1), quantity),
                values(policy, level, sweep.loads().get(load), quantity));
    }

    /** Comparisons over a range of loads, by their indexes. */
    static ComparisonFamily everywhere(int from, int to, IntFunction<Comparison> comparison) {
        return ComparisonFamily.of(
                IntStream.range(from, to).mapToObj(comparison).toList());
    }

    /**
     * That something is better in each of these comparisons: nowhere worse, if equal is good enough, and somewhere better.
     *
     * @param gains how much better it is
     */
    static Verdict better(List<Paired> gains) {
        Verdict nowhereWorse = family(gains, gain -> gain.atLeast(-EQUAL)).all();
        Verdict somewhereBetter = family(gains, gain -> gain.above(EQUAL)).any();
        return nowhereWorse == Verdict.HOLDS ? somewhereBetter : nowhereWorse;
    }

    /** Until FF-HA lost 0.00 and 0.00% at two levels, "improves" was read as better in every comparison. */
    static ChangedRule equalIsNotWorse(List<Paired> gains) {
        return new ChangedRule(
                "nowhere worse by more than 0.05 points, and better somewhere",
                "better in every comparison, by however little",
                family(gains, gain -> gain.above(0)).all());
    }

    /** Counts of the comparisons that are better and that are worse, in words; the others are undecided or equal. */
    static String counted(List<Paired> gains) {
        return "better at %d, worse at %d of %d"
                .formatted(
                        family(gains, gain -> gain.above(EQUAL)).holding(),
                        family(gains, gain -> gain.below(-EQUAL)).holding(),
                        gains.size());
    }

    private static ComparisonFamily family(List<Paired> gains, Function<Paired, Comparison> comparison) {
        return ComparisonFamily.of(gains.stream().map(comparison).toList());
    }

    /** That one policy loses less than another: at no load more, and at some less. Both with the suffixes of their cells. */
    Claim losesLess(String policy, String other, String where, String sentence) {
        Level level = sweep.levels().getLast();
        List<Point> ones = points(policy, level, SimulationResult::loss);
        List<Point> others = points(other, level, SimulationResult::loss);
        int middle = sweep.loads().size() / 2;
        int last = sweep.loads().size() - 1;
        return new Claim(
                sentence,
                where,
                better(IntStream.rangeClosed(0, last)
                        .mapToObj(load -> more(other, policy, level, load, SimulationResult::loss))
                        .toList()),
                "at load %s %s %s, %s %s; at load %s %s and %s"
                        .formatted(
                                sweep.loads().get(middle),
                                policy,
                                percent(mean(ones, middle)),
                                other,
                                percent(mean(others, middle)),
                                sweep.loads().get(last),
                                percent(mean(ones, last)),
                                percent(mean(others, last))));
    }

    /** Whether the quantity moves the right way from each level to the next, at every load. */
    Claim improves(
            String policy,
            String who,
            String where,
            ToDoubleFunction<SimulationResult> quantity,
            int direction,
            String name) {
        List<Paired> gains = new ArrayList<>();
        List<String> middle = new ArrayList<>();
        List<Level> levels = sweep.levels();
        for (int l = 0; l < levels.size(); l++) {
            middle.add(levels.get(l).name() + " "
                    + percent(mean(
                            points(policy, levels.get(l), quantity),
                            sweep.loads().size() / 2)));
            for (int i = 0; l > 0 && i < sweep.loads().size(); i++) {
                double[] now = values(policy, levels.get(l), sweep.loads().get(i), quantity);
                double[] before =
                        values(policy, levels.get(l - 1), sweep.loads().get(i), quantity);
                gains.add(direction > 0 ? Paired.of(now, before) : Paired.of(before, now));
            }
        }
        return new Claim(
                        "The %s of %s improves as the system becomes more heterogeneous.".formatted(name, who),
                        where,
                        better(gains),
                        "%s steps between levels and loads; at load %s: %s"
                                .formatted(
                                        counted(gains),
                                        sweep.loads().get(sweep.loads().size() / 2),
                                        String.join(", ", middle)))
                .changedFrom(equalIsNotWorse(gains));
    }
}
