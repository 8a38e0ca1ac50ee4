package dev.berth.engine.calendar.slices;

import java.util.Arrays;

/**
 * Search for the starts whose busiest moment is lowest, piece by piece of a pool's {@link Totals}: a window is at least as busy as
 * the pieces that it covers, so only pieces that may beat what was found are gone through step by step.
 */
final class LeastPeaks {
    private final Totals totals;
    private final Peaks peaks = new Peaks();
    private long[] bounds = new long[16];
    private long[] highest = new long[16];
    private int seen;

    private long[] starts = new long[1];
    private long[] levels = new long[1];
    private long[] touches = new long[1];
    private int found;
    private boolean touching;

    LeastPeaks(Totals totals) {
        this.totals = totals;
    }

    /** How many steps the last search went through. */
    int seen() {
        return seen;
    }

    /**
     * The start with the lowest peak once a need is taken of some hosts; of several the one that best touches what is there (the
     * largest sum of the drop at its start and the rise at its end), then the earliest. There must be one. Starts between two steps
     * are no better than the first of them, and are left out of account.
     */
    long best(StartRuns runs, Need need, int count, long now, long duration) {
        touching = true;
        search(runs, need, count, now, duration, 1);
        return starts[0];
    }

    /** This many starts with the lowest peaks, the lowest first and then the earliest. */
    long[] lowest(StartRuns runs, Need need, int count, long duration, int most) {
        touching = false;
        search(runs, need, count, Long.MAX_VALUE, duration, most);
        return Arrays.copyOf(starts, found);
    }

    private void search(StartRuns runs, Need need, int count, long now, long duration, int most) {
        found = 0;
        starts = new long[most];
        levels = new long[most];
        touches = new long[most];
        totals.consider(need, count);
        int first = totals.pieceAt(runs.low(0));
        int pieces = totals.pieceAt(runs.high(runs.size() - 1)) - first + 1;
        seen = pieces;
        boundAll(runs, first, pieces, duration);
        while (true) {
            int next = 0;
            for (int i = 1; i < pieces; i++) {
                next = bounds[i] < bounds[next] ? i : next;
            }
            if (bounds[next] == Long.MAX_VALUE || (found == most && bounds[next] > levels[most - 1])) {
                return;
            }
            bounds[next] = Long.MAX_VALUE;
            go(runs, first + next, duration, now);
        }
    }

    /** For each piece the level that no window from there on is lower than. */
    private void boundAll(StartRuns runs, int first, int pieces, long duration) {
        int last = totals.pieceAt(Math.min(totals.begin(first + pieces) - 1, runs.high(runs.size() - 1)) + duration);
        int all = last - first + 1;
        if (all > bounds.length) {
            bounds = new long[2 * all];
            highest = new long[2 * all];
        }
        for (int i = 0; i < all; i++) {
            highest[i] = totals.highest(first + i);
        }
        for (int i = 0; i < pieces; i++) {
            long from = Math.max(runs.low(0), totals.begin(first + i));
            int run = runs.firstAt(from);
            if (run == runs.size() || runs.low(run) >= totals.begin(first + i + 1)) {
                bounds[i] = Long.MAX_VALUE;
                continue;
            }
            long bound = totals.leastAtBest(first + i);
            for (int p = i + 1; p < all && totals.begin(first + p + 1) <= from + duration; p++) {
                bound = Math.max(bound, highest[p]);
            }
            bounds[i] = bound;
        }
    }

    /** Goes through the starts of a piece; of what all their windows cover only the highest level counts. */
    private void go(StartRuns runs, int piece, long duration, long now) {
        long from = Math.max(runs.low(0), totals.begin(piece));
        long to = Math.min(runs.high(runs.size() - 1), totals.begin(piece + 1) - 1);
        peaks.clear();
        if (to + 1 < from + duration - 1) {
            totals.collect(from - 1, to + 1, peaks);
            peaks.add(to + 1, totals.highest(to + 1, from + duration - 1));
            totals.collect(from + duration - 1, to + duration + 1, peaks);
        } else {
            totals.collect(from - 1, to + duration + 1, peaks);
        }
        seen += peaks.size();
        peaks.see(runs, from, to, duration, now, this::see);
    }

    private void see(long start, long level, long touch) {
        long wanted = touching ? touch : 0;
        int most = starts.length;
        if (found == most && !isBefore(start, level, wanted, most - 1)) {
            return;
        }
        int at = found < most ? found++ : most - 1;
        while (at > 0 && isBefore(start, level, wanted, at - 1)) {
            starts[at] = starts[at - 1];
            levels[at] = levels[at - 1];
            touches[at] = touches[at - 1];
            at--;
        }
        starts[at] = start;
        levels[at] = level;
        touches[at] = wanted;
    }

    private boolean isBefore(long start, long level, long touch, int other) {
        if (level != levels[other]) {
            return level < levels[other];
        }
        return touch != touches[other] ? touch > touches[other] : start < starts[other];
    }
}
