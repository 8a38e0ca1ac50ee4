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

    private int[] queue = new int[64];

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

    /** Room for the indexes of all steps. */
    int[] queue() {
        if (queue.length < size) {
            queue = new int[times.length];
        }
        return queue;
    }
}
