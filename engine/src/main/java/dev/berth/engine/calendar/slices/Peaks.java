package dev.berth.engine.calendar.slices;

import java.util.Arrays;

/**
 * How busy a pool is over an interval, step by step, and the busiest moment of each window in it.
 */
final class Peaks {
    private long[] times = new long[64];
    private long[] levels = new long[64];
    /** Steps whose level is not exceeded by a later one of the window, from the highest on. */
    private int[] queue = new int[64];

    private int size;

    void clear() {
        size = 0;
    }

    int size() {
        return size;
    }

    void add(long time, long level) {
        if (size > 0 && levels[size - 1] == level) {
            return;
        }
        if (size == times.length) {
            times = Arrays.copyOf(times, 2 * size);
            levels = Arrays.copyOf(levels, 2 * size);
            queue = new int[2 * size];
        }
        times[size] = time;
        levels[size++] = level;
    }

    interface OnStart {
        /** A start, the highest level of its window, and how well it touches what is there. */
        void see(long start, long level, long touch);
    }

    /**
     * Shows the starts that may have the lowest peak, out of those of some runs within {@code [from, to]}: where a run begins or ends,
     * where a step does, and where a window ends as a step begins. How well a window touches what is there is the sum of the drop at
     * its start and the rise at its end; a start that is now touches nothing.
     */
    void see(StartRuns runs, long from, long to, long duration, long now, OnStart action) {
        int head = 0;
        int tail = 0;
        int pushed = 0;
        // The next steps at which a start, or an end, may lie.
        int atStart = 0;
        int atEnd = 0;
        for (int run = runs.firstAt(from); run < runs.size() && runs.low(run) <= to; run++) {
            long low = Math.max(from, runs.low(run));
            long high = Math.min(to, runs.high(run));
            long start = low;
            while (true) {
                while (atStart < size && times[atStart] <= start) {
                    atStart++;
                }
                while (atEnd < size && times[atEnd] - duration <= start) {
                    atEnd++;
                }
                while (pushed < size && times[pushed] < start + duration) {
                    while (tail > head && levels[queue[tail - 1]] <= levels[pushed]) {
                        tail--;
                    }
                    queue[tail++] = pushed++;
                }
                while (queue[head] + 1 < size && times[queue[head] + 1] <= start) {
                    head++;
                }
                boolean atStep = times[atStart - 1] == start || times[atEnd - 1] - duration == start;
                if (atStep || start == runs.low(run) || start == runs.high(run)) {
                    action.see(start, levels[queue[head]], touch(start, duration, atStart - 1, atEnd - 1, now));
                }
                if (start == high) {
                    break;
                }
                long nextStart = atStart < size ? times[atStart] : Long.MAX_VALUE;
                long nextEnd = atEnd < size ? times[atEnd] - duration : Long.MAX_VALUE;
                start = Math.min(high, Math.min(nextStart, nextEnd));
            }
        }
    }

    private long touch(long start, long duration, int first, int last, long now) {
        long touch = 0;
        if (first > 0 && times[first] == start && start > now) {
            touch += levels[first - 1] - levels[first];
        }
        if (last > 0 && times[last] == start + duration) {
            touch += levels[last] - levels[last - 1];
        }
        return touch;
    }
}
