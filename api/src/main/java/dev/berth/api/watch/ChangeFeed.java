package dev.berth.api.watch;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.berth.engine.book.Event;
import dev.berth.engine.intake.Queued;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.PoolId;
import dev.berth.site.Committed;
import dev.berth.site.Memory;
import dev.berth.site.Site;
import dev.berth.site.Visibility;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The latest changes, for any number of readers who each go at their own pace; the slowest miss some.
 *
 * <p>The writer of the site only puts a change down and goes on: it takes no lock that readers take, and how many they
 * are is nothing to it. A thread of its own wakes them and then pauses, the longer the more they are, so that under load
 * a reader is woken for many changes at once.
 */
public final class ChangeFeed implements AutoCloseable {
    private static final int KEPT = 4_096;
    /** Booking a large workflow is one change of many events. An event takes about a kilobyte of the memory. */
    private static final long EVENTS_KEPT = Memory.atMost(500_000L << 10, 32) >> 10;
    /** The latest events, whose bytes are kept for those who read along. */
    private static final int ENCODED_KEPT = (int) (Memory.atMost(20_000L << 10, 64) >> 10);

    private static final int REMARKS_KEPT = 100;
    private static final long PAUSE = TimeUnit.MILLISECONDS.toNanos(50);
    /** Delay for each reader, so that all readers together wake at most 2,500 times a second. */
    private static final long PAUSE_EACH = TimeUnit.MICROSECONDS.toNanos(400);

    private final Applicants applicants;
    private final Visibility visibility;
    private final Queue<FeedItem> coming = new ConcurrentLinkedQueue<>();
    private final Thread herald;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final ArrayDeque<FeedItem> latest = new ArrayDeque<>();
    /** Latest changes that still keep their bytes. */
    private final ArrayDeque<FeedItem> warm = new ArrayDeque<>();
    /** The latest about each thing, in the order they were made. */
    private final LinkedHashMap<String, Numbered> remarks = new LinkedHashMap<>();

    private long last;
    private long lastRemark;
    private long nudges;
    private long events;
    private long warmEvents;
    private volatile boolean isStirred;
    private volatile boolean closed;
    /** The pools whose servers have parts. */
    private volatile Set<PoolId> hosts = Set.of();

    /**
     * Something said in passing: a listener hears it, nobody is told of it later, and a newer one about the same
     * thing takes its place.
     */
    public record Remark(String about, String owner, ObjectNode event) {}

    private record Numbered(long number, Remark remark) {}

    /** Changes and remarks that are new to a reader. */
    public record More(List<FeedItem> changes, List<Remark> remarks) {}

    /** Changes from after the change of this number, when these requests were queued. */
    ChangeFeed(long last, Collection<Queued> waiting, Visibility visibility) {
        this.last = last;
        this.visibility = visibility;
        this.applicants = new Applicants(waiting);
        this.herald = Thread.ofVirtual().name("berth-herald").start(this::wake);
    }

    /** The changes of a site from now on. */
    public static ChangeFeed of(Site site) {
        // Under the site's lock nothing is committed; what was before and is told later is known by its number.
        return site.read(view -> {
            ChangeFeed news = new ChangeFeed(view.version(), view.queued(), view.visibility());
            view.pools().forEach(news::know);
            site.listen(news::add);
            return news;
        });
    }

    private void know(Pool pool) {
        if (pool.hasParts()) {
            Set<PoolId> more = new HashSet<>(hosts);
            more.add(pool.id());
            hosts = Set.copyOf(more);
        }
    }

    /** Called by one thread, in the order of the changes. */
    public void add(Committed committed) {
        for (Event event : committed.events()) {
            if (event instanceof Event.PoolAdded added) {
                know(added.pool());
            }
        }
        coming.add(new FeedItem(committed, applicants.follow(committed.events()), visibility, hosts));
        stir();
    }

