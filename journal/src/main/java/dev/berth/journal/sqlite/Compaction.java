package dev.berth.journal.sqlite;

import dev.berth.journal.Retention;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Moves old entries from a journal to its archive. They are deleted only once they are durable and were read back from
 * there, and once the journal itself says that they are archived; whatever is interrupted is done again the next time.
 * SQLite uses the pages of deleted entries again, so the file stays as large as what it has to hold at once.
 */
final class Compaction {
    private static final Logger LOG = LoggerFactory.getLogger(Compaction.class);

    /** A file of the archive has this many entries at most, or this many bytes before they are compressed. */
    private static final int MOST_ENTRIES = 50_000;

    private static final long MOST_BYTES = 64 << 20;
    /** Less than this is not worth a file. */
    private static final int LEAST_ENTRIES = 10_000;

    private static final long LEAST_BYTES = 16 << 20;

    private final SqliteJournal journal;
    private final Archive archive;
    private final Retention retention;
    private final int least;
    private final Consumer<Step> reached;

    /** Where a crash can leave it. */
    enum Step {
        WRITTEN,
        NAMED,
        NOTED,
        PARTLY_DELETED
    }

    private record Range(long from, long to) {}

    Compaction(SqliteJournal journal, Archive archive, Retention retention) {
        this(journal, archive, retention, LEAST_ENTRIES, step -> {});
    }

    /** For tests: with a crash at any step. */
    Compaction(SqliteJournal journal, Archive archive, Retention retention, int least, Consumer<Step> reached) {
        this.journal = journal;
        this.archive = archive;
        this.retention = retention;
        this.least = least;
        this.reached = reached;
    }

    /** How many entries were moved. */
    long run(Connection connection) throws SQLException {
        long moved = 0;
        for (Range range = next(connection); range != null; range = next(connection)) {
            if (moved == 0 && !snapshotsAreWhole(connection)) {
                return 0;
            }
            move(range);
            moved += range.to - range.from + 1;
        }
        return moved;
    }

    /** The next entries to move, or null: all that went into both snapshots and is old enough, or too much. */
    private @Nullable Range next(Connection connection) throws SQLException {
        List<SnapshotParts.Row> snapshots = SnapshotParts.all(connection);
        if (snapshots.size() < SnapshotParts.GENERATIONS) {
            return null;
        }
        try (Statement statement = connection.createStatement()) {
            long archived = Migrations.number(statement, "SELECT up_to FROM archived");
            long last = Migrations.number(statement, "SELECT last FROM head");
            // The last entry always stays: the journal knows its end by it.
            long covered = Math.min(snapshots.getLast().upTo(), last - 1);
            boolean isTooMuch = used(statement) > retention.bytes();
            long to = archived;
            long bytes = 0;
            try (ResultSet found = statement.executeQuery("SELECT number, time, length(body) FROM entry WHERE number > "
                    + archived + " AND number <= " + covered + " ORDER BY number LIMIT " + MOST_ENTRIES)) {
                while (bytes < MOST_BYTES && found.next() && (isTooMuch || found.getLong(2) < retention.before())) {
                    to = found.getLong(1);
                    bytes += found.getLong(3);
                }
            }
            return to - archived >= least || bytes >= LEAST_BYTES ? new Range(archived + 1, to) : null;
        }
    }

    /** Bytes of the database in use, without free pages. */
    private static long used(Statement statement) throws SQLException {
        long pages = Migrations.number(statement, "PRAGMA page_count");
        long free = Migrations.number(statement, "PRAGMA freelist_count");
        return (pages - free) * Migrations.number(statement, "PRAGMA page_size");
    }

    private boolean snapshotsAreWhole(Connection connection) throws SQLException {
        for (SnapshotParts.Row row : SnapshotParts.all(connection)) {
            if (!SnapshotParts.isWhole(connection, row)) {
                LOG.error(
                        "the snapshot up to entry {} in {} is damaged; no entries are archived until two good ones"
                                + " follow it",
                        row.upTo(),
                        journal.name());
                return false;
            }
        }
        return true;
    }

    private void move(Range range) throws SQLException {
        archive.forgetAfter(range.from - 1);
        archive.write(
                range.from,
                range.to,
                reader -> journal.read(range.from - 1, range.to, reader),
                size -> reached.accept(Step.WRITTEN));
        reached.accept(Step.NAMED);
        journal.noteArchived(range.to);
        reached.accept(Step.NOTED);
        while (journal.deleteSomeArchived()) {
            reached.accept(Step.PARTLY_DELETED);
        }
        LOG.info("entries {} to {} of {} are in its archive now", range.from, range.to, journal.name());
    }
}
