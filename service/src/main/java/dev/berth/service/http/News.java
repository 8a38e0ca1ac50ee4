package dev.berth.service.http;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.berth.service.site.Committed;
import dev.berth.service.workflow.PlanNews;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** The latest changes, for any number of readers who each go at their own pace; the slowest miss some. */
final class News {
    private static final int KEPT = 4_096;
    /** Booking a large workflow is one change of many events. */
    private static final int EVENTS_KEPT = 500_000;

    private static final int REMARKS_KEPT = 100;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final ArrayDeque<Committed> latest = new ArrayDeque<>();
    /** The latest about each thing, in the order they were made. */
    private final LinkedHashMap<String, Numbered> remarks = new LinkedHashMap<>();

    private long last;
    private long lastRemark;
    private long events;
    private volatile boolean closed;

    /**
     * Something said in passing: whoever listens hears it, nobody is told of it later, and a newer one about the same
     * thing takes its place.
     */
    record Remark(String about, String owner, ObjectNode event) {}

    private record Numbered(long number, Remark remark) {}

    /** What is new to somebody. */
    record More(List<Committed> changes, List<Remark> remarks) {
        boolean isEmpty() {
            return changes.isEmpty() && remarks.isEmpty();
        }
    }

    /** News from after the change of this number. */
    News(long last) {
        this.last = last;
    }

    void add(Committed committed) {
        lock.lock();
        try {
            latest.addLast(slim(committed));
            events += committed.events().size();
            while (latest.size() > KEPT || (events > EVENTS_KEPT && latest.size() > 1)) {
                events -= latest.removeFirst().events().size();
            }
            last = committed.number();
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    void say(Remark remark) {
        lock.lock();
        try {
            // The latest are last, so that the oldest can go.
            remarks.remove(remark.about());
            remarks.put(remark.about(), new Numbered(++lastRemark, remark));
            if (remarks.size() > REMARKS_KEPT) {
                remarks.pollFirstEntry();
            }
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Most facts are of no interest to readers, and some are large. */
    private static Committed slim(Committed committed) {
        return new Committed(
                committed.number(),
                committed.time(),
                committed.actor(),
                committed.events(),
                committed.facts().stream()
                        .filter(fact -> fact.kind().equals(PlanNews.KIND))
                        .toList());
    }

    Reader fromNow() {
        lock.lock();
        try {
            return new Reader(last);
        } finally {
            lock.unlock();
        }
    }

    Reader after(long number) {
        lock.lock();
        try {
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

    boolean isClosed() {
        return closed;
    }

    void close() {
        lock.lock();
        try {
            closed = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Somebody who reads on from where they are. */
    final class Reader {
        private long seen;
        private long heard = lastRemark;
        private boolean missed;

        private Reader(long seen) {
            this.seen = seen;
        }

        /** Whether there were changes this reader will never see; asking forgets it. */
        boolean missedSome() {
            boolean some = missed;
            missed = false;
            return some;
        }

        /** What is new, or nothing after a time without news. */
        More next(long millis) {
            lock.lock();
            try {
                long left = TimeUnit.MILLISECONDS.toNanos(millis);
                while (last <= seen && lastRemark <= heard && !closed && left > 0) {
                    left = changed.awaitNanos(left);
                }
                missed |= !latest.isEmpty() && latest.getFirst().number() > seen + 1;
                List<Committed> more = new ArrayList<>();
                latest.forEach(committed -> {
                    if (committed.number() > seen) {
                        more.add(committed);
                    }
                });
                seen = last;
                List<Remark> said = remarks.values().stream()
                        .filter(remark -> remark.number > heard)
                        .map(Numbered::remark)
                        .toList();
                heard = lastRemark;
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