    public void say(Remark remark) {
        lock.lock();
        try {
            // The latest are last, so that the oldest can go.
            remarks.remove(remark.about());
            remarks.put(remark.about(), new Numbered(++lastRemark, remark));
            if (remarks.size() > REMARKS_KEPT) {
                remarks.pollFirstEntry();
            }
        } finally {
            lock.unlock();
        }
        stir();
    }

    /** Has every reader look around, without news. */
    public void nudge() {
        lock.lock();
        try {
            nudges++;
        } finally {
            lock.unlock();
        }
        stir();
    }

    private void stir() {
        isStirred = true;
        LockSupport.unpark(herald);
    }

    private void wake() {
        while (!closed) {
            while (!isStirred && !closed) {
                LockSupport.park(this);
            }
            isStirred = false;
            long pause = PAUSE;
            lock.lock();
            try {
                takeIn();
                pause += PAUSE_EACH * lock.getWaitQueueLength(changed);
                changed.signalAll();
            } finally {
                lock.unlock();
            }
            long until = System.nanoTime() + pause;
            for (long left = pause; left > 0 && !closed; left = until - System.nanoTime()) {
                LockSupport.parkNanos(this, left);
            }
        }
    }

    /** Makes changes that the writer has put down readable for all; the lock must be held. */
    private void takeIn() {
        for (FeedItem item = coming.poll(); item != null; item = coming.poll()) {
            if (item.number() <= last) {
                continue;
            }
            latest.addLast(item);
            warm.addLast(item);
            last = item.number();
            events += item.events();
            warmEvents += item.events();
            while (latest.size() > KEPT || (events > EVENTS_KEPT && latest.size() > 1)) {
                events -= latest.removeFirst().events();
            }
            while (warm.size() > KEPT || (warmEvents > ENCODED_KEPT && warm.size() > 1)) {
                FeedItem cooled = warm.removeFirst();
                warmEvents -= cooled.events();
                cooled.cool();
            }
        }
    }

    public Reader fromNow() {
        lock.lock();
        try {
            takeIn();
            return new Reader(last);
        } finally {
            lock.unlock();
        }
    }

    public Reader after(long number) {
        lock.lock();
        try {
            takeIn();
            Reader reader = new Reader(number);
            long oldest = latest.isEmpty() ? last + 1 : latest.getFirst().number();
            if (number > last || number < oldest - 1) {
                reader.seen = last;
                reader.missed = true;
            }
            return reader;
        } finally {
            lock.unlock();
        }
    }

    public boolean isClosed() {
        return closed;
    }

    @Override
    public void close() {
        closed = true;
        LockSupport.unpark(herald);
        lock.lock();
        try {
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Somebody who reads on from where they are. */
    public final class Reader {
        private long seen;
        private long heard = lastRemark;
        private long nudged = nudges;
        private boolean missed;

        private Reader(long seen) {
            this.seen = seen;
        }

        /** Whether there were changes this reader will never see; asking forgets it. */
        public boolean missedSome() {
            boolean some = missed;
            missed = false;
            return some;
        }

        /** Waits for news; returns none after a time without news, or when the reader is nudged. */
        public More next(long millis) {
            lock.lock();
            try {
                takeIn();
                long left = TimeUnit.MILLISECONDS.toNanos(millis);
                while (last <= seen && lastRemark <= heard && nudged == nudges && !closed && left > 0) {
                    left = changed.awaitNanos(left);
                }
                missed |= !latest.isEmpty() && latest.getFirst().number() > seen + 1;
                List<FeedItem> more = new ArrayList<>();
                Iterator<FeedItem> newest = latest.descendingIterator();
                while (newest.hasNext()) {
                    FeedItem item = newest.next();
                    if (item.number() <= seen) {
                        break;
                    }
                    more.add(item);
                }
                Collections.reverse(more);
                List<Remark> said = lastRemark <= heard
                        ? List.of()
                        : remarks.values().stream()
                                .filter(remark -> remark.number > heard)
                                .map(Numbered::remark)
                                .toList();
                seen = last;
                heard = lastRemark;
                nudged = nudges;
                return new More(more, said);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return new More(List.of(), List.of());
            } finally {
                lock.unlock();
            }
        }
    }
}
