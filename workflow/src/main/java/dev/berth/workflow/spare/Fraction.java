package dev.berth.workflow.spare;

/** Exact comparisons of fractions whose products do not fit into a {@code long}. */
final class Fraction {
    private Fraction() {}

    /** Compares {@code a x b} with {@code c x d}; none is negative. */
    static int compareProducts(long a, long b, long c, long d) {
        int high = Long.compare(Math.multiplyHigh(a, b), Math.multiplyHigh(c, d));
        return high != 0 ? high : Long.compareUnsigned(a * b, c * d);
    }
}
