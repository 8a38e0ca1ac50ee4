package dev.berth.lab.experiment.castillo;

import dev.berth.lab.experiment.Results;
import dev.berth.lab.figure.Claim;
import dev.berth.lab.figure.Curve;
import dev.berth.lab.figure.Point;
import dev.berth.lab.figure.Statistics;
import dev.berth.lab.simulation.SimulationResult;
import dev.berth.lab.workload.Level;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.IntPredicate;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/**
 * What came of a sweep, as curves over the loads; and how castillo's figures are checked on ours. Readings of the vague
 * words: low load is the lowest of the sweep, high the highest, medium those between; "similar" is within two points of a
 * per cent; "much" or "significantly" is half as much again.
 */
record CastilloResults(LoadSweep sweep, Results<SimulationResult> results) {
    static final double SIMILAR = 0.02;
    static final double MUCH = 1.5;

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

    /** Whether the quantity moves the right way from each level to the next, at every load. */
    Claim improves(
            String policy, String where, ToDoubleFunction<SimulationResult> quantity, int direction, String name) {
        int good = 0;
        int all = 0;
        StringBuilder middle = new StringBuilder();
        List<Point> before = List.of();
        for (Level level : sweep.levels()) {
            List<Point> now = points(policy, level, quantity);
            int index = now.size() / 2;
            middle.append(middle.isEmpty() ? "" : ", ")
                    .append(level.name())
                    .append(' ')
                    .append(percent(mean(now, index)));
            for (int i = 0; i < before.size(); i++) {
                all++;
                good += direction * (mean(now, i) - mean(before, i)) > 0 ? 1 : 0;
            }
            before = now;
        }
        return new Claim(
                "The %s of %s improves as the system becomes more heterogeneous.".formatted(name, policy),
                where,
                good == all,
                "at %d of %d steps between levels and loads; in the middle load: %s".formatted(good, all, middle));
    }
}
