package dev.berth.lab.experiment.zhao;

import dev.berth.lab.experiment.MeasuredRuns;
import dev.berth.lab.experiment.zhao.ZhaoTable1.Statistic;
import dev.berth.lab.figure.Claim;
import dev.berth.lab.figure.Comparison;
import dev.berth.lab.figure.Paired;
import dev.berth.lab.figure.Statistics;
import dev.berth.lab.figure.Verdict;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.StringJoiner;

/**
 * Claims of zhao about table 1, decided run by run; the evidence shows the results at 1500 and at the paper's alpha.
 *
 * @param decided the deadline that decides
 * @param isCommon whether the other deadline is one for all schedulers, so that alpha is what comes out and not the paper's
 */
record ZhaoTable1Claims(MeasuredRuns measured, int runs, String decided, boolean isCommon) {
    private static final String WHERE = "section 4.2, table 1";
    /** How much of alpha counts as close to it. */
    private static final double CLOSE = 0.9;

    private static final List<String> RECURSIVE = ZhaoPaper.VARIANTS.subList(0, 4);
    private static final List<String> CRITICAL = ZhaoPaper.VARIANTS.subList(4, 6);
    private static final List<String> BOTH = List.of("", ZhaoTable1.AT_PAPERS);

    List<Claim> all() {
        return List.of(closeToAlpha(), criticalHigher(), hbmctHighest(), fcpAboveHeft(), montageAboveAlpha());
    }

    private double[] least(String deadline, ZhaoType type, String scheduler, String variant) {
        return measured.values(type.name(), runs, deadline + Statistic.MIN.measure(scheduler, variant));
    }

    /** The mean over some policies, run by run. */
    private double[] leastOf(String deadline, ZhaoType type, String scheduler, List<String> variants) {
        double[] sums = new double[runs];
        for (String variant : variants) {
            double[] values = least(deadline, type, scheduler, variant);
            Arrays.setAll(sums, run -> sums[run] + values[run] / variants.size());
        }
        return sums;
    }

    /** Alpha as in the head of the table: the same for every run, and the paper's where deadlines are made to give it. */
    private double[] alphas(String deadline, ZhaoType type, String scheduler) {
        double[] alphas = new double[runs];
        Arrays.fill(alphas, alpha(deadline, type, scheduler));
        return alphas;
    }

    private double alpha(String deadline, ZhaoType type, String scheduler) {
        return deadline.isEmpty() || isCommon
                ? measured.mean(type.name(), runs, deadline + ZhaoTable1.alpha(scheduler))
                : ZhaoTable1.values(ZhaoPaper.ALPHAS, type)[ZhaoPaper.SCHEDULERS.indexOf(scheduler)];
    }

    private static String shown(String deadline) {
        return deadline.isEmpty() ? "at 1500" : "at the paper's alpha";
    }

    private Claim closeToAlpha() {
        StringJoiner evidence = new StringJoiner("; ");
        Verdict verdict = Verdict.UNDECIDED;
        for (String deadline : BOTH) {
            ZhaoCells above = new ZhaoCells();
            ZhaoCells close = new ZhaoCells();
            for (ZhaoType type : ZhaoType.ALL) {
                for (String scheduler : ZhaoPaper.SCHEDULERS) {
                    double[] alphas = alphas(deadline, type, scheduler);
                    for (String variant : ZhaoPaper.VARIANTS) {
                        double[] least = least(deadline, type, scheduler, variant);
                        above.add(Paired.of(least, alphas).atLeast(0));
                        close.add(Paired.of(least, CLOSE, alphas).atLeast(0));
                    }
                }
            }
            verdict = deadline.equals(decided) ? close.most() : verdict;
            evidence.add("%s the least spare time is at or above alpha in %s and at or above nine tenths of it in %s"
                    .formatted(shown(deadline), above.words(), close.words()));
        }
        return new Claim(
                "In most cases the minimum spare time percentage is close to or higher than alpha.",
                WHERE,
                verdict,
                evidence.toString());
    }

    private Claim criticalHigher() {
        StringJoiner evidence = new StringJoiner("; ");
        Verdict verdict = Verdict.UNDECIDED;
        for (String deadline : BOTH) {
            ZhaoCells higher = new ZhaoCells();
            double difference = 0;
            for (ZhaoType type : ZhaoType.ALL) {
                for (String scheduler : ZhaoPaper.SCHEDULERS) {
                    Paired above = Paired.of(
                            leastOf(deadline, type, scheduler, CRITICAL),
                            leastOf(deadline, type, scheduler, RECURSIVE));
                    higher.add(above.above(0));
                    difference += above.difference().mean() / (ZhaoType.ALL.size() * ZhaoPaper.SCHEDULERS.size());
                }
            }
            verdict = deadline.equals(decided) ? higher.most() : verdict;
            evidence.add(String.format(
                    Locale.ROOT,
                    "%s it is higher in %s, one for each graph and scheduler, by %+.1f%% in the mean",
                    shown(deadline),
                    higher.words(),
                    difference));
        }
        return new Claim(
                "The critical path based approaches lead to slightly higher values for the minimum spare time percentage.",
                WHERE,
                verdict,
                evidence.toString());
    }

