package dev.berth.engine.calendar;

import dev.berth.engine.model.PoolId;
import java.util.Arrays;

/**
 * How long how many servers of a pool stay free within a window: for every number of servers the longest stretch of time
 * in which this many are free throughout. Takes the steps of the pool's free servers, then answers for any number of servers
 * or any duration by bisection.
 *
 * <p>Each step of the function is the lowest of at most one widest rectangle under it; a stack of rising steps finds them
 * all in one pass (the largest rectangle in a histogram). Of the rectangles only those are kept that no higher one exceeds
 * in width.
 */
public final class Room implements Calendar.Steps {
    /** Up to this number of heights, or four for each step, an array with a place for each is faster than sorting. */
    private static final int FEW = 1 << 14;

    private long[] times = new long[16];
    private int[] free = new int[16];
    private int size;
    /** Rising; with as many servers, or fewer down to the next lower one, the longest stretch is in {@code widths}. */
    private int[] heights = new int[0];

    private long[] widths = new long[0];
    private int kept;

    private Room() {}

    /** Room in a pool within {@code [from, to)}. */
    public static Room of(Calendar calendar, PoolId pool, long from, long to) {
        Room room = new Room();
        if (from < to) {
            calendar.freeServers(pool, from, to, room);
            room.measure(to);
        }
        return room;
    }

    @Override
    public void step(long from, int servers) {
        if (size == times.length) {
            times = Arrays.copyOf(times, 2 * size);
            free = Arrays.copyOf(free, 2 * size);
        }
        times[size] = from;
        free[size++] = servers;
    }

    /** How many steps were looked at. */
    public int steps() {
        return size;
    }

    private void measure(long to) {
        int[] stack = new int[size];
        // Since when at least this many are free as at the step on the stack.
        long[] since = new long[size];
        int tallest = 0;
        for (int i = 0; i < size; i++) {
            tallest = Math.max(tallest, free[i]);
        }
        // By height where there are few heights; else all of them, to be sorted.
        boolean few = tallest <= Math.max(FEW, 4 * size);
        long[] byHeight = new long[few ? tallest + 1 : 0];
        long[] keys = new long[few ? 0 : size];
        long[] lengths = new long[few ? 0 : size];
        int top = 0;
        int found = 0;
        for (int i = 0; i <= size; i++) {
            long time = i < size ? times[i] : to;
            int height = i < size ? free[i] : 0;
            long from = time;
            while (top > 0 && free[stack[top - 1]] >= height) {
                top--;
                from = since[top];
                int lower = free[stack[top]];
                if (lower > height && few) {
                    byHeight[lower] = Math.max(byHeight[lower], time - from);
                } else if (lower > height) {
                    keys[found] = (long) lower << 32 | found;
                    lengths[found++] = time - from;
                }
            }
            if (i < size && height > 0) {
                stack[top] = i;
                since[top++] = from;
            }
        }
        heights = new int[few ? tallest : found];
        widths = new long[few ? tallest : found];
        if (few) {
            for (int height = tallest; height > 0; height--) {
                keep(height, byHeight[height]);
            }
        } else {
            Arrays.sort(keys, 0, found);
            for (int i = found - 1; i >= 0; i--) {
                keep((int) (keys[i] >>> 32), lengths[(int) keys[i]]);
            }
        }
        turn();
    }

    /** Keeps a rectangle that is wider than all higher ones; they come from the highest on. */
    private void keep(int height, long width) {
        if (kept > 0 && heights[kept - 1] == height) {
            widths[kept - 1] = Math.max(widths[kept - 1], width);
        } else if (width > (kept == 0 ? 0 : widths[kept - 1])) {
            heights[kept] = height;
            widths[kept++] = width;
        }
    }

    /** Puts the kept ones in rising order. */
    private void turn() {
        int[] rising = new int[kept];
        long[] falling = new long[kept];
        for (int i = 0; i < kept; i++) {
            rising[i] = heights[kept - 1 - i];
            falling[i] = widths[kept - 1 - i];
        }
        heights = rising;
        widths = falling;
    }

    /** The longest time for which this many servers are free throughout; 0 if they never are. */
    public long longest(int servers) {
        int index = index(servers);
        return index == heights.length ? 0 : widths[index];
    }

    /** The most servers of which the {@link #longest} is the same as of this many; 0 if this many are never free. */
    public int upTo(int servers) {
        int index = index(servers);
        return index == heights.length ? 0 : heights[index];
    }

    private int index(int servers) {
        int at = Arrays.binarySearch(heights, servers);
        return at >= 0 ? at : -at - 1;
    }

    /** The most servers that are free throughout for so long; 0 if none are. */
    public int most(long duration) {
        int low = 0;
        int high = widths.length;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (widths[middle] >= duration) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low == 0 ? 0 : heights[low - 1];
    }
}
