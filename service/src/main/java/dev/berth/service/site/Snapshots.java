package dev.berth.service.site;

import dev.berth.service.journal.Journal;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Saves snapshots beside the writer, one at a time. One that fails is no loss: the journal has it all. */
final class Snapshots implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Snapshots.class);

    private final Journal journal;
    private final long every;
    private final ExecutorService saver = Executors.newSingleThreadExecutor(
            task -> Thread.ofPlatform().name("berth-snapshots").daemon().unstarted(task));
    private final AtomicBoolean isSaving = new AtomicBoolean();
    /** Up to which entry the last one went that was begun. */
    private long begun;

    Snapshots(Journal journal, long every, long begun) {
        this.journal = journal;
        this.every = every;
        this.begun = begun;
    }

    /**
     * Whether enough has happened since the last one. The larger the book, the more that is: writing down a million
     * reservations takes seconds of work, and must not go on all the time.
     */
    boolean isDue(long version, int reservations) {
        return version - begun >= Math.max(every, reservations / 10) && !isSaving.get();
    }

    void save(long version, Supplier<byte[]> bytes) {
        begun = version;
        isSaving.set(true);
        saver.execute(() -> {
            try {
                journal.saveSnapshot(version, bytes.get());
            } catch (RuntimeException | OutOfMemoryError e) {
                LOG.warn("no snapshot up to entry {}: a restart takes longer until one succeeds", version, e);
            } finally {
                isSaving.set(false);
            }
        });
    }

    boolean isBehind(long version) {
        return version > begun;
    }

    /** Waits for what is being saved. */
    @Override
    public void close() {
        saver.shutdown();
        try {
            if (!saver.awaitTermination(10, TimeUnit.MINUTES)) {
                LOG.warn("a snapshot is still being saved");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
