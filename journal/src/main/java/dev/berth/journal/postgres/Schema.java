package dev.berth.journal.postgres;

import dev.berth.journal.JournalUnavailable;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Objects;

/** The tables of a journal, brought up to date under a lock: several instances may start at once. */
final class Schema {
    /** Number of the newest script: {@code schema-N.sql}. */
    static final int VERSION = 3;
    /** Any number that no other program uses: the letters "berth". */
    private static final long LOCK = 0x6265727468L;

    private Schema() {}

    static void update(Connection connection, String name) throws SQLException {
        if (version(connection) == VERSION) {
            return;
        }
        connection.setAutoCommit(false);
        try (Statement statement = connection.createStatement()) {
            statement.execute("SELECT pg_advisory_xact_lock(" + LOCK + ")");
            int found = version(connection);
            if (found > VERSION) {
                throw new JournalUnavailable(
                        name + " was written by a newer version of Berth (format " + found + ", this one knows "
                                + VERSION + "); update this instance",
                        null);
            }
            for (int next = found + 1; next <= VERSION; next++) {
                statement.execute(script(next));
            }
            connection.commit();
        } catch (SQLException | RuntimeException e) {
            connection.rollback();
            throw e;
        } finally {
            connection.setAutoCommit(true);
        }
    }

    /** 0 if there is none. */
    static int version(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            try (ResultSet found = statement.executeQuery("SELECT to_regclass('berth.version') IS NOT NULL")) {
                found.next();
                if (!found.getBoolean(1)) {
                    return 0;
                }
            }
            try (ResultSet found = statement.executeQuery("SELECT number FROM berth.version")) {
                found.next();
                return found.getInt(1);
            }
        }
    }

    private static String script(int version) {
        String name = "schema-" + version + ".sql";
        try (InputStream in = Objects.requireNonNull(Schema.class.getResourceAsStream(name), name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
