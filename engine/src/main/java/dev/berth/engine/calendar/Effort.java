package dev.berth.engine.calendar;

/**
 * How much work an answer has taken so far, and how much it may take. Counted in steps, each about as long as one search
 * of a tree, and never in time: the same question to the same book takes the same effort on every machine, so that an
 * answer which is given up for its cost is given up everywhere. A search through many possibilities counts them here
 * and stops when the effort is spent.
 */
public final class Effort {
    private final long most;
    private long spent;

    private Effort(long most) {
        this.most = most;
    }

    /** At most about this many steps; a search that has begun is finished. */
    public static Effort of(long steps) {
        if (steps < 1) {
            throw new IllegalArgumentException("an effort is at least 1 step, not " + steps);
        }
        return new Effort(steps);
    }

    /** Effort without a limit. */
    public static Effort unlimited() {
        return new Effort(Long.MAX_VALUE);
    }

    public void spend(long steps) {
        spent += steps;
    }

    /** How many steps were taken so far. */
    public long spent() {
        return spent;
    }

    public long most() {
        return most;
    }

    /** Whether this many steps more are too many. */
    public boolean isTooMuch(long steps) {
        return steps > most - spent;
    }

    public boolean isSpent() {
        return spent >= most;
    }

    /** For a part of the work that must leave enough for the rest: up to how many steps it may go on. */
    public long shareOf(int parts) {
        return most == Long.MAX_VALUE ? most : Math.min(most, spent + most / parts);
    }
}
