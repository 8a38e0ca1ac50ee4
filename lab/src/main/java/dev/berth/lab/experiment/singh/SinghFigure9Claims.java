package dev.berth.lab.experiment.singh;

import dev.berth.lab.experiment.Options;
import dev.berth.lab.figure.Claim;
import dev.berth.lab.figure.Comparison;
import dev.berth.lab.figure.ComparisonFamily;
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
record SinghFigure9Claims(Options options, SinghResults results, String way, String cluster, boolean ctc) {
    private static final String WHERE = "section 5, figure 9";
    private static final List<Double> LOW = List.of(0.0, 0.2);

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
                at(
                        LOW,
                        alpha -> makespan(alpha, SinghThresholds.below(SinghThresholds.CONSIDERABLE, options))
                                .below(0)),
                makespans()
                        + " (lower: 0 and 0.2, considerably: %s%% or more)"
                                .formatted(SinghThresholds.CONSIDERABLE.of(options)));
    }

    private Claim littleDearer() {
        return new Claim(
                cluster + ": at little or no increase in the allocation cost.",
                WHERE,
                at(
                        SinghFigure9.ALPHAS,
                        alpha -> cost(alpha, SinghThresholds.above(SinghThresholds.LITTLE, options))
                                .atMost(0)),
                costs() + " (little: %s%% or less)".formatted(SinghThresholds.LITTLE.of(options)));
    }

    private Claim approachesTheBound() {
        return new Claim(
                        cluster
                                + ": the cost approaches its lower bound, that of best effort, with higher values of alpha.",
                        WHERE,
                        ComparisonFamily.of(
                                        cost(1, SinghThresholds.above(SinghThresholds.NEAR, options))
                                                .atMost(0),
                                        Paired.of(
                                                        results.values(cluster, SinghTrial.cost(way, 1)),
                                                        results.values(cluster, SinghTrial.cost(way, 0)))
                                                .atMost(0))
                                .all(),
                        costs() + " (at the bound: at most %s%% above it)".formatted(SinghThresholds.NEAR.of(options)))
                // With alpha 1 the cheapest plan is chosen, and the cheapest pays for what the tasks take.
                .holdingByConstruction();
    }

    private Claim variesLess() {
        List<Comparison> alphas = SinghFigure9.ALPHAS.stream()
                .map(alpha -> Paired.of(
                                results.deviations(cluster, SinghTrial.makespan()),
                                results.deviations(cluster, SinghTrial.makespan(way, alpha)))
                        .above(0))
                .toList();
        return new Claim(
                cluster + ": the standard deviation of the best effort makespan is generally higher.",
                WHERE,
                ComparisonFamily.of(alphas).inMoreThan(0.5),
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
                        .above(0)
                        .verdict(),
                list("standard deviation", this::deviation));
    }

    private static Verdict at(List<Double> alphas, DoubleFunction<Comparison> comparison) {
        return ComparisonFamily.of(alphas.stream().map(comparison::apply).toList())
                .all();
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