    private Claim hbmctHighest() {
        StringJoiner evidence = new StringJoiner("; ");
        Verdict verdict = Verdict.UNDECIDED;
        for (String deadline : BOTH) {
            ZhaoCells best = new ZhaoCells();
            ZhaoCells dls = new ZhaoCells();
            for (ZhaoType type : ZhaoType.ALL) {
                boolean isFft = type.name().equals("FFT");
                for (String variant : ZhaoPaper.VARIANTS) {
                    (isFft ? dls : best).add(isHighest(deadline, type, isFft ? "dls" : "hbmct", variant));
                }
            }
            verdict = deadline.equals(decided) ? best.most() : verdict;
            evidence.add("%s HBMCT is highest in %s without FFT, and DLS in %s on FFT"
                    .formatted(shown(deadline), best.words(), dls.words()));
        }
        return new Claim(
                "HBMCT generally shows the highest minimal spare time percentage, FFT graphs excepted.",
                WHERE,
                verdict,
                evidence.toString());
    }

    private Comparison isHighest(String deadline, ZhaoType type, String scheduler, String variant) {
        double[] own = least(deadline, type, scheduler, variant);
        return Comparison.allOf(ZhaoPaper.SCHEDULERS.stream()
                .filter(other -> !other.equals(scheduler))
                .map(other ->
                        Paired.of(own, least(deadline, type, other, variant)).atLeast(0))
                .toArray(Comparison[]::new));
    }

    private Claim fcpAboveHeft() {
        StringJoiner evidence = new StringJoiner("; ");
        Verdict verdict = Verdict.UNDECIDED;
        for (String deadline : BOTH) {
            ZhaoCells asTold = new ZhaoCells();
            List<String> parts = new ArrayList<>();
            for (ZhaoType type : ZhaoType.ALL) {
                Paired above = Paired.of(
                        leastOf(deadline, type, "fcp", ZhaoPaper.VARIANTS),
                        leastOf(deadline, type, "heft", ZhaoPaper.VARIANTS));
                boolean lower = alpha(deadline, type, "fcp") < alpha(deadline, type, "heft");
                Comparison spare = type.name().equals("Montage") ? above.atMost(0) : above.above(0);
                asTold.add(lower ? spare : Comparison.certain(false));
                parts.add(String.format(
                        Locale.ROOT,
                        "%s %s%% (alpha %.0f, %.0f)",
                        type.name(),
                        above.words(),
                        alpha(deadline, type, "fcp"),
                        alpha(deadline, type, "heft")));
            }
            verdict = deadline.equals(decided) ? asTold.all() : verdict;
            evidence.add(shown(deadline) + ", mean over the policies, FCP less HEFT: " + String.join(", ", parts));
        }
        return new Claim(
                "Even though it has a lower alpha, FCP outperforms HEFT in the spare time percentage, for all types except"
                        + " Montage.",
                WHERE,
                verdict,
                evidence.toString());
    }

    private Claim montageAboveAlpha() {
        StringJoiner evidence = new StringJoiner("; ");
        Verdict verdict = Verdict.UNDECIDED;
        for (String deadline : BOTH) {
            double[] least = least(deadline, ZhaoType.MONTAGE, "hbmct", "cp_even_percent");
            double[] alphas = alphas(deadline, ZhaoType.MONTAGE, "hbmct");
            Paired above = Paired.of(least, alphas);
            verdict = deadline.equals(decided) ? above.above(0).verdict() : verdict;
            evidence.add(String.format(
                    Locale.ROOT,
                    "%s %.1f%% with an alpha of %.0f, and at most %.1f%% with any policy",
                    shown(deadline),
                    Statistics.estimateOfKnown(least).mean(),
                    alphas[0],
                    measured.mean(ZhaoType.MONTAGE.name(), runs, deadline + ZhaoTable1.bound("hbmct"))));
        }
        return new Claim(
                "For Montage, HBMCT (with cp_even_percent) guarantees a minimum spare time percentage above its alpha: 47.8%"
                        + " with an alpha of 34.",
                WHERE, verdict, evidence.toString());
    }
}
