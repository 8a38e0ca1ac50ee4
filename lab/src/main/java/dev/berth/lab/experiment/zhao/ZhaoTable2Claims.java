package dev.berth.lab.experiment.zhao;

import dev.berth.lab.experiment.MeasuredRuns;
import dev.berth.lab.experiment.zhao.ZhaoTable2.Errors;
import dev.berth.lab.figure.Claim;
import dev.berth.lab.figure.Comparison;
import dev.berth.lab.figure.Paired;
import dev.berth.lab.figure.RunShare;
import dev.berth.lab.figure.Verdict;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.StringJoiner;
import java.util.function.IntPredicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Claims of zhao about table 2, decided run by run; the evidence shows the results with both kinds of errors.
 *
 * @param decided the errors that decide
 */
record ZhaoTable2Claims(MeasuredRuns measured, int runs, Errors decided) {
    private static final String WHERE = "section 4.2, table 2";
    /** Most failures in a hundred runs that count as few. */
    private static final double FEW = 5;

    List<Claim> all() {
        return List.of(
                fewFailures(
                        "If the quality of information is less than alpha, failures are unlikely: none, or very few.",
                        gap -> gap < 0),
                fewFailures(
                        "In the table there are none, too, where the two are equal (20, 50, 100).", gap -> gap == 0),
                wholeMachines(),
                usedMore());
    }

    private double[] failures(Errors errors, int alpha, int quality, String policy) {
        return measured.values("Montage", runs, ZhaoTable2.failures(errors, alpha, quality, policy));
    }

    private double[] utilisation(Errors errors, int alpha, int quality, String policy) {
        return measured.values("Montage", runs, ZhaoTable2.utilisation(errors, alpha, quality, policy));
    }

    /** @param gap says of quality minus alpha whether it is meant */
    private Claim fewFailures(String claim, IntPredicate gap) {
        StringJoiner evidence = new StringJoiner("; ");
        Verdict verdict = Verdict.UNDECIDED;
        for (Errors errors : Errors.values()) {
            ZhaoCells few = new ZhaoCells();
            ZhaoCells fewOfRecursive = new ZhaoCells();
            double most = 0;
            String where = "";
            Map<String, Double> mostByPolicy = new LinkedHashMap<>();
            for (int alpha : ZhaoPaper.TABLE2_ALPHAS) {
                for (int quality : ZhaoPaper.QUALITIES) {
                    if (quality == 0 || quality == 150 || !gap.test(quality - alpha)) {
                        continue;
                    }
                    for (String policy : ZhaoPaper.VARIANTS) {
                        RunShare failures = RunShare.of(failures(errors, alpha, quality, policy), failed -> failed > 0);
                        Comparison cell = failures.atMost(FEW / 100);
                        few.add(cell);
                        if (policy.startsWith("r_")) {
                            fewOfRecursive.add(cell);
                        }
                        double share = 100 * failures.value();
                        mostByPolicy.merge(policy, share, Math::max);
                        if (share > most) {
                            most = share;
                            where = " (alpha %d, quality %d, %s)".formatted(alpha, quality, policy);
                        }
                    }
                }
            }
            verdict = errors == decided ? few.all() : verdict;
            evidence.add(String.format(
                    Locale.ROOT,
                    "errors %s: at most %.0f%% of the runs fail in %s (of the recursive policies in %s), at worst %.0f%%%s;"
                            + " at worst by policy: %s",
                    errors.words(),
                    FEW,
                    few.corrected(),
                    fewOfRecursive.corrected(),
                    most,
                    where,
                    mostByPolicy.entrySet().stream()
                            .map(each -> String.format(Locale.ROOT, "%s %.0f%%", each.getKey(), each.getValue()))
                            .collect(Collectors.joining(", "))));
        }
        return new Claim(claim, WHERE, verdict, evidence.toString());
    }

    /** A run without a failure in its slots has none on whole machines, which are booked from begin to deadline: by construction. */
    private Claim wholeMachines() {
        StringJoiner evidence = new StringJoiner("; ");
        Verdict verdict = Verdict.UNDECIDED;
        for (Errors errors : Errors.values()) {
            ZhaoCells lower = new ZhaoCells();
            ZhaoCells fewer = new ZhaoCells();
            for (int alpha : ZhaoPaper.TABLE2_ALPHAS) {
                for (int quality : ZhaoPaper.QUALITIES) {
                    double[] used = utilisation(errors, alpha, quality, "dag_reserve");
                    double[] failed = failures(errors, alpha, quality, "dag_reserve");
                    for (String policy : ZhaoPaper.VARIANTS) {
                        lower.add(Paired.of(used, utilisation(errors, alpha, quality, policy))
                                .below(0));
                        fewer.add(noMoreOften(failed, failures(errors, alpha, quality, policy)));
                    }
                }
            }
            verdict = errors == decided ? Verdict.all(List.of(lower.all(), fewer.all())) : verdict;
            evidence.add("errors %s: used less in %s and failing no more often in %s"
                    .formatted(errors.words(), lower.corrected(), fewer.corrected()));
        }
        return new Claim(
                        "Reserving all machines throughout (dag_reserve) fails no more often, but what it books is used less,"
                                + " than with any of the six variants.",
                        WHERE,
                        verdict,
                        evidence.toString())
                .holdingByConstruction();
    }

    /** Certain if it is so in every single run; an interval would leave it open where one run alone differs. */
    private static Comparison noMoreOften(double[] failed, double[] others) {
        boolean inEveryRun =
                failed.length > 1 && IntStream.range(0, failed.length).allMatch(run -> failed[run] <= others[run]);
        return inEveryRun
                ? Comparison.certain(true)
                : RunShare.larger(failed, others).atMost(0.5);
    }

    private Claim usedMore() {
        StringJoiner evidence = new StringJoiner("; ");
        Verdict verdict = Verdict.UNDECIDED;
        for (Errors errors : Errors.values()) {
            ZhaoCells steps = new ZhaoCells();
            for (int alpha : ZhaoPaper.TABLE2_ALPHAS) {
                for (String policy : ZhaoTable2.POLICIES) {
                    for (int q = 1; q < ZhaoPaper.QUALITIES.length; q++) {
                        steps.add(Paired.of(
                                        utilisation(errors, alpha, ZhaoPaper.QUALITIES[q], policy),
                                        utilisation(errors, alpha, ZhaoPaper.QUALITIES[q - 1], policy))
                                .above(0));
                    }
                }
            }
            verdict = errors == decided ? steps.all() : verdict;
            evidence.add("errors %s: it grows in %s, one for each step in a row"
                    .formatted(errors.words(), steps.corrected()));
        }
        return new Claim(
                "The utilisation of the reserved slots grows with the quality of information's bound, in every row.",
                WHERE,
                verdict,
                evidence.toString());
    }
}
