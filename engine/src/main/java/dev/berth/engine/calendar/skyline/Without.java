package dev.berth.engine.calendar.skyline;

import dev.berth.engine.model.Placement;
import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.Window;
import java.util.Arrays;
import java.util.List;

/** Changes in the free servers of a pool if some bookings were absent: how many more, or fewer again, and from when on. */
final class Without {
    long[] times = new long[64];
    int[] counts = new int[64];

    /** Fills in the changes, by time, and answers how many there are. */
    int of(PoolId pool, List<Placement> absent) {
        if (times.length < 2 * absent.size()) {
            times = new long[4 * absent.size()];
            counts = new int[4 * absent.size()];
        }
        int size = 0;
        for (int i = 0; i < absent.size(); i++) {
            Placement placement = absent.get(i);
            if (placement.pool().equals(pool)) {
                Window window = placement.window();
                size = insert(size, window.start(), placement.count());
                size = insert(size, window.end(), -placement.count());
            }
        }
        return size;
    }

    /** They are few enough that an insertion sort does. */
    private int insert(int size, long time, int change) {
        int at = Arrays.binarySearch(times, 0, size, time);
        at = at < 0 ? -at - 1 : at;
        System.arraycopy(times, at, times, at + 1, size - at);
        System.arraycopy(counts, at, counts, at + 1, size - at);
        times[at] = time;
        counts[at] = change;
        return size + 1;
    }
}
