package dev.berth.lab.experiment.castillo;

import dev.berth.lab.figure.Claim;
import dev.berth.lab.figure.Curve;
import dev.berth.lab.figure.Point;
import dev.berth.lab.simulation.RunResult;
import dev.berth.lab.workload.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.IntPredicate;
import java.util.function.ToDoubleFunction;

/**
 * What castillo says of its figures, checked on ours. Readings of the vague words: low load is the lowest of the sweep,
 * high the highest, medium those between; "similar" is within two points of a per cent; "much" or "significantly" is half
 * as much again.
 */
record CastilloClaims(LoadSweep sweep, Map<String, RunResult> results, List<Level> levels) {
    private static final double SIMILAR = 0.02;
    private static final double MUCH = 1.5;

    private List<Point> points(String policy, Level level, ToDoubleFunction<RunResult> quantity) {
        Curve curve = sweep.curve(policy, policy, level, results, quantity);
        return curve.points();
    }

    private static double mean(List<Point> points, int index) {
        return points.get(index).y().mean();
    }

    List<Claim> figure2() {
        List<Claim> claims = new ArrayList<>();
        for (Level level : levels) {
            List<Point> aware = points("ff-ha", level, RunResult::loss);
            List<Point> unaware = points("ff-hu", level, RunResult::loss);
            int worse = countWhere(i -> mean(aware, i) >= mean(unaware, i), aware.size());
            claims.add(new Claim(
                    "For level " + level.name() + " FF-HA outperforms FF-HU across the spectrum of loads.",
                    "section III, Figure 2",
                    worse == 0,
                    "FF-HA loses less at %d of %d loads; at load %s %s against %s"
                            .formatted(
                                    aware.size() - worse,
                                    aware.size(),
                                    aware.getLast().x(),
                                    percent(mean(aware, aware.size() - 1)),
                                    percent(mean(unaware, unaware.size() - 1)))));
        }
        claims.add(improves("ff-hu", "section III, Figure 2", RunResult::loss, -1, "work loss rate"));
        claims.add(improves("ff-ha", "section III, Figure 2", RunResult::loss, -1, "work loss rate"));
        return claims;
    }

    List<Claim> figure4() {
        Level level = levels.getLast();
        List<Point> plus = points("ff-ha-plus", level, RunResult::loss);
        List<Point> list = points("ff-hu", level, RunResult::loss);
        int last = plus.size() - 1;
        List<Claim> claims = new ArrayList<>();
        claims.add(new Claim(
                "The loss rate increases with the load for both algorithms.",
                "section VII, Figure 4(a)",
                grows(plus) && grows(list),
                "FF-HA+ from %s to %s, FF-HU from %s to %s"
                        .formatted(
                                percent(mean(plus, 0)),
                                percent(mean(plus, last)),
                                percent(mean(list, 0)),
                                percent(mean(list, last)))));
        claims.add(similar("low", plus, list, 0));
        claims.add(similar("high", plus, list, last));
        int higher = 0;
        for (int i = 1; i < last; i++) {
            higher += mean(plus, i) > mean(list, i) ? 1 : 0;
        }
        claims.add(new Claim(
                "FF-HA+ exhibits a higher loss rate at medium loads.",
                "section VII, Figure 4(a)",
                last > 1 && higher == last - 1,
                "FF-HA+ loses more than FF-HU at %d of %d medium loads; in the middle %s against %s"
                        .formatted(
                                higher,
                                Math.max(0, last - 1),
                                percent(mean(plus, last / 2)),
                                percent(mean(list, last / 2)))));
        List<Point> plusTime = points("ff-ha-plus", level, RunResult::cpuSeconds);
        List<Point> listTime = points("ff-hu", level, RunResult::cpuSeconds);
        int slower = countWhere(i -> i == 0 || mean(listTime, i) > MUCH * mean(plusTime, i), plusTime.size());
        claims.add(new Claim(
                "The running time of FF-HU is significantly higher than that of FF-HA+, especially at medium to high loads.",
                "section VII, Figure 4(b)",
                slower == plusTime.size(),
                "1.5 times as long at %d of %d loads above the lowest; in the middle %s s against %s s a run"
                        .formatted(
                                slower - 1, last, number(mean(listTime, last / 2)), number(mean(plusTime, last / 2)))));
        return claims;
    }

    List<Claim> figure5() {
        Level level = levels.getLast();
        List<Point> plus = points("ff-ha-plus", level, RunResult::utilisation);
        List<Point> list = points("ff-hu", level, RunResult::utilisation);
        int more = countWhere(i -> mean(plus, i) > mean(list, i), plus.size());
        List<Point> plusWait = points("ff-ha-plus", level, RunResult::meanWaitHours);
        List<Point> listWait = points("ff-hu", level, RunResult::meanWaitHours);
        int longer = countWhere(i -> mean(listWait, i) > MUCH * mean(plusWait, i), plusWait.size());
        int last = plus.size() - 1;
        return List.of(
                new Claim(
                        "FF-HA+ utilises the resources better than FF-HU.",
                        "section VII, Figure 5(a)",
                        more == plus.size(),
                        "busier at %d of %d loads; at load %s %s against %s"
                                .formatted(
                                        more,
                                        plus.size(),
                                        plus.getLast().x(),
                                        percent(mean(plus, last)),
                                        percent(mean(list, last)))),
                new Claim(
                        "Jobs have to wait significantly longer under FF-HU than under FF-HA+.",
                        "section VII, Figure 5(b)",
                        longer == plusWait.size(),
                        "longer by half at %d of %d loads; at load %s %s h against %s h"
                                .formatted(
                                        longer,
                                        plusWait.size(),
                                        plusWait.getLast().x(),
                                        number(mean(listWait, last)),
                                        number(mean(plusWait, last)))));
    }

    List<Claim> figure6() {
        return List.of(
                improves("ff-ha-plus", "section VII, Figure 6(a)", RunResult::loss, -1, "work loss rate"),
                improves("ff-ha-plus", "section VII, Figure 6(b)", RunResult::utilisation, 1, "utilisation"));
    }

    private static Claim similar(String which, List<Point> plus, List<Point> list, int index) {
        return new Claim(
                "The two strategies exhibit similar loss rates at " + which + " loads.",
                "section VII, Figure 4(a)",
                Math.abs(mean(plus, index) - mean(list, index)) <= SIMILAR,
                "at load %s FF-HA+ %s, FF-HU %s"
                        .formatted(plus.get(index).x(), percent(mean(plus, index)), percent(mean(list, index))));
    }

    /** Whether the quantity moves the right way from each level to the next, at every load. */
    private Claim improves(
            String policy, String where, ToDoubleFunction<RunResult> quantity, int direction, String name) {
        int good = 0;
        int all = 0;
        StringBuilder middle = new StringBuilder();
        List<Point> before = List.of();
        for (Level level : levels) {
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

    private static boolean grows(List<Point> points) {
        return countWhere(i -> i > 0 && mean(points, i) < mean(points, i - 1), points.size()) == 0;
    }

    private static int countWhere(IntPredicate test, int size) {
        int count = 0;
        for (int i = 0; i < size; i++) {
            count += test.test(i) ? 1 : 0;
        }
        return count;
    }

    private static String percent(double share) {
        return String.format(Locale.ROOT, "%.2f%%", 100 * share);
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, "%.2f", value);
    }
}
