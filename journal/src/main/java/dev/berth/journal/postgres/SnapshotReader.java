package dev.berth.journal.postgres;

import dev.berth.journal.DamagedJournal;
import dev.berth.journal.SavedSnapshot;
import dev.berth.journal.UnreadableSnapshot;
import java.io.InputStream;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** The snapshots of a site, checked before they are given. */
final class SnapshotReader {
    private final PostgresAddress address;
    private final Connection connection;
    private final long site;
    private final PostgresSnapshots snapshots;

    SnapshotReader(PostgresAddress address, Connection connection, long site) {
        this.address = address;
        this.connection = connection;
        this.site = site;
        this.snapshots = new PostgresSnapshots(connection, site);
    }

    Optional<SavedSnapshot> latestSnapshot() throws SQLException {
        List<PostgresSnapshots.Row> rows = snapshots.rows();
        if (rows.isEmpty()) {
            return Optional.empty();
        }
        PostgresSnapshots.Row row = rows.getFirst();
        if (!snapshots.isWhole(row)) {
            throw new UnreadableSnapshot(
                    address.name(), row.upTo(), "the snapshot up to this entry is not as it was written", null);
        }
        long last = EntryPages.last(connection, site);
        if (row.upTo() > last) {
            throw new DamagedJournal(
                    address.name(), last + 1, "missing, but a snapshot has entries up to " + row.upTo(), null);
        }
        return Optional.of(saved(row));
    }

    Optional<SavedSnapshot> snapshotBefore() throws SQLException {
        List<PostgresSnapshots.Row> rows = snapshots.rows();
        return rows.size() < 2 || !snapshots.isWhole(rows.get(1)) ? Optional.empty() : Optional.of(saved(rows.get(1)));
    }

    private SavedSnapshot saved(PostgresSnapshots.Row row) {
        return new SavedSnapshot(row.upTo(), () -> open(row));
    }

    private InputStream open(PostgresSnapshots.Row row) {
        try {
            return new PartsInput(address.connect(Duration.ofSeconds(60)), row);
        } catch (SQLException e) {
            throw Failure.whileReading(address.name(), e);
        }
    }
}
