package dev.berth.journal.postgres;

import dev.berth.journal.SnapshotContent;
import dev.berth.journal.SnapshotStream;
import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * Snapshots as parts. One counts once its row says that it is whole; the others are left from a crash. The one before the
 * latest is kept as well.
 */
final class PostgresSnapshots {
    private static final int GENERATIONS = 2;

    private final Connection connection;
    private final long site;

    PostgresSnapshots(Connection connection, long site) {
        this.connection = connection;
        this.site = site;
    }

    /** A snapshot that was written to its end. */
    record Row(long id, long upTo, long length, int parts, long sum) {}

    void save(long term, long upTo, SnapshotContent content) throws SQLException, IOException {
        update("DELETE FROM berth.snapshot WHERE site = ? AND state = 'begun' AND term <= ?", site, term);
        long id = begin(term, upTo);
        try {
            SnapshotStream stream = new SnapshotStream((part, bytes) -> writePart(id, part, bytes));
            content.writeTo(stream);
            stream.end();
            finish(id, stream);
        } catch (SQLException | IOException | RuntimeException | Error e) {
            try {
                update("DELETE FROM berth.snapshot WHERE id = ?", id);
            } catch (SQLException left) {
                e.addSuppressed(left);
            }
            throw e;
        }
        update(
                "DELETE FROM berth.snapshot WHERE site = ? AND state = 'whole' AND id NOT IN (SELECT id FROM"
                        + " berth.snapshot WHERE site = ? AND state = 'whole' ORDER BY id DESC LIMIT " + GENERATIONS
                        + ")",
                site,
                site);
    }

    /** Writes as much as an append usually does, and deletes it. */
    void probe(long term) throws SQLException, IOException {
        long id = begin(term, 0);
        try {
            writePart(id, 0, new byte[SnapshotStream.PART]);
        } finally {
            update("DELETE FROM berth.snapshot WHERE id = ?", id);
        }
    }

    private long begin(long term, long upTo) throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement(
                "INSERT INTO berth.snapshot (site, term, up_to) VALUES (?, ?, ?) RETURNING id")) {
            insert.setLong(1, site);
            insert.setLong(2, term);
            insert.setLong(3, upTo);
            try (ResultSet found = insert.executeQuery()) {
                found.next();
                return found.getLong(1);
            }
        }
    }

    private void writePart(long id, int part, byte[] bytes) throws IOException {
        try (PreparedStatement insert =
                connection.prepareStatement("INSERT INTO berth.snapshot_part VALUES (?, ?, ?)")) {
            insert.setLong(1, id);
            insert.setInt(2, part);
            insert.setBytes(3, bytes);
            insert.executeUpdate();
        } catch (SQLException e) {
            throw new IOException(e);
        }
    }

    private void finish(long id, SnapshotStream stream) throws SQLException {
        int done = update(
                "UPDATE berth.snapshot SET length = ?, parts = ?, sum = ?, state = 'whole' WHERE id = ?",
                stream.length(),
                stream.parts(),
                stream.sum(),
                id);
        if (done == 0) {
            throw new SQLException("another instance has taken over and removed the snapshot");
        }
    }

    /** Takes the latest out of use; its number. */
    long setAside() throws SQLException {
        List<Row> rows = rows();
        if (rows.isEmpty()) {
            return 0;
        }
        update(
                "UPDATE berth.snapshot SET state = 'aside' WHERE id = ?",
                rows.getFirst().id());
        return rows.getFirst().id();
    }

    private int update(String sql, long... values) throws SQLException {
        try (PreparedStatement update = connection.prepareStatement(sql)) {
            for (int i = 0; i < values.length; i++) {
                update.setLong(i + 1, values[i]);
            }
            return update.executeUpdate();
        }
    }

    /** The latest first. */
    List<Row> rows() throws SQLException {
        List<Row> rows = new ArrayList<>();
        try (PreparedStatement query = connection.prepareStatement("SELECT id, up_to, length, parts, sum FROM"
                + " berth.snapshot WHERE site = ? AND state = 'whole' ORDER BY id DESC LIMIT " + GENERATIONS)) {
            query.setLong(1, site);
            try (ResultSet found = query.executeQuery()) {
                while (found.next()) {
                    rows.add(new Row(
                            found.getLong(1), found.getLong(2), found.getLong(3), found.getInt(4), found.getLong(5)));
                }
            }
        }
        return rows;
    }

    /** Reads all of it, part by part, and keeps nothing: whether it is as it was written. */
    boolean isWhole(Row row) throws SQLException {
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
        return length == row.length() && sum.getValue() == row.sum();
    }

    static byte @Nullable [] part(Connection connection, long id, int part) throws SQLException {
        try (PreparedStatement query =
                connection.prepareStatement("SELECT body FROM berth.snapshot_part WHERE snapshot = ? AND part = ?")) {
            query.setLong(1, id);
            query.setInt(2, part);
            try (ResultSet found = query.executeQuery()) {
                return found.next() ? found.getBytes(1) : null;
            }
        }
    }
}
