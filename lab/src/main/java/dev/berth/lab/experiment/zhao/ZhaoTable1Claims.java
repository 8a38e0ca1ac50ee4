package dev.berth.lab.experiment.zhao;

import dev.berth.lab.experiment.MeasuredRuns;
import dev.berth.lab.experiment.zhao.ZhaoTable1.Statistic;
import dev.berth.lab.figure.Claim;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.StringJoiner;

/** What zhao says about table 1, on the deadline of 1500; the evidence also tells how it is at the paper's alpha. */
record ZhaoTable1Claims(MeasuredRuns measured, int runs) {
    private static final String WHERE = "section 4.2, table 1";
    /** How much of alpha counts as close to it. */
    private static final double CLOSE = 0.9;

    private static final List<String> RECURSIVE = ZhaoPaper.VARIANTS.subList(0, 4);
    private static final List<String> CRITICAL = ZhaoPaper.VARIANTS.subList(4, 6);
    private static final List<String> BOTH = List.of("", ZhaoTable1.AT_PAPERS);

    List<Claim> all() {
        return List.of(closeToAlpha(), criticalHigher(), hbmctHighest(), fcpAboveHeft(), montageAboveAlpha());
    }

    private double least(String deadline, ZhaoType type, String scheduler, String variant) {
        return measured.mean(type.name(), runs, deadline + Statistic.MIN.measure(scheduler, variant));
    }

    private double leastOf(String deadline, ZhaoType type, String scheduler, List<String> variants) {
        return variants.stream()
                .mapToDouble(variant -> least(deadline, type, scheduler, variant))
                .average()
                .orElse(Double.NaN);
    }

    private double alpha(String deadline, ZhaoType type, String scheduler) {
        return deadline.isEmpty()
                ? measured.mean(type.name(), runs, ZhaoTable1.alpha(scheduler))
                : ZhaoTable1.values(ZhaoPaper.ALPHAS, type)[ZhaoPaper.SCHEDULERS.indexOf(scheduler)];
    }

    private static String shown(String deadline) {
        return deadline.isEmpty() ? "at 1500" : "at the paper's alpha";
    }

    private Claim closeToAlpha() {
        StringJoiner evidence = new StringJoiner("; ");
        boolean holds = false;
        for (String deadline : BOTH) {
            int above = 0;
            int close = 0;
            int cells = 0;
            for (ZhaoType type : ZhaoType.ALL) {
                for (String scheduler : ZhaoPaper.SCHEDULERS) {
                    for (String variant : ZhaoPaper.VARIANTS) {
                        double share = least(deadline, type, scheduler, variant) / alpha(deadline, type, scheduler);
                        above += share >= 1 ? 1 : 0;
                        close += share >= CLOSE ? 1 : 0;
                        cells++;
                    }
                }
            }
            holds |= deadline.isEmpty() && 2 * close > cells;
            evidence.add(
                    "%s the least spare time is at or above alpha in %d and at or above nine tenths of it in %d of %d cells"
                            .formatted(shown(deadline), above, close, cells));
        }
        return new Claim(
                "In most cases the minimum spare time percentage is close to or higher than alpha.",
                WHERE,
                holds,
                evidence.toString());
    }

    private Claim criticalHigher() {
        StringJoiner evidence = new StringJoiner("; ");
        boolean holds = false;
        for (String deadline : BOTH) {
            int higher = 0;
            int pairs = 0;
            double critical = 0;
            double recursive = 0;
            for (ZhaoType type : ZhaoType.ALL) {
                for (String scheduler : ZhaoPaper.SCHEDULERS) {
                    double ofCritical = leastOf(deadline, type, scheduler, CRITICAL);
                    double ofRecursive = leastOf(deadline, type, scheduler, RECURSIVE);
                    higher += ofCritical > ofRecursive ? 1 : 0;
                    critical += ofCritical;
                    recursive += ofRecursive;
                    pairs++;
                }
            }
            holds |= deadline.isEmpty() && critical > recursive && 2 * higher > pairs;
            evidence.add(String.format(
                    Locale.ROOT,
                    "%s it is higher in %d of %d pairs of graph and scheduler, %.1f%% against %.1f%% in the mean",
                    shown(deadline),
                    higher,
                    pairs,
                    critical / pairs,
                    recursive / pairs));
        }
        return new Claim(
                "The critical path based approaches lead to slightly higher values for the minimum spare time percentage.",
                WHERE,
                holds,
                evidence.toString());
    }

