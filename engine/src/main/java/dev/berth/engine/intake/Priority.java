package dev.berth.engine.intake;

import dev.berth.engine.model.BadValue;

/**
 * How much a user counts (ahuja: "derived from its paying capacity and ranking protocol", an integer). Higher is more.
 * The paper gives no formula; see {@link #of}.
 */
public record Priority(int level) implements Comparable<Priority> {
    /** The levels that sites use unless they choose others: 1 to 10. */
    public static final int LEVELS = 10;

    public static final int HIGHEST = 1_000;
    public static final Priority LOWEST = new Priority(1);

    public Priority {
        check("priority", level);
    }

    /**
     * The mean of what a user pays and where it ranks, both on the scale of the priorities, rounded up: so that
     * differences of priorities mean the same as differences of either.
     */
    public static Priority of(int paying, int rank) {
        check("paying", paying);
        check("rank", rank);
        return new Priority((paying + rank + 1) / 2);
    }

    private static void check(String field, int value) {
        if (value < 1 || value > HIGHEST) {
            throw new BadValue(field, value, "must be a whole number from 1 to " + HIGHEST);
        }
    }

    @Override
    public int compareTo(Priority other) {
        return Integer.compare(level, other.level);
    }

    @Override
    public String toString() {
        return Integer.toString(level);
    }
}
