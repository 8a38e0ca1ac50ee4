package dev.berth.journal.sqlite;

import dev.berth.journal.DamagedJournal;
import dev.berth.journal.Entry;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.function.Consumer;

/** Entries as rows, each with a check sum over all of it. */
final class EntryRows {
    private EntryRows() {}

    static int insert(PreparedStatement insert, Entry entry) throws SQLException {
        insert.setLong(1, entry.number());
        insert.setLong(2, entry.time());
        insert.setString(3, entry.kind());
        insert.setBytes(4, entry.body());
        insert.setLong(5, entry.sum());
        return insert.executeUpdate();
    }

    /**
     * Gives the entries above a number and up to another, those in the archive included.
     *
     * @param upTo the end of the journal if that comes first
     */
    static void read(
            Connection connection,
            String file,
            Archive archive,
            long after,
            long upTo,
            Consumer<Entry> reader,
            Disk disk)
            throws SQLException {
        long next = after + 1;
        try (Statement statement = connection.createStatement()) {
            // One transaction, so that the end that is recorded is that of the entries that are read.
            statement.execute("BEGIN");
            long last = Math.min(upTo, Migrations.number(statement, "SELECT last FROM head"));
            long archived = Math.min(upTo, Migrations.archived(statement));
            if (after < archived) {
                archive.read(after, archived, reader);
                next = archived + 1;
            }
            String sql = "SELECT number, time, kind, body, sum FROM entry WHERE number >= " + next + " AND number <= "
                    + upTo + " ORDER BY number";
            try (ResultSet found = disk.at(CrashPoint.READ_ENTRIES, () -> statement.executeQuery(sql))) {
                for (; found.next(); next++) {
                    reader.accept(checked(found, file, next));
                }
            }
            if (next <= last) {
                throw new DamagedJournal(file, next, "missing; there were entries up to " + last, null);
            }
        } catch (SQLException e) {
            throw Sqlite.whileReading(file, next, e);
        }
    }

    private static Entry checked(ResultSet found, String file, long next) throws SQLException {
        long number = found.getLong(1);
        if (number != next) {
            throw new DamagedJournal(file, next, "missing; the next one there is " + number, null);
        }
        String kind = found.getString(3);
        byte[] body = found.getBytes(4);
        if (kind == null || body == null) {
            throw new DamagedJournal(file, next, "its kind or its body is missing", null);
        }
        Entry entry = new Entry(number, found.getLong(2), kind, body);
        if (found.getLong(5) != entry.sum()) {
            throw new DamagedJournal(file, next, "its check sum is wrong", null);
        }
        return entry;
    }
}
