package dev.berth.lab.experiment.singh;

import dev.berth.lab.figure.Claim;
import dev.berth.lab.figure.Paired;
import dev.berth.lab.figure.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.DoubleFunction;
import java.util.function.DoubleUnaryOperator;

/**
 * Claims of singh about one cluster of Figure 9.
 *
 * @param way the search whose plans are judged
 * @param ctc whether the cluster is CTC, or a log in its place; the paper claims other things of it than of SDSC
 */
record SinghFigure9Claims(SinghResults results, String way, String cluster, boolean ctc) {
    private static final String WHERE = "section 5, figure 9";
    private static final List<Double> LOW = List.of(0.0, 0.2);
    private static final double CONSIDERABLY = 0.9;
    private static final double LITTLE = 1.1;
    private static final double AT_THE_BOUND = 1.05;

    List<Claim> all() {
        List<Claim> claims = new ArrayList<>();
        claims.add(ctc ? lower() : considerablyLess());
        if (ctc) {
            claims.add(littleDearer());
        }
        claims.add(approachesTheBound());
        claims.add(variesLess());
        claims.add(variesMoreWithAlpha());
        return claims;
    }

    private Claim lower() {
        return new Claim(
                cluster + ": the provisioned makespan is lower than the best effort makespan for all values of alpha.",
                WHERE,
                at(SinghFigure9.ALPHAS, alpha -> makespan(alpha, 1).below(0)),
                makespans());
    }

    private Claim considerablyLess() {
        return new Claim(
                cluster + ": the provisioned makespan is considerably less than best effort for lower values of alpha.",
                WHERE,
                at(LOW, alpha -> makespan(alpha, CONSIDERABLY).below(0)),
                makespans() + " (lower: 0 and 0.2, considerably: 10% or more)");
    }

    private Claim littleDearer() {
        return new Claim(
                cluster + ": at little or no increase in the allocation cost.",
                WHERE,
                at(SinghFigure9.ALPHAS, alpha -> cost(alpha, LITTLE).atMost(0)),
                costs() + " (little: 10% or less)");
    }

    private Claim approachesTheBound() {
        return new Claim(
                        cluster
                                + ": the cost approaches its lower bound, that of best effort, with higher values of alpha.",
                        WHERE,
                        Verdict.all(List.of(
                                cost(1, AT_THE_BOUND).atMost(0),
                                Paired.of(
                                                results.values(cluster, SinghTrial.cost(way, 1)),
                                                results.values(cluster, SinghTrial.cost(way, 0)))
                                        .atMost(0))),
                        costs() + " (at the bound: 105%)")
                // With alpha 1 the cheapest plan is chosen, and the cheapest pays for what the tasks take.
                .holdingByConstruction();
    }

    private Claim variesLess() {
        List<Verdict> verdicts = SinghFigure9.ALPHAS.stream()
                .map(alpha -> Paired.of(
                                results.deviations(cluster, SinghTrial.makespan()),
                                results.deviations(cluster, SinghTrial.makespan(way, alpha)))
                        .above(0))
                .toList();
        return new Claim(
                cluster + ": the standard deviation of the best effort makespan is generally higher.",
                WHERE,
                generally(verdicts),
                String.format(
                                Locale.ROOT,
                                "best effort %.0f s; ",
                                results.standardDeviation(cluster, SinghTrial.makespan()))
                        + list("provisioned", this::deviation)
                        + " (generally: at more than half of these)");
    }

    private Claim variesMoreWithAlpha() {
        return new Claim(
                cluster + ": as alpha increases, the standard deviation of the provisioned makespan increases.",
                WHERE,
                Paired.of(
                                results.deviations(cluster, SinghTrial.makespan(way, 1)),
                                results.deviations(cluster, SinghTrial.makespan(way, 0)))
                        .above(0),
                list("standard deviation", this::deviation));
    }

    private static Verdict at(List<Double> alphas, DoubleFunction<Verdict> verdict) {
        return Verdict.all(alphas.stream().map(verdict::apply).toList());
    }

    private static Verdict generally(List<Verdict> verdicts) {
        long hold = verdicts.stream().filter(Verdict.HOLDS::equals).count();
        long fail = verdicts.stream().filter(Verdict.FAILS::equals).count();
        return 2 * hold > verdicts.size()
                ? Verdict.HOLDS
                : 2 * fail >= verdicts.size() ? Verdict.FAILS : Verdict.UNDECIDED;
    }

    private Paired makespan(double alpha, double factor) {
        return results.against(cluster, SinghTrial.makespan(way, alpha), factor, SinghTrial.makespan());
    }

    private Paired cost(double alpha, double factor) {
        return results.against(cluster, SinghTrial.cost(way, alpha), factor, SinghTrial.cost());
    }

    private double deviation(double alpha) {
        return results.standardDeviation(cluster, SinghTrial.makespan(way, alpha));
    }

    private String makespans() {
        return list(
                "makespan in % of best effort",
                alpha -> results.percentOfMeans(cluster, SinghTrial.makespan(way, alpha), SinghTrial.makespan()));
    }

    private String costs() {
        return list(
                "cost in % of best effort",
                alpha -> results.percentOfMeans(cluster, SinghTrial.cost(way, alpha), SinghTrial.cost()));
    }

    private static String list(String what, DoubleUnaryOperator value) {
        StringBuilder text = new StringBuilder(what);
        for (double alpha : SinghFigure9.ALPHAS) {
            text.append(String.format(
                    Locale.ROOT, "%s %.0f at alpha %.1f", alpha == 0 ? "" : ",", value.applyAsDouble(alpha), alpha));
        }
        return text.toString();
    }
}
