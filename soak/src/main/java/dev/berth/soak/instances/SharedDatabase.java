package dev.berth.soak.instances;

import dev.berth.soak.network.Network;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A real PostgreSQL server with what can be done to it, and the journal in it as plain SQL finds it. */
final class SharedDatabase implements AutoCloseable {
    private final Path directory;
    private final int port = Network.freePort();
    private EmbeddedPostgres server;

    SharedDatabase(Path directory) throws IOException {
        this.directory = directory;
        this.server = start();
    }

    private EmbeddedPostgres start() throws IOException {
        return EmbeddedPostgres.builder()
                .setDataDirectory(directory)
                .setCleanDataDirectory(false)
                .setPort(port)
                .setServerConfig("fsync", "on")
                .setServerConfig("synchronous_commit", "on")
                .start();
    }

    int port() {
        return port;
    }

    /** The address of the journal for an instance behind a network. */
    static String journal(int port) {
        return "postgresql://postgres@localhost:" + port + "/postgres";
    }

    void restart() throws IOException {
        server.close();
        server = start();
    }

    /** Ends without writing anything more, as after a loss of power, and comes back. */
    void crash() throws IOException, InterruptedException {
        String pid = Files.readAllLines(directory.resolve("postmaster.pid")).getFirst();
        new ProcessBuilder("kill", "-QUIT", pid).start().waitFor();
        while (ProcessHandle.of(Long.parseLong(pid)).map(ProcessHandle::isAlive).orElse(false)) {
            Thread.sleep(10);
        }
        restart();
    }

    void cutAll() throws SQLException {
        ask("SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity"
                + " WHERE datname = current_database() AND pid <> pg_backend_pid()");
    }

    /** Commits wait for a standby that does not answer; or no longer. */
    void awaitStandby(boolean on) throws SQLException {
        execute("ALTER SYSTEM SET synchronous_standby_names TO '" + (on ? "gone" : "") + "'");
        ask("SELECT count(pg_reload_conf())");
    }

    /** Releases commits that wait for a standby: they are done here, and report a warning or nothing at all. */
    void giveUpStandby(boolean terminate) throws SQLException {
        ask("SELECT count(" + (terminate ? "pg_terminate_backend" : "pg_cancel_backend")
                + "(pid)) FROM pg_stat_activity WHERE wait_event = 'SyncRep'");
    }

    /** Where the one is reached that leads; empty if nobody does. */
    Optional<String> leader() {
        try (Connection connection = connect();
                Statement statement = connection.createStatement();
                ResultSet found =
                        statement.executeQuery("SELECT address FROM berth.site WHERE lease > clock_timestamp()")) {
            return found.next() ? Optional.of(found.getString(1)) : Optional.empty();
        } catch (SQLException e) {
            return Optional.empty();
        }
    }

    long term() throws SQLException {
        return ask("SELECT term FROM berth.site");
    }

    List<JournalEntry> journal() throws SQLException {
        List<JournalEntry> entries = new ArrayList<>();
        try (Connection connection = connect();
                Statement statement = connection.createStatement();
                ResultSet found =
                        statement.executeQuery("SELECT number, term, body FROM berth.entry ORDER BY number")) {
            while (found.next()) {
                entries.add(new JournalEntry(
                        found.getLong(1), found.getLong(2), new String(found.getBytes(3), StandardCharsets.UTF_8)));
            }
        }
        return entries;
    }

    private long ask(String sql) throws SQLException {
        try (Connection connection = connect();
                Statement statement = connection.createStatement();
                ResultSet found = statement.executeQuery(sql)) {
            found.next();
            return found.getLong(1);
        }
    }

    private void execute(String sql) throws SQLException {
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private Connection connect() throws SQLException {
        return DriverManager.getConnection("jdbc:postgresql://localhost:" + port + "/postgres?user=postgres");
    }

    @Override
    public void close() throws IOException {
        server.close();
    }
}
