package dev.berth.journal.postgres;

import dev.berth.journal.DamagedJournal;
import dev.berth.journal.Entry;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Entries as rows, read page by page: no transaction stays open while somebody thinks about an entry. */
final class EntryPages {
    private static final int PAGE = 500;

    private EntryPages() {}

    /** The number of the last entry. */
    static long last(Connection connection, long site) throws SQLException {
        try (PreparedStatement query = connection.prepareStatement("SELECT last FROM berth.site WHERE id = ?")) {
            query.setLong(1, site);
            try (ResultSet found = query.executeQuery()) {
                return found.next() ? found.getLong(1) : 0;
            }
        }
    }

    static void read(Connection connection, String name, long site, long after, Consumer<Entry> reader)
            throws SQLException {
        long last = last(connection, site);
        for (long done = after; done < last; ) {
            List<Entry> page = page(connection, name, site, done, last);
            if (page.isEmpty()) {
                throw new DamagedJournal(name, done + 1, "missing; there were entries up to " + last, null);
            }
            page.forEach(reader);
            done += page.size();
        }
    }

    static List<Entry> page(Connection connection, String name, long site, long after, long upTo) throws SQLException {
        List<Entry> page = new ArrayList<>();
        try (PreparedStatement query =
                connection.prepareStatement("SELECT number, time, kind, body, sum FROM berth.entry"
                        + " WHERE site = ? AND number > ? AND number <= ? ORDER BY number LIMIT " + PAGE)) {
            query.setLong(1, site);
            query.setLong(2, after);
            query.setLong(3, upTo);
            try (ResultSet found = query.executeQuery()) {
                while (found.next()) {
                    page.add(checked(found, name, after + page.size() + 1));
                }
            }
        }
        return page;
    }

    private static Entry checked(ResultSet found, String name, long next) throws SQLException {
        Entry entry = new Entry(found.getLong(1), found.getLong(2), found.getString(3), found.getBytes(4));
        if (entry.number() != next) {
            throw new DamagedJournal(name, next, "missing; the next one there is " + entry.number(), null);
        }
        if (found.getLong(5) != entry.sum()) {
            throw new DamagedJournal(name, next, "its check sum is wrong", null);
        }
        return entry;
    }

    /** All in one call and so in one transaction, which the database commits by itself. */
    static void append(Connection connection, Leadership leadership, double lease, long after, List<Entry> entries)
            throws SQLException {
        try (PreparedStatement append =
                connection.prepareStatement("SELECT berth.append(?, ?, ?, make_interval(secs => ?), ?, ?, ?, ?)")) {
            append.setLong(1, leadership.site());
            append.setLong(2, leadership.term());
            append.setLong(3, after);
            append.setDouble(4, lease);
            append.setArray(
                    5,
                    connection.createArrayOf(
                            "int8", entries.stream().map(Entry::time).toArray()));
            append.setArray(
                    6,
                    connection.createArrayOf(
                            "text", entries.stream().map(Entry::kind).toArray()));
            append.setArray(
                    7,
                    connection.createArrayOf(
                            "bytea", entries.stream().map(Entry::body).toArray(byte[][]::new)));
            append.setArray(
                    8,
                    connection.createArrayOf(
                            "int8", entries.stream().map(Entry::sum).toArray()));
            append.execute();
            if (append.getWarnings() != null) {
                throw new SQLException("the database is not certain to keep this", "08007", append.getWarnings());
            }
        }
    }

    /** Whether these entries were written in that term: all or none of them were. */
    static boolean isWritten(Connection connection, long site, long term, List<Entry> entries) throws SQLException {
        Entry first = entries.getFirst();
        try (PreparedStatement query =
                connection.prepareStatement("SELECT sum FROM berth.entry WHERE site = ? AND number = ? AND term = ?")) {
            query.setLong(1, site);
            query.setLong(2, first.number());
            query.setLong(3, term);
            try (ResultSet found = query.executeQuery()) {
                return found.next() && found.getLong(1) == first.sum();
            }
        }
    }
}
