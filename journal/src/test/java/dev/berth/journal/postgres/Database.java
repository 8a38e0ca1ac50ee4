package dev.berth.journal.postgres;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.StringJoiner;
import java.util.concurrent.atomic.AtomicInteger;

/** A database of a real PostgreSQL server, which is started once for all tests. */
public final class Database {
    private static final AtomicInteger NUMBER = new AtomicInteger();

    private final String name;

    private Database(String name) {
        this.name = name;
    }

    /** Started when it is first needed. */
    private static final class Running {
        static final EmbeddedPostgres SERVER = start();

        private static EmbeddedPostgres start() {
            try {
                return EmbeddedPostgres.builder()
                        .setServerConfig("fsync", "on")
                        .setServerConfig("synchronous_commit", "off")
                        .setServerConfig("max_connections", "100")
                        .start();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    public static int serverPort() {
        return Running.SERVER.getPort();
    }

    public static Database create() {
        Database created = new Database("berth" + NUMBER.incrementAndGet());
        new Database("postgres").execute("CREATE DATABASE " + created.name);
        return created;
    }

    /** The address of a journal in it. */
    public String journal() {
        return journal(serverPort());
    }

    public String journal(int port) {
        return "postgresql://postgres@localhost:" + port + "/" + name;
    }

    public PostgresAddress address() {
        return PostgresAddress.of(journal());
    }

    public void execute(String sql) {
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }

    public long number(String sql) {
        try (Connection connection = connect();
                Statement statement = connection.createStatement();
                ResultSet found = statement.executeQuery(sql)) {
            found.next();
            return found.getLong(1);
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }

    /** The rows of an answer, their cells parted by bars; nothing for what is null. */
    public List<String> rows(String sql) {
        try (Connection connection = connect();
                Statement statement = connection.createStatement();
                ResultSet found = statement.executeQuery(sql)) {
            List<String> rows = new ArrayList<>();
            while (found.next()) {
                StringJoiner row = new StringJoiner("|");
                for (int column = 1; column <= found.getMetaData().getColumnCount(); column++) {
                    row.add(Objects.requireNonNullElse(found.getString(column), ""));
                }
                rows.add(row.toString());
            }
            return rows;
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }

    /** Ends all other connections, as a restart does. */
    public void cutAll() {
        execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                + " WHERE datname = current_database() AND pid <> pg_backend_pid()");
    }

    private Connection connect() throws SQLException {
        return DriverManager.getConnection(
                "jdbc:postgresql://localhost:" + serverPort() + "/" + name + "?user=postgres");
    }
}
