package dev.berth.journal.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.journal.Entry;
import dev.berth.journal.Journal;
import dev.berth.journal.JournalUnavailable;
import dev.berth.journal.Retention;
import dev.berth.journal.SavedSnapshot;
import dev.berth.journal.UnreadableSnapshot;
import dev.berth.journal.sqlite.History.Attempt;
import dev.berth.journal.sqlite.History.Told;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.function.Supplier;

/**
 * Uses a journal whose disk goes wrong, and remembers what it was told. Whatever fails is tried once more when the disk is
 * well again, and must succeed then; in between it is seen what a crash would leave.
 */
final class JournalClient {
    private static final long CHECKPOINT_EVERY = 10_000;

    final Path root;
    final History history;
    private final FaultyDisk disk;
    volatile SqliteJournal journal;
    int failures;
    boolean snapshotIsDamaged;
    /** Backups that were said to be done, and up to which entry they must go. */
    final List<Path> backups = new ArrayList<>();

    String label = "";
    private int images;

    JournalClient(Path root, FaultyDisk disk, History history) {
        this.root = root;
        this.disk = disk;
        this.history = history;
    }

    private Path data() {
        return root.resolve("data");
    }

    private <T> T twice(Supplier<T> call) {
        try {
            return call.get();
        } catch (JournalUnavailable | UncheckedIOException e) {
            assertThat(e).as(label).hasStackTraceContaining("injected");
            failures++;
            disk.repair();
            checkNow();
            return call.get();
        }
    }

    private <T> T twice(Attempt attempt, Supplier<T> call) {
        try {
            T result = call.get();
            attempt.told = Told.DONE;
            return result;
        } catch (JournalUnavailable e) {
            attempt.told = e.inDoubt() ? Told.UNKNOWN : Told.REFUSED;
            throw e;
        }
    }

    void open() {
        journal = twice(() -> SqliteJournal.open(data(), disk, CHECKPOINT_EVERY));
    }

    void append(int count) {
        twice(() -> {
            long last = journal.last();
            Attempt attempt = history.append(last + 1, last + count);
            return twice(attempt, () -> {
                journal.append(attempt.entries());
                return true;
            });
        });
        awaitCheckpoint();
    }

    /** Steps are counted: those of a checkpoint beside the next call would make its numbers depend on chance. */
    private void awaitCheckpoint() {
        try {
            journal.checkpoints().await();
        } catch (InterruptedException | ExecutionException e) {
            throw new AssertionError(label, e);
        }
    }

    void probe() {
        twice(() -> {
            journal.probe();
            return true;
        });
        awaitCheckpoint();
    }

    void save() {
        twice(() -> {
            Attempt attempt = history.save(journal.last());
            journal.saveSnapshot(attempt.to, History.bytes(attempt));
            attempt.told = Told.DONE;
            snapshotIsDamaged = false;
            return true;
        });
        awaitCheckpoint();
    }

    void archive() {
        long last = journal.last();
        twice(() -> {
            Retention all = new Retention(Long.MAX_VALUE, Long.MAX_VALUE);
            return journal.archive(new Compaction(journal, journal.archiveFiles(), all, 1, step -> {}));
        });
        awaitCheckpoint();
        assertThat(twice(() -> journal.archived())).as(label).isBetween(1L, last);
    }

    void latest() {
        Optional<SavedSnapshot> found = twice(() -> journal.latestSnapshot());
        history.check(found, label);
    }

    void read() {
        twice(() -> {
            List<Entry> found = new ArrayList<>();
            journal.read(0, found::add);
            return found;
        });
    }

    void setAside() {
        assertThatThrownBy(() -> twice(() -> journal.latestSnapshot()))
                .as(label)
                .isInstanceOf(UnreadableSnapshot.class);
        Path kept = Path.of(twice(() -> journal.setSnapshotAside()));
        // If the first try was done and reported an error, there was nothing left for the second.
        assertThat(failures == 0 ? kept : kept.resolveSibling("damaged-snapshot-1"))
                .as(label)
                .exists();
        assertThat(failures > 0 || kept.toFile().length() > 0).as(label).isTrue();
        history.snapshots.clear();
        snapshotIsDamaged = false;
    }

    void backup(String name) {
        Path target = root.resolve(name);
        twice(() -> {
            try {
                journal.backup(target);
                backups.add(target);
                return true;
            } catch (UncheckedIOException | JournalUnavailable e) {
                // A disk that is broken for good keeps what was begun under its name, or what is whole.
                if (Files.exists(target)) {
                    SqliteJournal.verifyBackup(target);
                }
                Directories.delete(target);
                Directories.delete(root.resolve(name + SqliteCopies.PARTIAL));
                throw e;
            }
        });
    }

    void restore() {
        Path data = root.resolve("restored");
        twice(() -> {
            try {
                return SqliteCopies.restore(root.resolve("backup"), data, disk);
            } catch (UncheckedIOException | JournalUnavailable e) {
                checkRestored(data, label);
                Directories.delete(data);
                throw e;
            }
        });
        try (Journal restored = SqliteJournal.open(data)) {
            assertThat(restored.last()).as(label).isEqualTo(6);
        }
    }

    void close() {
        SqliteJournal closing = journal;
        journal = null;
        try {
            closing.close();
        } catch (JournalUnavailable e) {
            failures++;
            disk.repair();
        }
    }

    void end() {
        if (journal != null) {
            close();
        }
    }

    /** Checks the files that a crash would leave now. */
    void checkNow() {
        Path image = root.resolveSibling(root.getFileName() + "-crashed-" + images++);
        Directories.copy(root, image);
        check(image);
        Directories.delete(image);
    }

    /** Opens what is there, with a disk that is well, and compares it with what was told. */
    void check(Path at) {
        check(at, history, snapshotIsDamaged, backups.size(), label);
    }

    void check(Path at, History told, boolean isDamaged, int backupsDone, String when) {
        for (int i = 0; i < backupsDone; i++) {
            Verified backup =
                    SqliteJournal.verifyBackup(at.resolve(backups.get(i).getFileName()));
            assertThat(backup.last()).as(when).isPositive();
        }
        checkRestored(at.resolve("restored"), when);
        try (SqliteJournal found = SqliteJournal.open(at.resolve("data"))) {
            List<Entry> entries = new ArrayList<>();
            found.read(0, entries::add);
            told.check(entries, when);
            if (isDamaged) {
                checkDamaged(found, when);
            } else {
                told.check(found.latestSnapshot(), when);
            }
            long last = found.last();
            found.append(new Attempt(last + 1, last + 1, "afterwards").entries());
        }
    }

    /** Still damaged, or out of use already. */
    private static void checkDamaged(Journal found, String when) {
        try {
            assertThat(found.latestSnapshot()).as(when).isEmpty();
        } catch (UnreadableSnapshot e) {
            assertThat(found.setSnapshotAside()).as(when).isNotEmpty();
        }
    }

    private static void checkRestored(Path data, String when) {
        if (!Files.exists(data)) {
            return;
        }
        if (Files.exists(data.resolve(SqliteJournal.FILE + SqliteCopies.PARTIAL))) {
            assertThatThrownBy(() -> SqliteJournal.open(data)).as(when).hasMessageContaining("was interrupted");
            assertThat(data.resolve(SqliteJournal.FILE)).as(when).doesNotExist();
        } else if (Files.exists(data.resolve(SqliteJournal.FILE))) {
            assertThat(SqliteJournal.verify(data).last()).as(when).isEqualTo(6);
        }
    }
}
