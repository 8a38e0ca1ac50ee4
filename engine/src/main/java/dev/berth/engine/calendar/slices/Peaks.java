package dev.berth.engine.calendar.slices;

import java.util.Arrays;

/**
 * How busy a pool is over an interval, step by step, and the search for the start whose busiest moment is lowest. The lowest
 * peak is first reached where a run of starts begins or where a step does; its window may as well end where a step begins.
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

    /**
     * The start with the lowest peak; of several the one that best touches what is there (the largest sum of the drop at
     * its start and the rise at its end), then the earliest. There must be one.
     */
    long leastPeak(StartRuns runs, long now, long duration) {
        long[] best = {-1, Long.MAX_VALUE, Long.MIN_VALUE};
        go(runs, duration, (start, level, atStart, atEnd) -> {
            if (level <= best[1]) {
                long touch = touch(start, duration, atStart, atEnd, now);
                if (level < best[1] || touch > best[2]) {
                    best[0] = start;
                    best[1] = level;
                    best[2] = touch;
                }
            }
        });
        return best[0];
    }

    /** This many starts with the lowest peaks, the lowest first and then the earliest. */
    long[] leastPeaks(StartRuns runs, long duration, int most) {
        long[] starts = new long[most];
        long[] peaks = new long[most];
        int[] found = {0};
        go(runs, duration, (start, level, atStart, atEnd) -> {
            if (found[0] == most && level >= peaks[most - 1]) {
                return;
            }
            int at = found[0] < most ? found[0]++ : most - 1;
            while (at > 0 && peaks[at - 1] > level) {
                peaks[at] = peaks[at - 1];
                starts[at] = starts[at - 1];
                at--;
            }
            peaks[at] = level;
            starts[at] = start;
        });
        return Arrays.copyOf(starts, found[0]);
    }

    private interface OnStart {
        /** A start, the highest level of its window, and the steps that hold at its start and at its end. */
        void see(long start, long level, int atStart, int atEnd);
    }

    private void go(StartRuns runs, long duration, OnStart action) {
        int head = 0;
        int tail = 0;
        int pushed = 0;
        // The next steps at which a start, or an end, may lie.
        int atStart = 0;
        int atEnd = 0;
        for (int run = 0; run < runs.size(); run++) {
            long low = runs.low(run);
            long high = runs.high(run);
            while (atStart < size && times[atStart] <= low) {
                atStart++;
            }
            while (atEnd < size && times[atEnd] - duration <= low) {
                atEnd++;
            }
            long start = low;
            while (true) {
                while (pushed < size && times[pushed] < start + duration) {
                    while (tail > head && levels[queue[tail - 1]] <= levels[pushed]) {
                        tail--;
                    }
                    queue[tail++] = pushed++;
                }
                while (queue[head] + 1 < size && times[queue[head] + 1] <= start) {
                    head++;
                }
                action.see(start, levels[queue[head]], atStart - 1, atEnd - 1);
                if (start == high) {
                    break;
                }
                long nextStart = atStart < size ? times[atStart] : Long.MAX_VALUE;
                long nextEnd = atEnd < size ? times[atEnd] - duration : Long.MAX_VALUE;
                start = Math.min(high, Math.min(nextStart, nextEnd));
                while (atStart < size && times[atStart] <= start) {
                    atStart++;
                }
                while (atEnd < size && times[atEnd] - duration <= start) {
                    atEnd++;
                }
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
