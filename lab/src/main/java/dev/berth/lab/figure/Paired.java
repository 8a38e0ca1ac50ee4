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
    public Verdict above(double margin) {
        return decide(low() > margin, high() <= margin);
    }

    /** Whether the first is larger by this or more; with 0 equal is good enough. */
    public Verdict atLeast(double margin) {
        return decide(low() >= margin, high() < margin);
    }

    public Verdict below(double margin) {
        return decide(high() < margin, low() >= margin);
    }

    public Verdict atMost(double margin) {
        return decide(high() <= margin, low() > margin);
    }

    /** Whether the two differ by no more than this, either way. */
    public Verdict within(double margin) {
        return decide(low() >= -margin && high() <= margin, high() < -margin || low() > margin);
    }

    /** Such as {@code -0.41 ± 0.07}. */
    public String words() {
        return String.format(Locale.ROOT, "%+.2f ± %.2f", difference.mean(), difference.halfWidth());
    }

    private double low() {
        return difference.mean() - difference.halfWidth();
    }

    private double high() {
        return difference.mean() + difference.halfWidth();
    }

    private Verdict decide(boolean holds, boolean fails) {
        if (difference.runs() < 2) {
            return Verdict.UNDECIDED;
        }
        return holds ? Verdict.HOLDS : fails ? Verdict.FAILS : Verdict.UNDECIDED;
    }
}
