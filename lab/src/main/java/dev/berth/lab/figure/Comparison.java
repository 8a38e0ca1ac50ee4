package dev.berth.lab.figure;

/**
 * Comparison of what was measured with what a sentence says, as two probabilities. Alone it is decided as by a 95%
 * interval, with an error of at most 2.5% on either side; in a {@link ComparisonFamily} Holm's correction takes smaller ones.
 *
 * @param ifFalse how probable it is at most to measure this, or more in favour, if the sentence is false: small if it holds
 * @param ifTrue how probable it is at most to measure this, or more against, if the sentence is true: small if it fails
 */
public record Comparison(double ifFalse, double ifTrue) {
    /** Error of one side. */
    static final double ERROR = 0.025;

    /** Comparison without numbers, which decides nothing. */
    public static final Comparison UNKNOWN = new Comparison(1, 1);

    public Comparison {
        if (!(ifFalse >= 0 && ifFalse <= 1 && ifTrue >= 0 && ifTrue <= 1)) {
            throw new IllegalArgumentException("no probabilities: " + ifFalse + ", " + ifTrue);
        }
    }

    /** Comparison in which nothing is left to chance, such as that of two equal runs. */
    public static Comparison certain(boolean holds) {
        return new Comparison(holds ? 0 : 1, holds ? 1 : 0);
    }

    /**
     * Comparison that says several things at once: true if all are. To be wrong about the whole is to be wrong about the
     * part that is least certain; to refute it, the part against which most speaks is corrected for their number.
     */
    public static Comparison allOf(Comparison... parts) {
        double ifFalse = 0;
        double ifTrue = 1;
        for (Comparison part : parts) {
            ifFalse = Math.max(ifFalse, part.ifFalse);
            ifTrue = Math.min(ifTrue, part.ifTrue);
        }
        return parts.length == 0 ? UNKNOWN : new Comparison(ifFalse, Math.min(1, parts.length * ifTrue));
    }

    /** Comparison with the opposite of the sentence. */
    public Comparison negated() {
        return new Comparison(/* ifFalse= */ ifTrue, /* ifTrue= */ ifFalse);
    }

    /** Verdict on this comparison alone. */
    public Verdict verdict() {
        return ifFalse <= ERROR ? Verdict.HOLDS : ifTrue <= ERROR ? Verdict.FAILS : Verdict.UNDECIDED;
    }
}
