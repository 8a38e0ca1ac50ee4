package dev.berth.engine.calendar.skyline;

import java.util.Arrays;

/** The changes of a skyline over a window, as times and differences; reused from search to search. */
final class ChangeList implements Node.Steps {
    private long[] times = new long[64];
    private int[] rises = new int[64];
    private int size;
    private boolean begun;
    private int last;

    void clear() {
        size = 0;
        begun = false;
    }

    /** The first step only says what the others differ from. */
    @Override
    public void step(long time, int value) {
        if (begun) {
            if (size == times.length) {
                times = Arrays.copyOf(times, 2 * size);
                rises = Arrays.copyOf(rises, 2 * size);
            }
            times[size] = time;
            rises[size++] = value - last;
        }
        begun = true;
        last = value;
    }

    int size() {
        return size;
    }

    long time(int index) {
        return times[index];
    }

    int rise(int index) {
        return rises[index];
    }
}
