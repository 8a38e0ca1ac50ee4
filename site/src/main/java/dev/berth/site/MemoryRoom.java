package dev.berth.site;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The memory for what is open at a site: a share of the heap, because whatever a site has accepted must be loaded again by a
 * process with as much memory. What is open is counted and weighed from above, never measured.
 */
public final class MemoryRoom {
    private static final Logger LOG = LoggerFactory.getLogger(MemoryRoom.class);

    /** The part of the heap that may be taken: the rest is for what else is kept, for loading, and for requests under way. */
    private static final int PART = 3;

    private final LongSupplier taken;
    private final long most;
    private final AtomicBoolean isTold = new AtomicBoolean();

    /**
     * @param taken how many bytes are taken now
     * @param most how many may be
     */
    MemoryRoom(LongSupplier taken, long most) {
        this.taken = taken;
        this.most = most;
    }

    /** The room of a site in this process. */
    public static MemoryRoom of(Site site) {
        return new MemoryRoom(site::openBytes, Memory.atMost(Long.MAX_VALUE, PART));
    }

    /** Whether nothing more should be taken in until something has gone. */
    public boolean isFull() {
        long now = taken.getAsLong();
        if (now >= most) {
            if (isTold.compareAndSet(false, true)) {
                LOG.warn(
                        "What is open may take {} MB of memory, which is the limit: nothing more is booked until something is"
                                + " cancelled or ends. To book more, give the service more memory (-Xmx)",
                        most >> 20);
            }
            return true;
        }
        // Not at every booking after every cancellation.
        if (now < most / 10 * 9 && isTold.get() && isTold.compareAndSet(true, false)) {
            LOG.info(
                    "What is open may take {} MB of memory, of {} MB: bookings are taken again", now >> 20, most >> 20);
        }
        return false;
    }
}
