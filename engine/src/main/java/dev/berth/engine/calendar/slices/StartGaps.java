package dev.berth.engine.calendar.slices;

import java.util.Arrays;

/** Starts that no host allows yet, in gaps: of what is left hosts are asked, and none once nothing is. */
final class StartGaps implements StartSink {
    private long[] lows = new long[16];
    private long[] highs = new long[16];
    private int size;
    private long from;
    private long latest;

    /** One gap, all of {@code [from, latest]}. */
    void begin(long first, long last) {
        from = first;
        latest = last;
        lows[0] = first;
        highs[0] = last;
        size = 1;
    }

    boolean isEmpty() {
        return size == 0;
    }

    /** The first start that is left. */
    long first() {
        return lows[0];
    }

    /** The last start that is left. */
    long last() {
        return highs[size - 1];
    }

    /** Takes a run of starts out of the gaps. */
    @Override
    public boolean add(long low, long high) {
        int first = 0;
        while (first < size && highs[first] < low) {
            first++;
        }
        int end = first;
        while (end < size && lows[end] <= high) {
            end++;
        }
        if (first == end) {
            return true;
        }
        long before = lows[first];
        long after = highs[end - 1];
        int left = (before < low ? 1 : 0) + (after > high ? 1 : 0);
        move(end, first + left);
        if (before < low) {
            lows[first] = before;
            highs[first] = low - 1;
        }
        if (after > high) {
            lows[first + left - 1] = high + 1;
            highs[first + left - 1] = after;
        }
        return true;
    }

    /** Moves the gaps from one place on to another. */
    private void move(int end, int to) {
        int rest = size - end;
        if (to + rest > lows.length) {
            lows = Arrays.copyOf(lows, 2 * lows.length);
            highs = Arrays.copyOf(highs, 2 * highs.length);
        }
        System.arraycopy(lows, end, lows, to, rest);
        System.arraycopy(highs, end, highs, to, rest);
        size = to + rest;
    }

    /** Hands over the starts that some host allows. */
    void allowed(StartRuns runs) {
        runs.begin(from, latest);
        long low = from;
        for (int i = 0; i < size; i++) {
            if (lows[i] > low) {
                runs.add(low, lows[i] - 1);
            }
            low = highs[i] + 1;
        }
        if (low <= latest) {
            runs.add(low, latest);
        }
        runs.keep(1);
    }
}
