package dev.berth.lab.experiment.castillo;

import static dev.berth.lab.experiment.castillo.CastilloResults.mean;
import static dev.berth.lab.experiment.castillo.CastilloResults.percent;

import dev.berth.lab.figure.Claim;
import dev.berth.lab.figure.Comparison;
import dev.berth.lab.figure.ComparisonFamily;
import dev.berth.lab.figure.Paired;
import dev.berth.lab.figure.Point;
import dev.berth.lab.figure.Verdict;
import dev.berth.lab.simulation.BookPolicy;
import dev.berth.lab.simulation.SimulationResult;
import dev.berth.lab.workload.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/** Claims of {@code early-starts}; they are Berth's own, not a paper's. */
record EarlyStartsClaims(CastilloResults results) {
    private static final String OURS = "Berth's own";
    private static final double MINUTES = 60;

    /** "At most 35 minutes" at load 0.9: the goal that early starts were made for. */
    static final double GOAL_LOAD = 0.9;

    private static final double GOAL_MINUTES = 35;

    List<Claim> all() {
        List<String> ours = new ArrayList<>(policies());
        ours.removeAll(EarlyStarts.PAPERS);
        return List.of(
                shorterWait(),
                noMoreLost("Berth's policies", ours),
                noMoreLost("the paper's policies", EarlyStarts.PAPERS),
                goal(),
                notLate(),
                lateByMoves());
    }

    private List<String> policies() {
        return results.sweep().policies();
    }

    private Level level() {
        return results.sweep().levels().getLast();
    }

    private List<Point> points(String policy, ToDoubleFunction<SimulationResult> value) {
        return results.points(policy, level(), value);
    }

    private List<Point> early(String policy, ToDoubleFunction<SimulationResult> value) {
        return points(policy + EarlyStarts.EARLY, value);
    }

    /** How much more of something a policy has with early starts, at a load. */
    private Paired more(String policy, int load, ToDoubleFunction<SimulationResult> value) {
        return results.more(policy + EarlyStarts.EARLY, policy, level(), load, value);
    }

    /** That none of these has more of it with early starts, at any load; equal to the last bit is good enough. */
    private Verdict noMore(List<String> policies, ToDoubleFunction<SimulationResult> value) {
        List<Comparison> points = new ArrayList<>();
        for (String policy : policies) {
            for (int load = 0; load < results.sweep().loads().size(); load++) {
                points.add(more(policy, load, value).atMost(0));
            }
        }
        return ComparisonFamily.of(points).all();
    }

    private static double realWait(SimulationResult result) {
        return result.fulfilment().realWait();
    }

    /** Every scale has this load. */
    private int goalIndex() {
        return results.sweep().loads().indexOf(GOAL_LOAD);
    }

    private static String minutes(double hours) {
        return String.format(Locale.ROOT, "%.0f", hours * MINUTES);
    }

    private Claim shorterWait() {
        int good = 0;
        int all = 0;
        List<String> evidence = new ArrayList<>();
        for (String policy : policies()) {
            List<Point> before = points(policy, EarlyStartsClaims::realWait);
            List<Point> after = early(policy, EarlyStartsClaims::realWait);
            for (int i = 0; i < after.size(); i++) {
                all++;
                good += mean(after, i) <= mean(before, i) ? 1 : 0;
            }
            evidence.add("%s %s to %s"
                    .formatted(policy, minutes(mean(before, goalIndex())), minutes(mean(after, goalIndex()))));
        }
        return new Claim(
                "With early starts jobs wait no longer, under every policy and at every load.",
                OURS,
                noMore(policies(), EarlyStartsClaims::realWait),
                "the real mean wait is no longer at %d of %d points; at load %s in minutes: %s"
                        .formatted(good, all, GOAL_LOAD, String.join(", ", evidence)));
    }

    private Claim noMoreLost(String whose, List<String> policies) {
        int good = 0;
        int all = 0;
        double worst = Double.NEGATIVE_INFINITY;
        String worstPoint = "";
        List<String> evidence = new ArrayList<>();
        for (String policy : policies) {
            List<Point> before = points(policy, SimulationResult::loss);
            List<Point> after = early(policy, SimulationResult::loss);
            for (int i = 0; i < after.size(); i++) {
                double more = mean(after, i) - mean(before, i);
                all++;
                good += more <= 0 ? 1 : 0;
                if (more > worst) {
                    worst = more;
                    worstPoint = "%s at load %s, %s instead of %s"
                            .formatted(policy, after.get(i).x(), percent(mean(after, i)), percent(mean(before, i)));
                }
            }
            evidence.add("%s %s to %s"
                    .formatted(policy, percent(mean(before, goalIndex())), percent(mean(after, goalIndex()))));
        }
        return new Claim(
                "With early starts %s lose no more work, at every load.".formatted(whose),
                OURS,
                noMore(policies, SimulationResult::loss),
                "at %d of %d points; at load %s: %s; the least gain is that of %s"
                        .formatted(good, all, GOAL_LOAD, String.join(", ", evidence), worstPoint));
    }

    private Claim goal() {
        List<Comparison> waits = new ArrayList<>();
        List<String> evidence = new ArrayList<>();
        for (String policy : List.of("level", "terms", BookPolicy.REPLAN)) {
            double wait = mean(early(policy, EarlyStartsClaims::realWait), goalIndex());
            waits.add(results.above(policy + EarlyStarts.EARLY, level(), goalIndex(), EarlyStartsClaims::realWait)
                    .atMost(GOAL_MINUTES / MINUTES));
            evidence.add("%s %s minutes".formatted(policy, minutes(wait)));
        }
        return new Claim(
                "At load 0.9 jobs wait at most 35 minutes in the mean, under level, terms and replan.",
                OURS,
                ComparisonFamily.of(waits).all(),
                String.join(", ", evidence));
    }

    /** Claim that no job starts late, for the policies that move nothing. */
    private Claim notLate() {
        int good = 0;
        int all = 0;
        for (String policy : policies()) {
            if (!policy.equals(BookPolicy.REPLAN)) {
                for (Point point : early(policy, result -> result.fulfilment().late())) {
                    all++;
                    good += point.y().mean() == 0 ? 1 : 0;
                }
            }
        }
        return new Claim(
                        "Nobody starts later than promised, under every policy that moves nothing (by construction: an early start"
                                + " takes idle servers only, and touches nobody else's place).",
                        OURS,
                        Verdict.of(good == all),
                        "no late start at %d of %d points".formatted(good, all))
                .holdingByConstruction();
    }

    /** {@code replan} moves some to later starts, within their deadlines; early starts give most of that back. */
    private Claim lateByMoves() {
        List<Point> before =
                points(BookPolicy.REPLAN, result -> result.fulfilment().late());
        List<Point> after =
                early(BookPolicy.REPLAN, result -> result.fulfilment().late());
        int fewer = CastilloResults.countWhere(i -> mean(after, i) <= mean(before, i), after.size());
        return new Claim(
                "Under replan, which moves some reservations later than promised first, no more of them start late with early"
                        + " starts.",
                OURS,
                noMore(List.of(BookPolicy.REPLAN), result -> result.fulfilment().late()),
                "no more at %d of %d loads; at load %s %s instead of %s, at %s %s instead of %s"
                        .formatted(
                                fewer,
                                after.size(),
                                GOAL_LOAD,
                                percent(mean(after, goalIndex())),
                                percent(mean(before, goalIndex())),
                                after.getLast().x(),
                                percent(mean(after, after.size() - 1)),
                                percent(mean(before, before.size() - 1))));
    }
}
