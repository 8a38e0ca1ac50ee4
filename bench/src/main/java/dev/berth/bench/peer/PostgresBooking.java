package dev.berth.bench.peer;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/**
 * Bookings the way a practitioner writes them in PostgreSQL: a table with an exclusion constraint on server and time
 * range, and one statement that takes the first server that is free for a fixed window.
 */
public final class PostgresBooking implements AutoCloseable {
    private static final String BOOK = """
            INSERT INTO booking (server, during)
            SELECT s, int8range(?, ?) FROM generate_series(0, ?) AS s
            WHERE NOT EXISTS (SELECT 1 FROM booking b WHERE b.server = s AND b.during && int8range(?, ?))
            ORDER BY s LIMIT 1
            """;

    private final EmbeddedPostgres postgres;
    private final int servers;

    public PostgresBooking(int servers) throws IOException, SQLException {
        this.servers = servers;
        this.postgres = EmbeddedPostgres.builder()
                .setServerConfig("max_connections", "100")
                // The embedded server is set up for tests, which need not survive a crash; a booking must.
                .setServerConfig("fsync", "on")
                .setServerConfig("synchronous_commit", "on")
                .start();
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            checkDurable(statement);
            statement.execute("CREATE EXTENSION btree_gist");
            statement.execute("""
                    CREATE TABLE booking (
                      id bigserial PRIMARY KEY,
                      server int NOT NULL,
                      during int8range NOT NULL,
                      EXCLUDE USING gist (server WITH =, during WITH &&))
                    """);
        }
    }

    private static void checkDurable(Statement statement) throws SQLException {
        for (String setting : List.of("fsync", "synchronous_commit")) {
            try (ResultSet result = statement.executeQuery("SHOW " + setting)) {
                if (!result.next() || !result.getString(1).equals("on")) {
                    throw new IllegalStateException("PostgreSQL runs without " + setting + ": nothing to compare with");
                }
            }
        }
    }

    public Connection connect() throws SQLException {
        return postgres.getPostgresDatabase().getConnection();
    }

    /** Books on a connection of the caller's own; false if no server is free, or another client was faster. */
    public boolean book(Connection connection, long start, long end) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(BOOK)) {
            statement.setLong(1, start);
            statement.setLong(2, end);
            statement.setInt(3, servers - 1);
            statement.setLong(4, start);
            statement.setLong(5, end);
            return statement.executeUpdate() == 1;
        } catch (SQLException e) {
            // 23P01: the exclusion constraint; 40P01: a deadlock between two that check it.
            if ("23P01".equals(e.getSQLState()) || "40P01".equals(e.getSQLState())) {
                return false;
            }
            throw e;
        }
    }

    @Override
    public void close() throws IOException {
        postgres.close();
    }
}
