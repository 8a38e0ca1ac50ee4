package dev.berth.lab.experiment.zhao;

import dev.berth.lab.experiment.MeasuredRuns;
import dev.berth.lab.experiment.zhao.ZhaoTable2.Errors;
import dev.berth.lab.figure.Claim;
import java.util.List;
import java.util.Locale;
import java.util.StringJoiner;
import java.util.function.IntPredicate;

/** What zhao says about table 2, on errors as its words have them; the evidence also tells how it is with the others. */
record ZhaoTable2Claims(MeasuredRuns measured, int runs) {
    private static final String WHERE = "section 4.2, table 2";
    /** Of a hundred runs, what still is few. */
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

    private double failures(Errors errors, int alpha, int quality, String policy) {
        return measured.mean("Montage", runs, ZhaoTable2.failures(errors, alpha, quality, policy));
    }

    private double utilisation(Errors errors, int alpha, int quality, String policy) {
        return measured.mean("Montage", runs, ZhaoTable2.utilisation(errors, alpha, quality, policy));
    }

    /** @param gap says of quality minus alpha whether it is meant */
    private Claim fewFailures(String claim, IntPredicate gap) {
        StringJoiner evidence = new StringJoiner("; ");
        boolean holds = false;
        for (Errors errors : Errors.values()) {
            int few = 0;
            int cells = 0;
            int fewOfRecursive = 0;
            double most = 0;
            String where = "";
            for (int alpha : ZhaoPaper.TABLE2_ALPHAS) {
                for (int quality : ZhaoPaper.QUALITIES) {
                    if (quality == 0 || quality == 150 || !gap.test(quality - alpha)) {
                        continue;
                    }
                    for (String policy : ZhaoPaper.VARIANTS) {
                        double failures = failures(errors, alpha, quality, policy);
                        few += failures <= FEW ? 1 : 0;
                        cells++;
                        fewOfRecursive += failures <= FEW && policy.startsWith("r_") ? 1 : 0;
                        if (failures > most) {
                            most = failures;
                            where = " (alpha %d, quality %d, %s)".formatted(alpha, quality, policy);
                        }
                    }
                }
            }
            holds |= errors == Errors.EITHER_WAY && few == cells;
            evidence.add(String.format(
                    Locale.ROOT,
                    "errors %s: at most %.0f%% of the runs fail in %d of %d cells (of the recursive policies in %d of %d), at"
                            + " worst %.0f%%%s",
                    errors.words(),
                    FEW,
                    few,
                    cells,
                    fewOfRecursive,
                    cells * 4 / 6,
                    most,
                    where));
        }
        return new Claim(claim, WHERE, holds, evidence.toString());
    }

    private Claim wholeMachines() {
        StringJoiner evidence = new StringJoiner("; ");
        boolean holds = true;
        for (Errors errors : Errors.values()) {
            int lower = 0;
            int cells = 0;
            int fewer = 0;
            for (int alpha : ZhaoPaper.TABLE2_ALPHAS) {
                for (int quality : ZhaoPaper.QUALITIES) {
                    for (String policy : ZhaoPaper.VARIANTS) {
                        cells++;
                        lower += utilisation(errors, alpha, quality, "dag_reserve")
                                        < utilisation(errors, alpha, quality, policy)
                                ? 1
                                : 0;
                        fewer += failures(errors, alpha, quality, "dag_reserve")
                                        <= failures(errors, alpha, quality, policy)
                                ? 1
                                : 0;
                    }
                }
            }
            holds &= errors != Errors.EITHER_WAY || (lower == cells && fewer == cells);
            evidence.add("errors %s: used less in %d and failing no more often in %d of %d cells"
                    .formatted(errors.words(), lower, fewer, cells));
        }
        return new Claim(
                "Reserving all machines throughout (dag_reserve) fails no more often, but what it books is used less, than"
                        + " with any of the six variants.",
                WHERE,
                holds,
                evidence.toString());
    }

    private Claim usedMore() {
        StringJoiner evidence = new StringJoiner("; ");
        boolean holds = true;
        for (Errors errors : Errors.values()) {
            int growing = 0;
            int rows = 0;
            for (int alpha : ZhaoPaper.TABLE2_ALPHAS) {
                for (String policy : ZhaoTable2.POLICIES) {
                    boolean grows = true;
                    for (int q = 1; q < ZhaoPaper.QUALITIES.length; q++) {
                        grows &= utilisation(errors, alpha, ZhaoPaper.QUALITIES[q], policy)
                                > utilisation(errors, alpha, ZhaoPaper.QUALITIES[q - 1], policy);
                    }
                    growing += grows ? 1 : 0;
                    rows++;
                }
            }
            holds &= errors != Errors.EITHER_WAY || growing == rows;
            evidence.add("errors %s: it grows in %d of %d rows".formatted(errors.words(), growing, rows));
        }
        return new Claim(
                "The utilisation of the reserved slots grows with the quality of information's bound, in every row.",
                WHERE,
                holds,
                evidence.toString());
    }
}
