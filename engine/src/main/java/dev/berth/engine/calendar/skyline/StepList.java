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

    /** Appends a step unless it changes nothing; false if the list is full. */
    boolean add(long time, int value) {
        seen++;
        if (size > 0 && values[size - 1] == value) {
            return true;
        }
        if (size == most) {
            return false;
        }
        if (size == times.length) {
            times = Arrays.copyOf(times, 2 * size);
            values = Arrays.copyOf(values, 2 * size);
        }
        times[size] = time;
        values[size++] = value;
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
