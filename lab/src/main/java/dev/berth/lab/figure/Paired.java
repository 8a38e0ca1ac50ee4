package dev.berth.lab.figure;

import java.util.Locale;
import java.util.stream.IntStream;

/**
 * The difference between two quantities that were measured in the same runs, with the 95% interval of its mean. Runs of one
 * seed share their jobs, so that their differences vary far less than either quantity: means alone would let luck decide.
 */
public record Paired(Estimate difference) {
    /** The first less the second, over the runs in which both were measured. */
    public static Paired of(double[] first, double[] second) {
        if (first.length != second.length) {
            throw new IllegalArgumentException(first.length + " runs against " + second.length);
        }
        return of(IntStream.range(0, first.length)
                .mapToDouble(run -> first[run] - second[run])
                .toArray());
    }

    /** The first less a multiple of the second: whether it is, say, half as much again. */
    public static Paired of(double[] first, double factor, double[] second) {
        return of(
                first,
                IntStream.range(0, second.length)
                        .mapToDouble(run -> factor * second[run])
                        .toArray());
    }

    /** Difference from the differences of the runs; those that are not known are left out. */
    public static Paired of(double... differences) {
        return new Paired(Statistics.estimateOfKnown(differences));
    }

    /** Whether the first is larger by more than this. */
    public Comparison above(double margin) {
        return isKnown() ? new Comparison(upTo(margin, true), from(margin, false)) : Comparison.UNKNOWN;
    }

    /** Whether the first is larger by this or more; with 0 equal is good enough. */
    public Comparison atLeast(double margin) {
        return isKnown() ? new Comparison(upTo(margin, false), from(margin, true)) : Comparison.UNKNOWN;
    }

    public Comparison below(double margin) {
        return atLeast(margin).negated();
    }

    public Comparison atMost(double margin) {
        return above(margin).negated();
    }

    /** Whether the two differ by no more than this, either way. */
    public Comparison within(double margin) {
        Comparison low = atLeast(-margin);
        Comparison high = atMost(margin);
        return new Comparison(Math.max(low.ifFalse(), high.ifFalse()), Math.min(low.ifTrue(), high.ifTrue()));
    }

    /** Such as {@code -0.41 ± 0.07}. */
    public String words() {
        return String.format(Locale.ROOT, "%+.2f ± %.2f", difference.mean(), difference.halfWidth());
    }

    private boolean isKnown() {
        return difference.runs() >= 2;
    }

    /**
     * Probability of a mean as high as ours or higher, if the true one is no higher than this.
     *
     * @param orEqual if the runs do not differ at all: whether a true mean of just this is among those
     */
    private double upTo(double margin, boolean orEqual) {
        double above = difference.mean() - margin;
        if (difference.halfWidth() == 0) {
            return above > 0 || (above == 0 && !orEqual) ? 0 : 1;
        }
        return Statistics.student(difference).survivalProbability(above / Statistics.error(difference));
    }

    /** Probability of a mean as low as ours or lower, if the true one is no lower than this. */
    private double from(double margin, boolean orEqual) {
        double above = difference.mean() - margin;
        if (difference.halfWidth() == 0) {
            return above < 0 || (above == 0 && !orEqual) ? 0 : 1;
        }
        return Statistics.student(difference).cumulativeProbability(above / Statistics.error(difference));
    }
}
