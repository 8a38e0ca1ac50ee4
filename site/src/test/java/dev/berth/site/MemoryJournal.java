package dev.berth.site;

import dev.berth.journal.Entry;
import dev.berth.journal.Journal;
import dev.berth.journal.JournalUnavailable;
import dev.berth.journal.Retention;
import dev.berth.journal.SavedSnapshot;
import dev.berth.journal.SnapshotContent;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A journal that outlives its site, not its process; breaks and waits when told to. */
public final class MemoryJournal implements Journal {
    final List<Entry> entries = new ArrayList<>();
    final List<Integer> appends = new ArrayList<>();
    volatile @Nullable SavedSnapshot snapshot;
    /** Retention that was last asked for. */
    volatile @Nullable Retention retained;

    volatile boolean isBroken;
    /** Number of times it was tried although nobody wrote. */
    final AtomicInteger probes = new AtomicInteger();
    /** Taken by every append. */
    volatile Semaphore gate = new Semaphore(Integer.MAX_VALUE);

    @Override
    public String name() {
        return "memory";
    }

    @Override
    public synchronized long last() {
        return entries.size();
    }

    @Override
    public void append(List<Entry> more) {
        if (more.isEmpty()) {
            return;
        }
        gate.acquireUninterruptibly();
        synchronized (this) {
            if (isBroken) {
                throw new JournalUnavailable("broken", new RuntimeException());
            }
            entries.addAll(more);
            appends.add(more.size());
        }
    }

    @Override
    public void probe() {
        probes.incrementAndGet();
        if (isBroken) {
            throw new JournalUnavailable("broken", new RuntimeException());
        }
    }

    @Override
    public synchronized void read(long after, Consumer<Entry> reader) {
        entries.stream().skip(after).forEach(reader);
    }

    @Override
    public void saveSnapshot(long upTo, SnapshotContent content) {
        if (isBroken) {
            throw new JournalUnavailable("broken", new RuntimeException());
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try {
            content.writeTo(bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        snapshot = SavedSnapshot.of(upTo, bytes.toByteArray());
    }

    @Override
    public long archive(Retention retention) {
        retained = retention;
        return 0;
    }

    @Override
    public long archived() {
        return 0;
    }

    @Override
    public Optional<SavedSnapshot> latestSnapshot() {
        return Optional.ofNullable(snapshot);
    }

    @Override
    public Optional<SavedSnapshot> snapshotBefore() {
        return Optional.empty();
    }

    @Override
    public String setSnapshotAside() {
        snapshot = null;
        return "memory";
    }

    @Override
    public void backup(Path file) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void close() {}
}
