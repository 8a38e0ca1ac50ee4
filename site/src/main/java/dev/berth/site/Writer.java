package dev.berth.site;

import dev.berth.journal.Entry;
import dev.berth.journal.Journal;
import dev.berth.journal.JournalLost;
import dev.berth.journal.JournalUnavailable;
import dev.berth.journal.SnapshotContent;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The one thread that changes a site. It takes all that waits, or as much as a batch may take, actor by actor,
 * carries it out and journals it together, so that the cost of durability is shared by as many as there are; then it answers. It also lets time pass when nobody asks.
 *
 * <p>The lock is held from the first change until all are durable or taken back: a reader sees durable things only.
 */
final class Writer implements Runnable {
    private static final Logger LOG = LoggerFactory.getLogger(Writer.class);
    /** One actor may have this many writes waiting, or half of all if that is more: the others find room. */
    private static final int MOST_OF_ONE = 100;

    /** Each one writes and syncs, on a disk that is in trouble. */
    private static final long BETWEEN_PROBES = TimeUnit.SECONDS.toNanos(1);

    private final CompletableFuture<JournalLost> lost;
    private final Consumer<List<Committed>> tell;
    private final LongConsumer appended;
    private final Journal journal;
    private final Contents contents;
    private final View view;
    private final ReentrantLock lock;
    private final TrustedClock clock;
    private final Settings settings;
    private final Snapshots snapshots;
    private final FairQueue waiting;
    private volatile boolean isClosing;
    private volatile boolean isOver;
    /** Whether what is asked for now would be made durable, as far as this thread knows. */
    private volatile boolean isAvailable = true;

    private long lastProbe;

    /**
     * Writes when it is run.
     *
     * @param tell is told of what has become durable
     * @param appended is told how long it took to make a batch durable, in nanoseconds
     * @param lost completes when the journal can no longer be used
     */
    Writer(
            Journal journal,
            Contents contents,
            View view,
            ReentrantLock lock,
            TrustedClock clock,
            Settings settings,
            Consumer<List<Committed>> tell,
            LongConsumer appended,
            CompletableFuture<JournalLost> lost) {
        this.tell = tell;
        this.appended = appended;
        this.lost = lost;
        this.journal = journal;
        this.contents = contents;
        this.view = view;
        this.lock = lock;
        this.clock = clock;
        this.settings = settings;
        this.waiting = new FairQueue(settings.waiting(), Math.max(MOST_OF_ONE, settings.waiting() / 2));
        this.snapshots = new Snapshots(journal, settings, contents.version - contents.replayed);
    }

    <T> CompletableFuture<T> add(PendingWrite<T> work) {
        if (isClosing) {
            return CompletableFuture.failedFuture(closed());
        }
        if (!waiting.offer(work)) {
            return CompletableFuture.failedFuture(new Overloaded(settings.waiting()));
        }
        if (isOver && waiting.remove(work)) {
            // It came just after the writer had looked for the last time.
            return CompletableFuture.failedFuture(closed());
        }
        return work.answer;
    }

    private RuntimeException closed() {
        return journal.isShared() ? new NotLeading() : new IllegalStateException("the site is closed");
    }

    @Override
    public void run() {
        while (!isClosing || !waiting.isEmpty()) {
            List<PendingWrite<?>> batch = next();
            try {
                commit(batch);
                probeIfDue();
            } catch (Throwable e) {
                // Nothing may end this thread: the waiting caller is told, and the next batch is tried.
                report(e);
                batch.forEach(work -> {
                    waiting.done(work, WorkBudget.WRITE);
                    work.answer.completeExceptionally(e);
                });
            }
        }
        isOver = true;
        saveLast();
    }

    /** A full disk is reported once, not with every batch and every tick. */
    private void report(Throwable e) {
        if (e instanceof JournalLost cause) {
            LOG.atError().addKeyValue("why", cause.getMessage()).log("The site must be loaded again");
            lost.complete(cause);
        } else if (e instanceof SiteStopped) {
            LOG.debug("not written", e);
        } else if (!(e instanceof JournalUnavailable)) {
            LOG.error("A batch of writes failed and was taken back", e);
        } else if (isAvailable) {
            LOG.atError()
                    .addKeyValue("why", e.getMessage())
                    .log("Nothing can be booked until the journal is available again");
        }
        isAvailable = false;
    }

