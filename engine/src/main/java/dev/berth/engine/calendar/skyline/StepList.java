package dev.berth.engine.calendar.skyline;

import java.util.Arrays;

/** Consecutive steps of a skyline that differ from one another; reused from search to search. */
final class StepList {
    private final int most;
    long[] times = new long[64];
    int[] values = new int[64];
    int size;
    /** How many steps came, those included that changed nothing. */
    int seen;

    private int[] lowest = {};

    /** Takes at most this many steps. */
    StepList(int most) {
        this.most = most;
    }

    void clear() {
        size = 0;
        seen = 0;
    }

    /**
     * Appends the steps of a leaf from one index to another; false if there is no room for all. Only the first of them
     * can be one that changes nothing, and is left out then.
     */
    boolean addAll(long[] leafTimes, int[] leafValues, int from, int to, int pending) {
        seen += to - from;
        boolean same = size > 0 && from < to && values[size - 1] == leafValues[from] + pending;
        int first = same ? from + 1 : from;
        int count = to - first;
        if (count > most - size) {
            return false;
        }
        if (size + count > times.length) {
            int length = Math.max(2 * times.length, size + count);
            times = Arrays.copyOf(times, length);
            values = Arrays.copyOf(values, length);
        }
        System.arraycopy(leafTimes, first, times, size, count);
        for (int i = 0; i < count; i++) {
            values[size + i] = leafValues[first + i] + pending;
        }
        size += count;
        return true;
    }

    /**
     * Takes over the steps of another list with something added from certain times on.
     *
     * @param from ascending times
     * @param added how much is added from each of them on
     */
    void addTo(StepList base, long[] from, int[] added, int count) {
        clear();
        if (times.length < base.size + count) {
            times = new long[2 * (base.size + count)];
            values = new int[2 * (base.size + count)];
        }
        int raised = 0;
        int next = 0;
        // What begins before the list holds throughout.
        while (next < count && from[next] <= base.times[0]) {
            raised += added[next++];
        }
        for (int i = 0; i < base.size; i++) {
            append(base.times[i], base.values[i] + raised);
            long end = i + 1 < base.size ? base.times[i + 1] : Long.MAX_VALUE;
            while (next < count && from[next] < end) {
                long time = from[next];
                while (next < count && from[next] == time) {
                    raised += added[next++];
                }
                append(time, base.values[i] + raised);
            }
            while (next < count && from[next] == end) {
                raised += added[next++];
            }
        }
    }

    private void append(long time, int value) {
        if (size == 0 || values[size - 1] != value) {
            times[size] = time;
            values[size++] = value;
        }
    }

    /** Room for a value of each step. */
    int[] lowest() {
        if (lowest.length < size) {
            lowest = new int[times.length];
        }
        return lowest;
    }
}
