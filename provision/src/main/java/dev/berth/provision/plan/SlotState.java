package dev.berth.provision.plan;

import dev.berth.provision.slot.Slot;
import java.util.Arrays;

/**
 * When the servers of a slot are available while a plan is made: times in ascending order, servers of one time together.
 * What is given to a task is appended: a server is available from the end of its last task on (Figure 2).
 */
final class SlotState {
    final int index;
    final int site;
    final int servers;
    final long latestEnd;
    private long[] times = new long[4];
    private int[] counts = new int[4];
    private int size = 1;
    /** Where a scan has got to: this many entries, of this many servers, are not after its time. */
    private int scanned;

    private int scannedServers;

    SlotState(int index, int site, Slot slot) {
        this.index = index;
        this.site = site;
        this.servers = slot.servers();
        this.latestEnd = slot.latestEnd();
        times[0] = slot.start();
        counts[0] = slot.servers();
    }

    /** When this many servers are available, those that are available first: term(p). */
    long term(int wanted) {
        int entry = 0;
        for (int left = wanted - counts[0]; left > 0; left -= counts[entry]) {
            entry++;
        }
        return times[entry];
    }

    void beginScan() {
        scanned = 0;
        scannedServers = 0;
    }

    /** The servers available at a time; the times of a scan ascend. */
    int available(long time) {
        while (scanned < size && times[scanned] <= time) {
            scannedServers += counts[scanned++];
        }
        return scannedServers;
    }

    /** When the next server after those scanned is available. */
    long next() {
        return scanned < size ? times[scanned] : Long.MAX_VALUE;
    }

    /** The first servers of the list are busy until a time. */
    void occupy(int wanted, long until) {
        int entry = 0;
        int left = wanted;
        while (left > 0 && counts[entry] <= left) {
            left -= counts[entry++];
        }
        if (left > 0) {
            counts[entry] -= left;
        }
        if (entry > 0) {
            System.arraycopy(times, entry, times, 0, size - entry);
            System.arraycopy(counts, entry, counts, 0, size - entry);
            size -= entry;
        }
        insert(until, wanted);
    }

    private void insert(long time, int count) {
        int at = Arrays.binarySearch(times, 0, size, time);
        if (at >= 0) {
            counts[at] += count;
            return;
        }
        at = -at - 1;
        if (size == times.length) {
            times = Arrays.copyOf(times, 2 * size);
            counts = Arrays.copyOf(counts, 2 * size);
        }
        System.arraycopy(times, at, times, at + 1, size - at);
        System.arraycopy(counts, at, counts, at + 1, size - at);
        times[at] = time;
        counts[at] = count;
        size++;
    }
}
