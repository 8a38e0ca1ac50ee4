package dev.berth.engine.calendar.slices;

import java.util.Arrays;

/** Runs of consecutive starts, each from its first to its last, that hosts allow. */
final class StartRuns implements StartSink {
    private long[] lows = new long[16];
    private long[] highs = new long[16];
    private int size;
    /** How many runs cover everything that was asked for. */
    private int whole;

    private long from;
    private long latest;

    /** Empty, for starts within {@code [from, latest]}. */
    void begin(long first, long last) {
        size = 0;
        whole = 0;
        from = first;
        latest = last;
    }

    @Override
    public boolean add(long low, long high) {
        if (low == from && high == latest) {
            whole++;
            return true;
        }
        if (size == lows.length) {
            lows = Arrays.copyOf(lows, 2 * size);
            highs = Arrays.copyOf(highs, 2 * size);
        }
        lows[size] = low;
        highs[size++] = high;
        return true;
    }

    /** How many hosts allow all starts. */
    int whole() {
        return whole;
    }

    /** Keeps the starts that this many hosts allow at once, in order; no two runs touch. */
    void keep(int hosts) {
        if (whole >= hosts) {
            size = 1;
            lows[0] = from;
            highs[0] = latest;
            return;
        }
        int wanted = hosts - whole;
        Arrays.sort(lows, 0, size);
        Arrays.sort(highs, 0, size);
        int kept = 0;
        int open = 0;
        int ended = 0;
        // In place: as many runs as are kept have been read.
        for (int i = 0; i < size; ) {
            long low = lows[i];
            while (ended < size && highs[ended] < low) {
                open--;
                ended++;
            }
            open++;
            i++;
            if (open != wanted) {
                continue;
            }
            // Open until too few are left.
            long high = 0;
            while (open >= wanted) {
                long end = highs[ended];
                while (i < size && lows[i] <= end + 1) {
                    open++;
                    i++;
                }
                high = end;
                open--;
                ended++;
                if (open < wanted && i < size && lows[i] <= end + 1) {
                    open++;
                    i++;
                }
            }
            lows[kept] = low;
            highs[kept++] = high;
        }
        size = kept;
    }

    int size() {
        return size;
    }

    /** The first run that does not end before a time, of those that are kept. */
    int firstAt(long time) {
        int at = Arrays.binarySearch(highs, 0, size, time);
        return at >= 0 ? at : -at - 1;
    }

    long low(int run) {
        return lows[run];
    }

    long high(int run) {
        return highs[run];
    }
}
