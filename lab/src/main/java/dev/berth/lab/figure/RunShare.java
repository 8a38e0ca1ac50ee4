package dev.berth.lab.figure;

import java.util.Arrays;
import java.util.Locale;
import java.util.function.DoublePredicate;
import org.apache.commons.statistics.distribution.BetaDistribution;
import org.apache.commons.statistics.distribution.BinomialDistribution;

/**
 * Share of runs in which something happened, with its exact 95% interval (Clopper and Pearson, Biometrika 26, 1934, pp.
 * 404-413). Student's interval is no use for yes and no: 0 failures in 100 runs would have the width 0, and the exact one
 * reaches up to 3.6%.
 *
 * @param count runs in which it happened
 * @param runs runs in all
 */
public record RunShare(int count, int runs) {
    public RunShare {
        if (count < 0 || count > runs) {
            throw new IllegalArgumentException(count + " of " + runs + " runs");
        }
    }

    /** Share of the runs whose value is of this kind; those without a value are left out. */
    public static RunShare of(double[] values, DoublePredicate kind) {
        double[] known = Arrays.stream(values).filter(Double::isFinite).toArray();
        return new RunShare((int) Arrays.stream(known).filter(kind).count(), known.length);
    }

    /**
     * Share of the runs in which the first is larger, of those in which the two differ. With it above a half the first is
     * larger more often: the exact test of McNemar, or the sign test.
     */
    public static RunShare larger(double[] first, double[] second) {
        if (first.length != second.length) {
            throw new IllegalArgumentException(first.length + " runs against " + second.length);
        }
        int larger = 0;
        int smaller = 0;
        for (int run = 0; run < first.length; run++) {
            larger += first[run] > second[run] ? 1 : 0;
            smaller += first[run] < second[run] ? 1 : 0;
        }
        return new RunShare(larger, larger + smaller);
    }

    public double value() {
        return (double) count / runs;
    }

    /** Lower end of the interval. */
    public double low() {
        return count == 0
                ? 0
                : BetaDistribution.of(count, runs - count + 1).inverseCumulativeProbability(Comparison.ERROR);
    }

    /** Upper end of the interval. */
    public double high() {
        return count == runs
                ? 1
                : BetaDistribution.of(count + 1, runs - count).inverseSurvivalProbability(Comparison.ERROR);
    }

    /**
     * Share in per cent for a panel, whose intervals are as wide below as above: the half width reaches to the farther end of the exact
     * interval, so that the panel's interval contains it.
     */
    public Estimate percent() {
        return runs == 0
                ? new Estimate(Double.NaN, 0, 0)
                : new Estimate(100 * value(), 100 * Math.max(high() - value(), value() - low()), runs);
    }

    /** Whether it happens in this share of all runs or fewer. */
    public Comparison atMost(double share) {
        return new Comparison(noMore(share), noFewer(share));
    }

    /** Whether it happens in this share of all runs or more. */
    public Comparison atLeast(double share) {
        return new Comparison(noFewer(share), noMore(share));
    }

    /** Such as {@code 5 of 100 (1.6 to 11.3%)}. */
    public String words() {
        return runs == 0
                ? "0 of 0"
                : String.format(Locale.ROOT, "%d of %d (%.1f to %.1f%%)", count, runs, 100 * low(), 100 * high());
    }

    /** Probability of this count or less, if it happens in this share of all runs. */
    private double noMore(double share) {
        return BinomialDistribution.of(runs, share).cumulativeProbability(count);
    }

    private double noFewer(double share) {
        return BinomialDistribution.of(runs, share).survivalProbability(count - 1);
    }
}
