package dev.berth.site;

import dev.berth.journal.Entry;
import dev.berth.journal.Journal;
import dev.berth.journal.JournalUnavailable;
import dev.berth.journal.Retention;
import dev.berth.journal.SnapshotContent;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Saves snapshots beside the writer, one at a time, and then moves what they make dispensable to the archive. One that
 * fails is no loss: the journal has it all.
 */
final class Snapshots implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Snapshots.class);

    /** The bytes of entries after which a snapshot is taken, even if there are few entries. */
    private static final long BYTES = 128 << 20;

    private final Journal journal;
    private final Settings settings;
    private final ExecutorService saver = Executors.newSingleThreadExecutor(
            task -> Thread.ofPlatform().name("berth-snapshots").daemon().unstarted(task));
    private final AtomicBoolean isSaving = new AtomicBoolean();
    /** Up to which entry the last one went that was begun. */
    private long begun;
    /** Bytes of the entries since the last snapshot was begun. */
    private long bytes;

    Snapshots(Journal journal, Settings settings, long begun) {
        this.journal = journal;
        this.settings = settings;
        this.begun = begun;
    }

    void written(List<Entry> entries) {
        entries.forEach(entry -> bytes += entry.body().length);
    }

    /**
     * Whether enough has happened since the last one. The larger the book, the more that is: writing down a million
     * reservations takes seconds of work, and must not go on all the time.
     */
    boolean isDue(long version, int reservations) {
        boolean isMuch = version - begun >= Math.max(settings.snapshotEvery(), reservations / 10) || bytes >= BYTES;
        return isMuch && !isSaving.get();
    }

    /** @param time of the book then */
    void save(long version, long time, SnapshotContent content) {
        begun = version;
        bytes = 0;
        isSaving.set(true);
        saver.execute(() -> {
            try {
                journal.saveSnapshot(version, content);
                archive(time);
            } catch (RuntimeException | OutOfMemoryError e) {
                LOG.atWarn()
                        .addKeyValue("entry", version)
                        .setCause(e)
                        .log("Snapshot failed: a restart takes longer until one succeeds");
            } finally {
                isSaving.set(false);
            }
        });
    }

    private void archive(long time) {
        try {
            journal.archive(new Retention(time - settings.retention().toMillis(), settings.journalBytes()));
        } catch (JournalUnavailable e) {
            LOG.atWarn().addKeyValue("why", e.getMessage()).log("Old entries stay in the journal for now");
        }
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
