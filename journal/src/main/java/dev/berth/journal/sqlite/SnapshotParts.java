package dev.berth.journal.sqlite;

import dev.berth.journal.DamagedJournal;
import dev.berth.journal.SnapshotStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * A snapshot as parts, each in a transaction of its own: one of hundreds of megabytes would keep the appends waiting. It
 * counts once its row in {@code snapshot} is written; parts without one are left from a crash. The one before the latest
 * is kept as well, so that a damaged one can be rebuilt.
 */
final class SnapshotParts {
    /** How many snapshots are kept. */
    static final int GENERATIONS = 2;
    /** No snapshot has this id. */
    private static final long PROBE = -1;

    private SnapshotParts() {}

    /** A snapshot that was written to its end. */
    record Row(long id, long upTo, long length, int parts, long sum) {}

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
            insert.setBytes(3, bytes);
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
            writePart(connection, PROBE, 0, new byte[SnapshotStream.PART]);
            statement.executeUpdate(delete);
        }
    }

    /** Makes it the latest; those before the last generations go. */
    static void finish(Connection connection, Row row) throws SQLException {
        String sql = "INSERT INTO snapshot VALUES (?, ?, ?, ?, ?)";
        try (Statement statement = connection.createStatement();
                PreparedStatement insert = connection.prepareStatement(sql)) {
            statement.execute("BEGIN IMMEDIATE");
            insert.setLong(1, row.id());
            insert.setLong(2, row.upTo());
            insert.setLong(3, row.length());
            insert.setInt(4, row.parts());
            insert.setLong(5, row.sum());
            insert.executeUpdate();
            statement.execute("DELETE FROM snapshot WHERE id NOT IN (SELECT id FROM snapshot ORDER BY id DESC LIMIT "
                    + GENERATIONS + ")");
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

    /** The latest first. */
    static List<Row> all(Connection connection) throws SQLException {
        List<Row> rows = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet found =
                        statement.executeQuery("SELECT id, up_to, length, parts, sum FROM snapshot ORDER BY id DESC")) {
            while (found.next()) {
                rows.add(new Row(
                        found.getLong(1), found.getLong(2), found.getLong(3), found.getInt(4), found.getLong(5)));
            }
        }
        return rows;
    }

    /** Reads all of it, part by part, and keeps nothing: whether it is as it was written. */
    static boolean isWhole(Connection connection, Row row) throws SQLException {
        CRC32C sum = new CRC32C();
        long length = 0;
        for (int part = 0; part < row.parts(); part++) {
            byte[] bytes = part(connection, row.id(), part);
            if (bytes == null) {
                return false;
            }
            sum.update(bytes);
            length += bytes.length;
        }
        return part(connection, row.id(), row.parts()) == null && length == row.length() && sum.getValue() == row.sum();
    }

    private static byte @Nullable [] part(Connection connection, long id, int part) throws SQLException {
        String sql = "SELECT body FROM snapshot_part WHERE snapshot = ? AND part = ?";
        try (PreparedStatement query = connection.prepareStatement(sql)) {
            query.setLong(1, id);
            query.setInt(2, part);
            try (ResultSet found = query.executeQuery()) {
                return found.next() ? found.getBytes(1) : null;
            }
        }
    }

    /** A snapshot that {@link #isWhole}, from its beginning, one part in memory at a time. */
    static InputStream open(Path file, Row row) {
        try {
            return new Reading(Sqlite.connect(file), file.toString(), row);
        } catch (SQLException e) {
            throw Sqlite.whileReading(file.toString(), row.upTo(), e);
        }
    }

    private static final class Reading extends InputStream {
        private final Connection connection;
        private final String file;
        private final Row row;
        private byte[] bytes = new byte[0];
        private int next;
        private int place;

        Reading(Connection connection, String file, Row row) {
            this.connection = connection;
            this.file = file;
            this.row = row;
        }

        @Override
        public int read() {
            return fill() ? bytes[place++] & 0xff : -1;
        }

        @Override
        public int read(byte[] into, int offset, int length) {
            if (length == 0) {
                return 0;
            }
            if (!fill()) {
                return -1;
            }
            int count = Math.min(length, bytes.length - place);
            System.arraycopy(bytes, place, into, offset, count);
            place += count;
            return count;
        }

        private boolean fill() {
            while (place == bytes.length && next < row.parts()) {
                try {
                    byte[] part = part(connection, row.id(), next++);
                    if (part == null) {
                        throw new DamagedJournal(file, row.upTo(), "a part of the snapshot is missing", null);
                    }
                    bytes = part;
                    place = 0;
                } catch (SQLException e) {
                    throw Sqlite.whileReading(file, row.upTo(), e);
                }
            }
            return place < bytes.length;
        }

        @Override
        public void close() throws IOException {
            try {
                connection.close();
            } catch (SQLException e) {
                throw new IOException(e);
            }
        }
    }
}
