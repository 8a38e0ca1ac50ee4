package dev.berth.service.journal;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.Optional;
import java.util.zip.CRC32C;

/**
 * A snapshot as parts, each in a transaction of its own: one of hundreds of megabytes would keep the appends waiting. It
 * counts once its row in {@code snapshot} is written; parts without one are left from a crash.
 */
final class SnapshotParts {
    /** An append waits for one part at most: small enough for a disk to sync in a few milliseconds. */
    static final int PART = 1 << 17;

    /** No snapshot has this id. */
    private static final long PROBE = -1;

    private SnapshotParts() {}

    static int count(byte[] bytes) {
        return Math.ceilDiv(bytes.length, PART);
    }

    static long nextId(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            return Migrations.number(statement, "SELECT coalesce(max(id), 0) + 1 FROM snapshot");
        }
    }

    static void writePart(Connection connection, long id, int part, byte[] bytes) throws SQLException {
        String sql = "INSERT INTO snapshot_part VALUES (?, ?, ?)";
        try (PreparedStatement insert = connection.prepareStatement(sql)) {
            insert.setLong(1, id);
            insert.setInt(2, part);
            insert.setBytes(3, Arrays.copyOfRange(bytes, part * PART, Math.min(bytes.length, (part + 1) * PART)));
            insert.executeUpdate();
        }
    }

    /**
     * Writes a part that belongs to no snapshot, and deletes it in a transaction of its own: a page that is freed before
     * the commit is never written. A part is larger than most entries, so there is room for those as well.
     */
    static void probe(Connection connection) throws SQLException {
        String delete = "DELETE FROM snapshot_part WHERE snapshot = " + PROBE;
        try (Statement statement = connection.createStatement()) {
            statement.executeUpdate(delete);
            writePart(connection, PROBE, 0, new byte[PART]);
            statement.executeUpdate(delete);
        }
    }

    /** Makes it the latest; those before it go. */
    static void finish(Connection connection, long id, long upTo, byte[] bytes) throws SQLException {
        String sql = "INSERT INTO snapshot VALUES (?, ?, ?, ?, ?)";
        try (Statement statement = connection.createStatement();
                PreparedStatement insert = connection.prepareStatement(sql)) {
            statement.execute("BEGIN IMMEDIATE");
            insert.setLong(1, id);
            insert.setLong(2, upTo);
            insert.setLong(3, bytes.length);
            insert.setInt(4, count(bytes));
            insert.setLong(5, sum(bytes));
            insert.executeUpdate();
            statement.execute("DELETE FROM snapshot WHERE id < " + id);
            statement.execute("COMMIT");
        }
    }

    /** Deletes one part that belongs to no snapshot any more; false if there is none. */
    static boolean forgetOne(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            return statement.executeUpdate("DELETE FROM snapshot_part WHERE rowid = (SELECT rowid FROM snapshot_part"
                            + " WHERE snapshot NOT IN (SELECT id FROM snapshot) LIMIT 1)")
                    > 0;
        }
    }

    static Optional<SavedSnapshot> latest(Connection connection, String file) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet found = statement.executeQuery(
                        "SELECT id, up_to, length, parts, sum FROM snapshot ORDER BY id DESC LIMIT 1")) {
            if (!found.next()) {
                return Optional.empty();
            }
            long upTo = found.getLong(2);
            byte[] bytes = new byte[Math.toIntExact(found.getLong(3))];
            if (found.getInt(4) != read(connection, found.getLong(1), bytes) || found.getLong(5) != sum(bytes)) {
                throw new DamagedJournal(file, upTo, "the snapshot up to this entry is not as it was written", null);
            }
            return Optional.of(new SavedSnapshot(upTo, bytes));
        }
    }

    /** Fills the bytes; how many parts there were. */
    private static int read(Connection connection, long id, byte[] bytes) throws SQLException {
        String sql = "SELECT part, body FROM snapshot_part WHERE snapshot = ? ORDER BY part";
        try (PreparedStatement query = connection.prepareStatement(sql)) {
            query.setLong(1, id);
            int parts = 0;
            int filled = 0;
            try (ResultSet found = query.executeQuery()) {
                while (found.next()) {
                    byte[] part = found.getBytes(2);
                    if (found.getInt(1) != parts++ || part.length > bytes.length - filled) {
                        return -1;
                    }
                    System.arraycopy(part, 0, bytes, filled, part.length);
                    filled += part.length;
                }
            }
            return filled == bytes.length ? parts : -1;
        }
    }

    private static long sum(byte[] bytes) {
        CRC32C sum = new CRC32C();
        sum.update(bytes);
        return sum.getValue();
    }
}
