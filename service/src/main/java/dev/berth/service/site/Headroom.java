package dev.berth.service.site;

import com.sun.management.GarbageCollectionNotificationInfo;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import javax.management.ListenerNotFoundException;
import javax.management.NotificationEmitter;
import javax.management.NotificationListener;
import javax.management.openmbean.CompositeData;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Whether this process has memory for more. What is alive must stay within a share of the heap, because whatever a site
 * has accepted must be loaded again by a process with as much memory: loading takes what is alive and a little more.
 *
 * <p>What a collection leaves behind is never less than what is alive; what was accepted since is counted, rather too high.
 * Only if that is more than the share is everything collected, to know it exactly, because everybody waits for that: the
 * first time when half of the room may be taken, and ever more often as it becomes less.
 */
public final class Headroom implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Headroom.class);

    /** The share of the heap that may be alive: what is left is for loading, and for the requests under way. */
    private static final double SHARE = 0.6;
    /** What is nearly full is full: it is not worth to look after every request. */
    private static final double NEARLY = 0.95;
    /** The time after which a full site is measured again, in nanoseconds. */
    private static final long AGAIN = TimeUnit.SECONDS.toNanos(5);
    /** What an event, and a byte of a fact, may take of the memory at most. */
    private static final long OF_AN_EVENT = 3_000;

    private static final long OF_A_BYTE = 6;

    private final long most;
    private final LongSupplier measure;
    private final LongSupplier clock;
    private final Set<String> heap = new HashSet<>();
    private final ReentrantLock measuring = new ReentrantLock();
    private final NotificationListener listener = (notification, unused) -> {
        if (notification.getType().equals(GarbageCollectionNotificationInfo.GARBAGE_COLLECTION_NOTIFICATION)
                && notification.getUserData() instanceof CompositeData data) {
            collected(GarbageCollectionNotificationInfo.from(data));
        }
    };
    /** No less than was alive at some time; what was accepted since, but for what came after the last collection. */
    private long alive;

    private long accepted;
    private long lately;
    private boolean isFull;
    private long measured;

    /**
     * The room in a heap.
     *
     * @param whole its size
     * @param measure what is alive in it exactly
     */
    Headroom(long whole, LongSupplier measure, LongSupplier clock) {
        this.most = (long) (whole * SHARE);
        this.measure = measure;
        this.clock = clock;
        this.alive = most;
        this.measured = clock.getAsLong() - AGAIN;
    }

    /** Watches the memory of this process. */
    public static Headroom watch() {
        Headroom headroom = new Headroom(
                Runtime.getRuntime().maxMemory(),
                () -> {
                    System.gc();
                    return used();
                },
                System::nanoTime);
        // More than that cannot be alive now.
        headroom.alive = used();
        for (MemoryPoolMXBean pool : ManagementFactory.getMemoryPoolMXBeans()) {
            if (pool.getType() == MemoryType.HEAP) {
                headroom.heap.add(pool.getName());
            }
        }
        for (GarbageCollectorMXBean each : ManagementFactory.getGarbageCollectorMXBeans()) {
            if (each instanceof NotificationEmitter emitter) {
                emitter.addNotificationListener(headroom.listener, null, null);
            }
        }
        return headroom;
    }

    private static long used() {
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }

    /** Counts what a change may have added. */
    public void committed(Committed committed) {
        long bytes = OF_AN_EVENT * committed.events().size();
        for (Committed.Fact fact : committed.facts()) {
            bytes += OF_AN_EVENT;
        }
        accepted(bytes);
    }

    synchronized void accepted(long bytes) {
        lately += bytes;
    }

    private void collected(GarbageCollectionNotificationInfo info) {
        collected(info.getGcInfo().getMemoryUsageAfterGc().entrySet().stream()
                .filter(pool -> heap.contains(pool.getKey()))
                .map(Map.Entry::getValue)
                .mapToLong(usage -> usage.getUsed())
                .sum());
    }

    /** So much is left after a collection: alive, or not found to be dead. What came lately may not be in it. */
    synchronized void collected(long used) {
        if (used <= alive + accepted) {
            alive = used;
            accepted = lately;
            lately = 0;
        }
    }

    /** Whether nothing more should be taken in until something has gone. May take as long as collecting everything. */
    public boolean isFull() {
        if (mayHaveRoom()) {
            return false;
        }
        measuring.lock();
        try {
            if (mayHaveRoom()) {
                return false;
            }
            if (!isOld()) {
                return true;
            }
            long now = measure.getAsLong();
            note(now);
            return now >= most * NEARLY;
        } finally {
            measuring.unlock();
        }
    }

    private synchronized boolean mayHaveRoom() {
        return !isFull && alive + accepted + lately < most;
    }

    /** A full site is not collected again for everyone who asks. */
    private synchronized boolean isOld() {
        return !isFull || clock.getAsLong() - measured >= AGAIN;
    }

    private synchronized void note(long exactly) {
        boolean wasFull = isFull;
        alive = exactly;
        accepted = 0;
        lately = 0;
        measured = clock.getAsLong();
        isFull = exactly >= most * NEARLY;
        if (isFull && !wasFull) {
            LOG.warn(
                    "{} MB of memory are in use, and {} MB may be: nothing more is booked until something is cancelled"
                            + " or ends. To book more, give the service more memory (-Xmx)",
                    exactly >> 20,
                    most >> 20);
        } else if (!isFull && wasFull) {
            LOG.info(
                    "{} MB of memory are in use, and {} MB may be: bookings are taken again",
                    exactly >> 20,
                    most >> 20);
        }
    }

    @Override
    public void close() {
        for (GarbageCollectorMXBean each : ManagementFactory.getGarbageCollectorMXBeans()) {
            if (each instanceof NotificationEmitter emitter) {
                try {
                    emitter.removeNotificationListener(listener);
                } catch (ListenerNotFoundException e) {
                    // one that was never watched
                }
            }
        }
    }
}
