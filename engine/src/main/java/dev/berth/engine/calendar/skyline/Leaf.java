package dev.berth.engine.calendar.skyline;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Up to 64 steps in two arrays. Steps that change nothing are removed at once, except a leaf's first: it is also the
 * separator in the branch above, and stays until the leaf is merged.
 */
final class Leaf extends Node {
    /** An add inserts two steps at most. */
    private static final int FULL = CAPACITY - 2;

    private final Skyline owner;
    private final long[] times = noTimes();
    private final int[] values = new int[CAPACITY];
    private int min;
    /** No value is higher; exact only when last measured. */
    private int max;

    Leaf(Skyline owner) {
        this.owner = owner;
    }

    /** The leaf of an empty skyline: no server at any time. */
    static Leaf empty(Skyline owner) {
        Leaf leaf = new Leaf(owner);
        leaf.times[0] = Long.MIN_VALUE;
        leaf.size = 1;
        return leaf;
    }

    private int at(long time) {
        return lastAtOrBefore(times, time);
    }

    @Override
    int min() {
        return min;
    }

    @Override
    int max() {
        return max;
    }

    private void measure() {
        int low = values[0];
        int high = values[0];
        for (int i = 1; i < size; i++) {
            low = Math.min(low, values[i]);
            high = Math.max(high, values[i]);
        }
        min = low;
        max = high;
    }

    @Override
    long first() {
        return times[0];
    }

    @Override
    long last() {
        return times[size - 1];
    }

    @Override
    int valueAt(long time) {
        return values[at(time)];
    }

    @Override
    long firstBelow(int level, long from, long to) {
        for (int i = at(from); i < size && times[i] < to; i++) {
            if (values[i] < level) {
                return times[i];
            }
        }
        return NONE;
    }

    @Override
    long firstAtLeast(int level, long from, long to) {
        for (int i = at(from); i < size && times[i] < to; i++) {
            if (values[i] >= level) {
                return times[i];
            }
        }
        return NONE;
    }

    @Override
    long lastBelowEnd(int level, long from, long to, long next) {
        for (int i = at(to - 1); i >= 0; i--) {
            if (values[i] < level) {
                long end = i + 1 < size ? times[i + 1] : next;
                return end > from ? end : NONE;
            }
            if (times[i] <= from) {
                return NONE;
            }
        }
        return NONE;
    }

    @Override
    int minWithin(long from, long to) {
        int min = Integer.MAX_VALUE;
        for (int i = at(from); i < size && times[i] < to; i++) {
            min = Math.min(min, values[i]);
        }
        return min;
    }

    @Override
    int maxWithin(long from, long to) {
        int max = Integer.MIN_VALUE;
        for (int i = at(from); i < size && times[i] < to; i++) {
            max = Math.max(max, values[i]);
        }
        return max;
    }

    @Override
    @Nullable
    Node add(long start, long end, long limit, int delta) {
        boolean begins = start > times[0];
        boolean ends = end < limit;
        int first = begins ? at(start) : 0;
        int last = ends ? at(end) : size;
        int atStart = begins ? edge(first, start, delta) : 0;
        int atEnd = ends ? edge(last, end, -delta) : 0;
        // What stays of the steps within the window, and of those after it.
        int from = atStart == 0 ? first : first + 1;
        int to = atEnd > 0 ? last + 1 : last;
        int rest = atEnd < 0 ? last + 1 : to;
        int before = values[first];
        int after = values[to - 1];
        // Each step moves once, whatever changes at the edges: copying used to take more time than all the rest.
        int change = atStart + atEnd;
        if (change > 0) {
            move(rest, change);
        }
        int low = add(from, to, atStart, delta);
        if (change < 0) {
            move(rest, change);
        }
        size += change;
        owner.steps += change;
        if (atStart > 0) {
            times[from] = start;
            values[from] = before + delta;
            low = Math.min(low, before);
        }
        if (atEnd > 0) {
            times[to + atStart] = end;
            values[to + atStart] = after;
        }
        added(low, delta);
        return size > FULL ? split() : null;
    }

    /** How many steps an edge of a window adds: 1 if there is none yet, -1 if the one there no longer changes the value. */
    private int edge(int step, long time, int delta) {
        if (times[step] < time) {
            return 1;
        }
        return values[step] + delta == values[step - 1] ? -1 : 0;
    }

    /** Moves the steps from one on. */
    private void move(int from, int by) {
        System.arraycopy(times, from, times, from + by, size - from);
        System.arraycopy(values, from, values, from + by, size - from);
        if (by < 0) {
            Arrays.fill(times, size + by, size, NONE);
        }
    }

    /** Moves some steps by one or none, and adds to their values; answers the lowest that there was. */
    private int add(int from, int to, int by, int delta) {
        int low = Integer.MAX_VALUE;
        if (by > 0) {
            for (int i = to - 1; i >= from; i--) {
                int value = values[i];
                low = Math.min(low, value);
                times[i + 1] = times[i];
                values[i + 1] = value + delta;
            }
        } else {
            for (int i = from; i < to; i++) {
                int value = values[i];
                low = Math.min(low, value);
                times[i + by] = times[i];
                values[i + by] = value + delta;
            }
        }
        return low;
    }

    /** Booking, the frequent case, keeps the minimum exact and the maximum a bound. */
    private void added(int low, int delta) {
        if (delta > 0) {
            measure();
        } else {
            min = Math.min(min, low + delta);
        }
    }

    private Leaf split() {
        Leaf right = new Leaf(owner);
        int half = size >>> 1;
        right.size = size - half;
        System.arraycopy(times, half, right.times, 0, right.size);
        System.arraycopy(values, half, right.values, 0, right.size);
        Arrays.fill(times, half, size, NONE);
        size = half;
        measure();
        right.measure();
        return right;
    }

    @Override
    void absorb(Node node, int shift) {
        Leaf right = (Leaf) node;
        right.shift(shift);
        int skip = right.values[0] == values[size - 1] ? 1 : 0;
        int count = right.size - skip;
        owner.steps -= skip;
        System.arraycopy(right.times, skip, times, size, count);
        System.arraycopy(right.values, skip, values, size, count);
        size += count;
        measure();
    }

    @Override
    void shift(int delta) {
        added(add(0, size, 0, delta), delta);
    }

    @Override
    void dropBefore(long time) {
        int index = at(time);
        int before = size;
        size -= index;
        System.arraycopy(times, index, times, 0, size);
        System.arraycopy(values, index, values, 0, size);
        Arrays.fill(times, size, before, NONE);
        times[0] = Long.MIN_VALUE;
        measure();
    }

    @Override
    long timeOfStep(int step) {
        return step < size ? times[step] : Long.MIN_VALUE;
    }

    @Override
    boolean collect(int pending, long from, long to, StepList list) {
        return list.addAll(times, values, at(from), at(to - 1) + 1, pending);
    }
}
