package dev.berth.journal.postgres;

import static dev.berth.journal.JournalConformance.assertSame;
import static dev.berth.journal.JournalConformance.entries;
import static dev.berth.journal.JournalConformance.read;
import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.journal.Journal;
import dev.berth.journal.JournalLost;
import dev.berth.journal.JournalUnavailable;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.awaitility.Durations;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A real primary that is restarted, and a real standby that takes over. */
@Timeout(120)
class FailoverTest {
    @TempDir
    private Path work;

    private EmbeddedPostgres start(String name, int port) throws IOException {
        return EmbeddedPostgres.builder()
                .setDataDirectory(work.resolve(name))
                .setCleanDataDirectory(false)
                .setPort(port)
                .setServerConfig("fsync", "on")
                .start();
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    @Test
    void restart_andPromotedStandby_keepTheJournal() throws Exception {
        int first = freePort();
        int second = freePort();
        PostgresAddress address =
                PostgresAddress.of("postgresql://postgres@localhost:" + first + ",localhost:" + second + "/postgres");
        EmbeddedPostgres primary = start("primary", first);
        Journal journal = PostgresJournal.open(address);
        journal.append(entries(1, 3));
        primary.close();
        copy(work.resolve("primary"), work.resolve("standby"));
        Files.createFile(work.resolve("standby/standby.signal"));
        Files.writeString(
                work.resolve("standby/postgresql.conf"),
                "\nprimary_conninfo = 'host=localhost port=" + first + " user=postgres'\n",
                StandardOpenOption.APPEND);
        primary = start("primary", first);
        appendAgain(journal, 4);
        try (EmbeddedPostgres standby = start("standby", second)) {
            awaitSame(primary, standby);
            try (Connection connection = address.connect(Duration.ofSeconds(5))) {
                assertThat(Replication.danger(connection, "db").orElseThrow()).contains("asynchronously");
            }
            journal.close();
            primary.close();
            execute(standby, "SELECT pg_promote()");
            try (Journal after = PostgresJournal.open(address)) {
                assertSame(read(after, 0), entries(1, 4));
                after.append(entries(5, 6));
                assertThat(after.last()).isEqualTo(6);
            }
        }
    }

    /** The database was away for a moment: what is refused meanwhile is not written. */
    private static void appendAgain(Journal journal, long number) throws InterruptedException {
        while (journal.last() < number) {
            try {
                journal.append(entries(number, number));
            } catch (JournalUnavailable e) {
                Thread.sleep(50);
            } catch (JournalLost e) {
                throw new AssertionError("nobody else leads", e);
            }
        }
    }

    private static void awaitSame(EmbeddedPostgres primary, EmbeddedPostgres standby) throws Exception {
        String written = execute(primary, "SELECT pg_current_wal_lsn()");
        Awaitility.await("the standby has " + written)
                .atMost(Durations.ONE_MINUTE)
                .pollInterval(Duration.ofMillis(20))
                .until(() -> execute(standby, "SELECT coalesce(pg_last_wal_replay_lsn() >= '" + written + "', false)")
                        .equals("t"));
    }

    private static String execute(EmbeddedPostgres server, String sql) throws Exception {
        try (Connection connection = server.getPostgresDatabase().getConnection();
                Statement statement = connection.createStatement();
                ResultSet found = statement.executeQuery(sql)) {
            found.next();
            return found.getString(1);
        }
    }

    private static void copy(Path from, Path to) throws IOException {
        List<Path> all;
        try (Stream<Path> files = Files.walk(from)) {
            all = files.toList();
        }
        for (Path each : all) {
            if (!each.endsWith("postmaster.pid") && !each.endsWith("epg-lock")) {
                Files.copy(each, to.resolve(from.relativize(each)), StandardCopyOption.COPY_ATTRIBUTES);
            }
        }
    }
}
