package dev.berth.engine.calendar.skyline;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A run of consecutive steps of a skyline. Each step holds from its own time to the next one's. Values below a node
 * lack what is pending at its ancestors; a search that descends carries that along by shifting the level it looks for.
 */
abstract sealed class Node permits Leaf, Branch {
    /** Result of a search that finds nothing: later than any time. */
    static final long NONE = Long.MAX_VALUE;

    /** Where the last step of a skyline ends. */
    static final long END = NONE - 1;

    int size;

    /** The lowest value. */
    abstract int min();

    /** No value is higher; often there is none as high. */
    abstract int max();

    abstract long first();

    abstract long last();

    abstract int valueAt(long time);

    /** The first step before {@code to}, from the one that holds at {@code from}, with a value below the level. */
    abstract long firstBelow(int level, long from, long to);

    /** The first step before {@code to}, from the one that holds at {@code from}, with at least the level. */
    abstract long firstAtLeast(int level, long from, long to);

    /** Where the last step below the level within {@code [from, to)} ends; {@code next} is the end of this node. */
    abstract long lastBelowEnd(int level, long from, long to, long next);

    abstract int minWithin(long from, long to);

    /** No value within is higher. */
    abstract int maxWithin(long from, long to);

    /**
     * Adds to all values within {@code [start, end)}, of which this node covers a part and ends at {@code limit}.
     * Returns the right half if the node had to split.
     */
    abstract @Nullable Node add(long start, long end, long limit, int delta);

    /** Takes over the steps of the node to the right, shifted. */
    abstract void absorb(Node right, int shift);

    abstract void shift(int delta);

    /** Drops the steps that end by {@code time}; what holds then holds from the beginning. */
    abstract void dropBefore(long time);

    /** When the given step of the first leaf begins, or if it has fewer the next leaf; MIN_VALUE if there is none. */
    abstract long timeOfStep(int step);

    /** Adds the steps that hold within {@code [from, to)}, the first perhaps from before; false if the list is full. */
    abstract boolean collect(int pending, long from, long to, StepList list);

    /** How many entries a node has room for; times beyond its size are {@link #NONE}. */
    static final int CAPACITY = 64;

    private static final int STRIDE = 8;

    static long[] noTimes() {
        long[] times = new long[CAPACITY];
        Arrays.fill(times, NONE);
        return times;
    }

    /**
     * The last index whose time is not after the given one; 0 if there is none. Counts in two rounds of independent
     * comparisons, by the sign of a difference: a binary search waits at each step for the one before, and half of its
     * branches are mispredicted. The first time, which may be the least of all, is not looked at.
     */
    static int lastAtOrBefore(long[] times, long time) {
        long after = time + 1;
        int rounds = 0;
        for (int i = STRIDE; i < CAPACITY; i += STRIDE) {
            rounds += (int) ((times[i] - after) >>> 63);
        }
        int index = rounds * STRIDE;
        int rest = 0;
        for (int i = 1; i < STRIDE; i++) {
            rest += (int) ((times[index + i] - after) >>> 63);
        }
        return index + rest;
    }
}
