package dev.berth.service.quota;

import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * Parts of a reservation's charge against a quota, by the time they were taken. Added capacity counts from the time it is added,
 * or an old reservation could be extended for nothing; returned capacity is taken from the latest part.
 *
 * @param amount of this part alone, above 0
 * @param earlier the parts before it
 */
record Parts(long time, long amount, @Nullable Parts earlier) {
    /** Most parts kept; beyond that the two oldest are merged, so a little usage expires late. */
    private static final int MOST = 16;

    /** The parts that come to an amount from now on; null if nothing counts any more. */
    static @Nullable Parts to(long amount, @Nullable Parts before, long time) {
        long counted = before == null ? 0 : before.since(Long.MIN_VALUE);
        Parts parts = before;
        while (parts != null && counted > amount) {
            long less = Math.min(parts.amount, counted - amount);
            counted -= less;
            parts = less == parts.amount ? parts.earlier : new Parts(parts.time, parts.amount - less, parts.earlier);
        }
        if (counted < amount) {
            parts = parts != null && parts.time == time
                    ? new Parts(time, parts.amount + amount - counted, parts.earlier)
                    : new Parts(time, amount - counted, parts);
        }
        return parts == null ? null : parts.few();
    }

    /** With the oldest two as one, dated by the later, if there are too many. */
    private Parts few() {
        Deque<Parts> oldestFirst = oldestFirst();
        if (oldestFirst.size() <= MOST) {
            return this;
        }
        Parts oldest = oldestFirst.removeFirst();
        Parts second = oldestFirst.removeFirst();
        Parts merged = new Parts(second.time, oldest.amount + second.amount, null);
        for (Parts part : oldestFirst) {
            merged = new Parts(part.time, part.amount, merged);
        }
        return merged;
    }

    /** Amount taken after a time. */
    long since(long since) {
        long sum = 0;
        for (Parts part = this; part != null && part.time > since; part = part.earlier) {
            sum = sum(sum, part.amount);
        }
        return sum;
    }

    /** With one part more, as one with a part of the same time. */
    Parts plus(long when, long more) {
        if (when > time) {
            return new Parts(when, more, this);
        }
        if (when == time) {
            return new Parts(time, sum(amount, more), earlier);
        }
        return new Parts(time, amount, earlier == null ? new Parts(when, more, null) : earlier.plus(when, more));
    }

    /** Without the parts up to a time; null if none is left. */
    @Nullable
    Parts after(long since) {
        if (time <= since) {
            return null;
        }
        return earlier == null ? this : new Parts(time, amount, earlier.after(since));
    }

    Deque<Parts> oldestFirst() {
        Deque<Parts> oldestFirst = new ArrayDeque<>();
        for (Parts part = this; part != null; part = part.earlier) {
            oldestFirst.addFirst(part);
        }
        return oldestFirst;
    }

    /** Amounts are at most a quarter of what a long holds. */
    static long sum(long one, long other) {
        return Math.min(Long.MAX_VALUE / 4, one + other);
    }
}