    boolean isAvailable() {
        return isAvailable;
    }

    /** After a failure the journal is tried even if nobody writes, so that whoever watches the site learns that it is well. */
    private void probeIfDue() {
        if (isAvailable || lost.isDone() || System.nanoTime() - lastProbe < BETWEEN_PROBES) {
            return;
        }
        lastProbe = System.nanoTime();
        journal.probe();
        isAvailable = true;
        LOG.info("The journal is available again");
    }

    /** The first of the next batch; none if nobody came for a tick. */
    private List<PendingWrite<?>> next() {
        List<PendingWrite<?>> batch = new ArrayList<>();
        try {
            PendingWrite<?> first = waiting.poll(settings.tick().toNanos(), TimeUnit.NANOSECONDS);
            if (first != null) {
                batch.add(first);
            }
        } catch (InterruptedException e) {
            // Only close() ends this thread.
        }
        return batch;
    }

    private void commit(List<PendingWrite<?>> works) {
        List<Committed> committed;
        lock.lock();
        try {
            contents.checkIntact();
            Batch batch = new Batch(contents, view);
            try {
                batch.passTime(clock.millis());
                batch.note(clock.doubt());
                runInTurn(works, batch);
                List<Entry> entries = batch.entries();
                append(entries);
                snapshots.written(entries);
            } catch (JournalLost e) {
                // Nothing is taken back: it may be written. Nobody may see what is in memory any more.
                contents.broken = e;
                throw e;
            } catch (Throwable e) {
                batch.undo();
                throw e;
            }
            committed = batch.committed();
        } finally {
            lock.unlock();
        }
        if (!committed.isEmpty()) {
            isAvailable = true;
        }
        works.forEach(PendingWrite::answer);
        tell.accept(committed);
        snapshotIfDue();
    }

    /** Most ticks of the clock change nothing, and are not measured. */
    private void append(List<Entry> entries) {
        long begun = System.nanoTime();
        journal.append(entries);
        if (!entries.isEmpty()) {
            appended.accept(System.nanoTime() - begun);
        }
    }

    /** Runs the first and then all that wait, or as many as one batch may take, those who come meanwhile included. */
    private void runInTurn(List<PendingWrite<?>> works, Batch batch) {
        works.forEach(work -> run(work, batch));
        while (!works.isEmpty() && works.size() < settings.together() && !batch.isFull()) {
            PendingWrite<?> next = waiting.poll();
            if (next == null) {
                return;
            }
            // Before it is run: should the batch fail, it is told as well.
            works.add(next);
            // It may have come since time was last let pass: nothing is decided at an earlier time than it was asked
            // for.
            batch.passTime(clock.millis());
            run(next, batch);
        }
    }

    private void run(PendingWrite<?> work, Batch batch) {
        long before = batch.steps();
        try {
            batch.run(work);
        } finally {
            waiting.done(work, batch.steps() - before);
        }
    }

    private void snapshotIfDue() {
        if (snapshots.isDue(contents.version, contents.book.reservations().size())) {
            snapshots.save(contents.version, contents.journaledTime, snapshot());
        }
    }

    /** The version may be read without the lock, by this thread, because only this thread changes it. */
    private SnapshotContent snapshot() {
        lock.lock();
        try {
            return SiteSnapshot.capture(contents);
        } finally {
            lock.unlock();
        }
    }

    private void saveLast() {
        // The next leader of a shared journal waits for this one to close it, and has all of it in memory.
        if (contents.broken == null && !journal.isShared() && snapshots.isBehind(contents.version)) {
            snapshots.save(contents.version, contents.journaledTime, snapshot());
        }
        snapshots.close();
    }

    /** Takes no more writes; those that were added before are still carried out. */
    void close() {
        isClosing = true;
        // Only to be noticed before the next tick; if the queue is full it is noticed anyway.
        boolean ignored = waiting.offer(new PendingWrite<>("", transaction -> Boolean.TRUE));
    }
}
