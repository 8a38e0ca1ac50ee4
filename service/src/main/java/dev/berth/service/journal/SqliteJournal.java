package dev.berth.service.journal;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** A journal in a SQLite file in a data directory of its own. */
@SuppressWarnings("DoNotCallSuggester")
public final class SqliteJournal implements Journal {
    private SqliteJournal() {}

    /** Opens the journal of a data directory; makes both if they are not there. */
    public static SqliteJournal open(Path directory) {
        throw new UnsupportedOperationException("to come");
    }

    /** Makes a data directory of a backup; refused unless the directory is empty or not there. */
    public static void restore(Path backup, Path directory) {
        throw new UnsupportedOperationException("to come");
    }

    @Override
    public long last() {
        return 0;
    }

    @Override
    public void append(List<Entry> entries) {}

    @Override
    public void read(long after, Consumer<Entry> reader) {}

    @Override
    public void saveSnapshot(long upTo, byte[] bytes) {}

    @Override
    public Optional<SavedSnapshot> latestSnapshot() {
        return Optional.empty();
    }

    @Override
    public void backup(Path file) {}

    @Override
    public void close() {}
}
