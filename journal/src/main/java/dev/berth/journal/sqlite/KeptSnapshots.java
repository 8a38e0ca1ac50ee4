package dev.berth.journal.sqlite;

import dev.berth.journal.UnreadableSnapshot;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The snapshots of a journal, after all of them were read.
 *
 * @param whole those that are as they were written, the latest first
 * @param latest the id of the latest, whole or not; 0 if that cannot be told
 * @param damage what is wrong with the first that is not
 */
record KeptSnapshots(List<SnapshotParts.Row> whole, long latest, Optional<UnreadableSnapshot> damage) {
    /** @param most only this many of the latest are read */
    static KeptSnapshots read(Connection connection, String file, int most, Disk disk) throws SQLException {
        List<SnapshotParts.Row> whole = new ArrayList<>();
        List<UnreadableSnapshot> damage = new ArrayList<>();
        long latest = 0;
        try {
            List<SnapshotParts.Row> rows = disk.at(CrashPoint.SNAPSHOT_READ, () -> SnapshotParts.all(connection));
            latest = rows.isEmpty() ? 0 : rows.getFirst().id();
            for (SnapshotParts.Row row : rows.subList(0, Math.min(most, rows.size()))) {
                if (isWhole(connection, row)) {
                    whole.add(row);
                } else {
                    damage.add(new UnreadableSnapshot(
                            file, row.upTo(), "the snapshot up to this entry is not as it was written", null));
                }
            }
        } catch (SQLException e) {
            if (!Sqlite.isDamage(e)) {
                throw e;
            }
            damage.add(new UnreadableSnapshot(file, 0, "the snapshots cannot be read: " + e.getMessage(), e));
        }
        return new KeptSnapshots(whole, latest, damage.stream().findFirst());
    }

    private static boolean isWhole(Connection connection, SnapshotParts.Row row) throws SQLException {
        try {
            return SnapshotParts.isWhole(connection, row);
        } catch (SQLException e) {
            if (Sqlite.isDamage(e)) {
                return false;
            }
            throw e;
        }
    }

    /** The one before the latest. */
    Optional<SnapshotParts.Row> before() {
        return whole.stream().filter(row -> row.id() != latest).findFirst();
    }
}
