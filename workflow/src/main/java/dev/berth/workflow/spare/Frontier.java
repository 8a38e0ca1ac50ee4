package dev.berth.workflow.spare;

import java.util.Arrays;

/**
 * The ways to a task that can matter. A way is a point: {@code given}, what its critical tasks get, and {@code weight},
 * that of its other tasks. Whichever way is tightest has, for some factor f >= 0, the greatest {@code given + f x weight}:
 * so it is a corner of the upper right convex hull, and all other points are dropped. Corners go by rising weight and so
 * by falling given.
 */
final class Frontier {
    /** The way of no tasks. */
    static final Frontier START = new Frontier(new long[] {0}, new long[] {0}, 1);

    private final long[] given;
    private final long[] weight;
    private final int size;

    private Frontier(long[] given, long[] weight, int size) {
        this.given = given;
        this.weight = weight;
        this.size = size;
    }

    int size() {
        return size;
    }

    long given(int corner) {
        return given[corner];
    }

    long weight(int corner) {
        return weight[corner];
    }

    /** Every way one task longer. */
    Frontier shift(long moreGiven, long moreWeight) {
        long[] shiftedGiven = Arrays.copyOf(given, size);
        long[] shiftedWeight = Arrays.copyOf(weight, size);
        for (int corner = 0; corner < size; corner++) {
            shiftedGiven[corner] += moreGiven;
            shiftedWeight[corner] += moreWeight;
        }
        return new Frontier(shiftedGiven, shiftedWeight, size);
    }

    /** The ways of both. */
    Frontier or(Frontier other) {
        Frontier both = new Frontier(new long[size + other.size], new long[size + other.size], 0);
        int corners = 0;
        int mine = 0;
        int theirs = 0;
        while (mine < size || theirs < other.size) {
            boolean takeMine = theirs == other.size || (mine < size && weight[mine] <= other.weight[theirs]);
            corners = takeMine
                    ? both.push(corners, given[mine], weight[mine])
                    : both.push(corners, other.given[theirs], other.weight[theirs]);
            mine += takeMine ? 1 : 0;
            theirs += takeMine ? 0 : 1;
        }
        return new Frontier(both.given, both.weight, corners);
    }

    /** Adds a point of at least the greatest weight so far; returns the number of corners then. */
    private int push(int corners, long newGiven, long newWeight) {
        int kept = corners;
        if (kept > 0 && weight[kept - 1] == newWeight && given[kept - 1] >= newGiven) {
            return kept;
        }
        while (kept > 0 && (given[kept - 1] <= newGiven || (kept > 1 && isUnder(kept - 1, newGiven, newWeight)))) {
            kept--;
        }
        given[kept] = newGiven;
        weight[kept] = newWeight;
        return kept + 1;
    }

    /** True if a corner is on or under the line from the one before it to a new point. */
    private boolean isUnder(int corner, long newGiven, long newWeight) {
        return Fraction.compareProducts(
                        given[corner - 1] - given[corner],
                        newWeight - weight[corner],
                        given[corner] - newGiven,
                        weight[corner] - weight[corner - 1])
                >= 0;
    }
}
