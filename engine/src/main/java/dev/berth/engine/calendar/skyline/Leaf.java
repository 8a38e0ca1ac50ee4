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
        int low = start > times[0] ? stepAt(start) : 0;
        int high = end < limit ? stepAt(end) : size;
        shift(low, high, delta);
        if (high < size && values[high] == values[high - 1]) {
            remove(high);
        }
        if (low > 0 && values[low] == values[low - 1]) {
            remove(low);
        }
        return size > FULL ? split() : null;
    }

    /** Adds to some values. Booking, the frequent case, keeps the minimum exact and the maximum a bound. */
    private void shift(int from, int to, int delta) {
        int low = values[from];
        for (int i = from; i < to; i++) {
            low = Math.min(low, values[i]);
            values[i] += delta;
        }
        if (delta > 0) {
            measure();
        } else {
            min = Math.min(min, low + delta);
        }
    }

    /** The index of the step that begins exactly at this time; made if there is none. */
    private int stepAt(long time) {
        int index = at(time);
        if (times[index] != time) {
            int count = size - ++index;
            System.arraycopy(times, index, times, index + 1, count);
            System.arraycopy(values, index, values, index + 1, count);
            times[index] = time;
            values[index] = values[index - 1];
            size++;
            owner.steps++;
        }
        return index;
    }

    private void remove(int index) {
        owner.steps--;
        int count = --size - index;
        System.arraycopy(times, index + 1, times, index, count);
        System.arraycopy(values, index + 1, values, index, count);
        times[size] = NONE;
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
        shift(0, size, delta);
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