    private Claim hbmctHighest() {
        StringJoiner evidence = new StringJoiner("; ");
        boolean holds = false;
        for (String deadline : BOTH) {
            int best = 0;
            int cells = 0;
            int dls = 0;
            StringJoiner byType = new StringJoiner(", ");
            for (ZhaoType type : ZhaoType.ALL) {
                int bestOfType = 0;
                for (String variant : ZhaoPaper.VARIANTS) {
                    String highest = ZhaoPaper.SCHEDULERS.stream()
                            .max(Comparator.comparingDouble(scheduler -> least(deadline, type, scheduler, variant)))
                            .orElseThrow();
                    bestOfType += highest.equals("hbmct") ? 1 : 0;
                    dls += type.name().equals("FFT") && highest.equals("dls") ? 1 : 0;
                }
                byType.add(type.name() + " " + bestOfType);
                if (!type.name().equals("FFT")) {
                    best += bestOfType;
                    cells += ZhaoPaper.VARIANTS.size();
                }
            }
            holds |= deadline.isEmpty() && 2 * best > cells;
            evidence.add(
                    "%s HBMCT is highest in %d of %d cells without FFT (of six each: %s), and DLS in %d of 6 on FFT"
                            .formatted(shown(deadline), best, cells, byType, dls));
        }
        return new Claim(
                "HBMCT generally shows the highest minimal spare time percentage, FFT graphs excepted.",
                WHERE,
                holds,
                evidence.toString());
    }

    private Claim fcpAboveHeft() {
        StringJoiner evidence = new StringJoiner("; ");
        boolean holds = true;
        for (String deadline : BOTH) {
            List<String> parts = new ArrayList<>();
            for (ZhaoType type : ZhaoType.ALL) {
                double fcp = leastOf(deadline, type, "fcp", ZhaoPaper.VARIANTS);
                double heft = leastOf(deadline, type, "heft", ZhaoPaper.VARIANTS);
                boolean lower = alpha(deadline, type, "fcp") < alpha(deadline, type, "heft");
                boolean asTold = lower && (type.name().equals("Montage") ? fcp <= heft : fcp > heft);
                holds &= asTold || !deadline.isEmpty();
                parts.add(String.format(
                        Locale.ROOT,
                        "%s %.1f%% against %.1f%% (alpha %.0f, %.0f)",
                        type.name(),
                        fcp,
                        heft,
                        alpha(deadline, type, "fcp"),
                        alpha(deadline, type, "heft")));
            }
            evidence.add(shown(deadline) + ", mean over the policies, FCP against HEFT: " + String.join(", ", parts));
        }
        return new Claim(
                "Even though it has a lower alpha, FCP outperforms HEFT in the spare time percentage, for all types except"
                        + " Montage.",
                WHERE,
                holds,
                evidence.toString());
    }

    private Claim montageAboveAlpha() {
        StringJoiner evidence = new StringJoiner("; ");
        boolean holds = false;
        for (String deadline : BOTH) {
            double least = least(deadline, ZhaoType.MONTAGE, "hbmct", "cp_even_percent");
            double alpha = alpha(deadline, ZhaoType.MONTAGE, "hbmct");
            holds |= deadline.isEmpty() && least > alpha;
            evidence.add(String.format(Locale.ROOT, "%s %.1f%% with an alpha of %.0f", shown(deadline), least, alpha));
        }
        return new Claim(
                "For Montage, HBMCT (with cp_even_percent) guarantees a minimum spare time percentage above its alpha: 47.8%"
                        + " with an alpha of 34.",
                WHERE, holds, evidence.toString());
    }
}
