package dev.berth.journal.sqlite;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/**
 * Takes the latest snapshot out of a journal, and all that are damaged. They are not deleted row by row: SQLite would
 * follow what may be damaged pointers and free pages that belong to entries. Their tables are dropped from the schema
 * instead, after what is whole was copied into new ones; their pages stay unused until the next backup, which leaves them
 * out.
 */
final class SnapshotAside {
    private static final List<String> TABLES = List.of("snapshot", "snapshot_part");

    private SnapshotAside() {}

    /** Where what could be read of them is kept. */
    static Path move(DataDirectory directory, Connection writer, KeptSnapshots kept, Disk disk)
            throws SQLException, IOException {
        long whole = kept.before().map(SnapshotParts.Row::id).orElse(0L);
        try (Statement statement = writer.createStatement()) {
            Path file = newFile(directory, disk);
            disk.at(CrashPoint.ASIDE_WRITE, () -> keep(statement, file, whole));
            renew(statement, whole, disk);
            return file;
        }
    }

    private static Path newFile(DataDirectory directory, Disk disk) throws IOException {
        for (int i = 1; ; i++) {
            Path file = directory.file(DataDirectory.ASIDE + i);
            if (!Files.exists(file)) {
                return disk.at(CrashPoint.CREATE_FILE, () -> Privacy.newFile(file));
            }
        }
    }

    /** The parts one after the other, as far as they can be read. */
    private static boolean keep(Statement statement, Path file, long whole) throws IOException {
        try (OutputStream out = Files.newOutputStream(file, StandardOpenOption.WRITE, StandardOpenOption.SYNC);
                ResultSet found = statement.executeQuery(
                        "SELECT body FROM snapshot_part WHERE snapshot <> " + whole + " ORDER BY snapshot, part")) {
            while (found.next()) {
                byte[] body = found.getBytes(1);
                if (body != null) {
                    out.write(body);
                }
            }
            return true;
        } catch (SQLException e) {
            // What follows cannot be read by anybody.
            return false;
        }
    }

    private static void renew(Statement statement, long whole, Disk disk) throws SQLException {
        Sqlite.execute(disk, CrashPoint.ASIDE_BEGIN, statement, "BEGIN IMMEDIATE");
        List<String> changes = new ArrayList<>();
        for (String table : TABLES) {
            String id = table.equals("snapshot") ? "id" : "snapshot";
            changes.add("ALTER TABLE " + table + " RENAME TO damaged_" + table);
            changes.add(schema(statement, table));
            changes.add("INSERT INTO " + table + " SELECT * FROM damaged_" + table + " WHERE " + id + " = " + whole);
        }
        for (String change : changes) {
            Sqlite.execute(disk, CrashPoint.ASIDE_CHANGE, statement, change);
        }
        statement.execute("PRAGMA writable_schema = ON");
        Sqlite.execute(
                disk,
                CrashPoint.ASIDE_CHANGE,
                statement,
                "DELETE FROM sqlite_schema WHERE tbl_name IN ('damaged_snapshot', 'damaged_snapshot_part')");
        // Forgets what this connection remembers of them.
        statement.execute("PRAGMA writable_schema = RESET");
        Sqlite.execute(disk, CrashPoint.ASIDE_COMMIT, statement, "COMMIT");
    }

    /** How the table was made. */
    private static String schema(Statement statement, String table) throws SQLException {
        try (ResultSet found = statement.executeQuery("SELECT sql FROM sqlite_schema WHERE name = '" + table + "'")) {
            found.next();
            return found.getString(1);
        }
    }
}
