package dev.berth.service.quota;

import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * DatedAmounts of a reservation's charge against a quota, by the time they were taken. Added capacity counts from the time it is added,
 * or an old reservation could be extended for nothing; returned capacity is taken from the latest part.
 *
 * @param amount of this part alone, above 0
 * @param earlier the parts before it
 */
record DatedAmounts(long time, long amount, @Nullable DatedAmounts earlier) {
    /** Most parts kept; beyond that the two oldest are merged, so a little usage expires late. */
    private static final int MOST = 16;

    /** The parts that come to an amount from now on; null if nothing counts any more. */
    static @Nullable DatedAmounts to(long amount, @Nullable DatedAmounts before, long time) {
        long counted = before == null ? 0 : before.since(Long.MIN_VALUE);
        DatedAmounts parts = before;
        while (parts != null && counted > amount) {
            long less = Math.min(parts.amount, counted - amount);
            counted -= less;
            parts = less == parts.amount
                    ? parts.earlier
                    : new DatedAmounts(parts.time, parts.amount - less, parts.earlier);
        }
        if (counted < amount) {
            parts = parts != null && parts.time == time
                    ? new DatedAmounts(time, parts.amount + amount - counted, parts.earlier)
                    : new DatedAmounts(time, amount - counted, parts);
        }
        return parts == null ? null : parts.few();
    }

    /** With the oldest two as one, dated by the later, if there are too many. */
    private DatedAmounts few() {
        Deque<DatedAmounts> oldestFirst = oldestFirst();
        if (oldestFirst.size() <= MOST) {
            return this;
        }
        DatedAmounts oldest = oldestFirst.removeFirst();
        DatedAmounts second = oldestFirst.removeFirst();
        DatedAmounts merged = new DatedAmounts(second.time, oldest.amount + second.amount, null);
        for (DatedAmounts part : oldestFirst) {
            merged = new DatedAmounts(part.time, part.amount, merged);
        }
        return merged;
    }

    /** Amount taken after a time. */
    long since(long since) {
        long sum = 0;
        for (DatedAmounts part = this; part != null && part.time > since; part = part.earlier) {
            sum = sum(sum, part.amount);
        }
        return sum;
    }

    /** With one part more, as one with a part of the same time. */
    DatedAmounts plus(long when, long more) {
        if (when > time) {
            return new DatedAmounts(when, more, this);
        }
        if (when == time) {
            return new DatedAmounts(time, sum(amount, more), earlier);
        }
        return new DatedAmounts(
                time, amount, earlier == null ? new DatedAmounts(when, more, null) : earlier.plus(when, more));
    }

    /** Without the parts up to a time; null if none is left. */
    @Nullable
    DatedAmounts after(long since) {
        if (time <= since) {
            return null;
        }
        return earlier == null ? this : new DatedAmounts(time, amount, earlier.after(since));
    }

    Deque<DatedAmounts> oldestFirst() {
        Deque<DatedAmounts> oldestFirst = new ArrayDeque<>();
        for (DatedAmounts part = this; part != null; part = part.earlier) {
            oldestFirst.addFirst(part);
        }
        return oldestFirst;
    }

    /** Amounts are at most a quarter of what a long holds. */
    static long sum(long one, long other) {
        return Math.min(Long.MAX_VALUE / 4, one + other);
    }
}
