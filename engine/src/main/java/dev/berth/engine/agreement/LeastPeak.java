package dev.berth.engine.agreement;

import dev.berth.engine.calendar.Calendar;
import java.util.Arrays;

/**
 * Finds out how free a pool can be over the whole duration of a job: collects the steps of its free servers within the
 * job's interval, then slides a window of the duration over them.
 *
 * <p>Only the beginning of the interval and of each step need be looked at as starts: from any other, a shift to the left
 * up to the next of these brings in nothing new. A queue of rising values gives the minimum of each window; every step
 * enters and leaves it once, so the search takes time in proportion to the steps.
 */
public final class LeastPeak implements Calendar.Steps {
    private long[] times = new long[16];
    private int[] free = new int[16];
    private int size;

    @Override
    public void step(long from, int servers) {
        if (size == times.length) {
            times = Arrays.copyOf(times, 2 * size);
            free = Arrays.copyOf(free, 2 * size);
        }
        times[size] = from;
        free[size++] = servers;
    }

    /** The most servers that stay free for the whole duration from some start up to the latest; none if there is no step. */
    public int most(long latest, long duration) {
        int[] queue = new int[size];
        int head = 0;
        int tail = 0;
        int next = 0;
        int best = 0;
        for (int start = 0; start < size && times[start] <= latest; start++) {
            for (; next < size && times[next] - times[start] < duration; next++) {
                while (tail > head && free[queue[tail - 1]] >= free[next]) {
                    tail--;
                }
                queue[tail++] = next;
            }
            if (queue[head] < start) {
                head++;
            }
            best = Math.max(best, free[queue[head]]);
        }
        return best;
    }
}
