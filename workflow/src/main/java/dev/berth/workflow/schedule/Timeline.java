package dev.berth.workflow.schedule;

import dev.berth.engine.model.Window;
import java.util.Arrays;

/**
 * When one machine is busy: sorted, disjoint windows that do not touch (those that do are joined), so that a search
 * passes a packed stretch in one step.
 */
public final class Timeline {
    /** No time at all. */
    public static final long NEVER = Window.FOREVER;

    private long[] starts = new long[8];
    private long[] ends = new long[8];
    private int size;

    /** The first time at or after {@code ready} from which the machine is free for so long, or {@link #NEVER}. */
    public long earliest(long ready, long length) {
        long time = ready;
        for (int at = firstEndingAfter(ready); at < size && starts[at] < time + length; at++) {
            time = ends[at];
        }
        return time + length > NEVER ? NEVER : Math.min(time, NEVER);
    }

    /** The last time from which the machine is free for so long and until {@code limit} at most, or -1. */
    public long latest(long limit, long length) {
        long time = limit - length;
        for (int at = firstEndingAfter(limit - 1); at >= 0; at--) {
            if (at < size && starts[at] < time + length && ends[at] > time) {
                time = starts[at] - length;
            }
        }
        return Math.max(time, -1);
    }

    /** When the machine is next busy, at or after a time at which it is not. */
    public long freeUntil(long time) {
        int next = firstEndingAfter(time);
        return next < size ? starts[next] : NEVER;
    }

    /** Makes the machine busy; what of it already is stays so. A window without length keeps others from lying across it. */
    public void occupy(long start, long end) {
        int first = firstEndingAfter(start - 1);
        int after = first;
        long from = start;
        long until = end;
        while (after < size && starts[after] <= end) {
            from = Math.min(from, starts[after]);
            until = Math.max(until, ends[after]);
            after++;
        }
        if (after == first) {
            open(first);
        } else if (after > first + 1) {
            System.arraycopy(starts, after, starts, first + 1, size - after);
            System.arraycopy(ends, after, ends, first + 1, size - after);
            size -= after - first - 1;
        }
        starts[first] = from;
        ends[first] = until;
    }

    private void open(int at) {
        if (size == starts.length) {
            starts = Arrays.copyOf(starts, 2 * size);
            ends = Arrays.copyOf(ends, 2 * size);
        }
        System.arraycopy(starts, at, starts, at + 1, size - at);
        System.arraycopy(ends, at, ends, at + 1, size - at);
        size++;
    }

    private int firstEndingAfter(long time) {
        int low = 0;
        int high = size;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (ends[middle] > time) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return low;
    }
}
