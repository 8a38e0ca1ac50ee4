package dev.berth.server.tables;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Objects;

/** The tables themselves: made where they are missing, and emptied to be filled again. */
final class TablesSchema {
    /** Filled from the journal; all but the position. */
    private static final List<String> CONTENTS =
            List.of("reservation", "refusal", "growth", "hour", "day", "account", "pool");
    /** Any number that no other program uses: the letters "bertr". */
    private static final long LOCK = 0x6265727472L;

    private TablesSchema() {}

    /** Makes what is missing. If a table was missing, all of them begin anew: they belong together. */
    static void create(Connection connection) throws SQLException {
        connection.setAutoCommit(false);
        try (Statement statement = connection.createStatement()) {
            statement.execute("SELECT pg_advisory_xact_lock(" + LOCK + ")");
            boolean isWhole = isWhole(statement);
            statement.execute(script());
            if (!isWhole) {
                for (String table : CONTENTS) {
                    statement.execute("DELETE FROM berth_report." + table);
                }
                statement.execute("DELETE FROM berth_report.position");
            }
            connection.commit();
        } catch (SQLException e) {
            connection.rollback();
            throw e;
        } finally {
            connection.setAutoCommit(true);
        }
    }

    static boolean exists(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            return isWhole(statement);
        }
    }

    private static boolean isWhole(Statement statement) throws SQLException {
        try (ResultSet found = statement.executeQuery("SELECT count(to_regclass('berth_report.' || name))"
                + " FROM unnest(ARRAY['position', '" + String.join("', '", CONTENTS) + "']) AS name")) {
            found.next();
            return found.getInt(1) == CONTENTS.size() + 1;
        }
    }

    /** Deletes all rows of a site, within a transaction. */
    static void empty(Connection connection, long site) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            for (String table : CONTENTS) {
                statement.execute("DELETE FROM berth_report." + table + " WHERE site = " + site);
            }
            statement.execute("UPDATE berth_report.position SET entry = 0, sum = 0, time = to_timestamp(0),"
                    + " seen = to_timestamp(0) WHERE site = " + site);
        }
    }

    private static String script() {
        try (InputStream in = Objects.requireNonNull(TablesSchema.class.getResourceAsStream("tables.sql"))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
