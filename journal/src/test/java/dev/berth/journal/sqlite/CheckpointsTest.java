package dev.berth.journal.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.journal.Entry;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The write-ahead log stays short, whoever writes and reads. */
class CheckpointsTest {
    private static final long EVERY = 128 << 10;
    /** It may be twice as long before anybody waits, and grows by all that is written while it is brought home: 20 commits. */
    private static final long BOUND = 8 * EVERY;

    @TempDir
    Path data;

    private @Nullable SqliteJournal open;

    @Test
    void log_ofSmallCommitsWithoutAPause_staysShort() throws Exception {
        try (SqliteJournal journal = SqliteJournal.open(data, new AlwaysAhead(), EVERY)) {
            open = journal;
            for (int i = 1; i <= 2_000; i++) {
                append(journal);
                if (i % 20 == 0) {
                    journal.checkpoints().await();
                    assertThat(log()).as("after %d commits", i).isLessThan(BOUND);
                }
            }
            assertThat(Files.size(data.resolve(SqliteJournal.FILE))).isGreaterThan(EVERY);
        }
    }

    @Test
    void log_thatAReaderHasKeptLong_isCutOffWhenItEnds() throws Exception {
        try (SqliteJournal journal = SqliteJournal.open(data, Disk.REAL, EVERY)) {
            append(journal);
            try (Connection connection = Sqlite.connect(data.resolve(SqliteJournal.FILE));
                    Statement statement = connection.createStatement()) {
                statement.execute("BEGIN");
                assertThat(Migrations.number(statement, "SELECT last FROM head"))
                        .isEqualTo(1);
                appendUntilHome(journal, 500);
                assertThat(log()).isGreaterThan(BOUND);
                assertThat(Migrations.number(statement, "SELECT last FROM head"))
                        .isEqualTo(1);
            }
            appendUntilHome(journal, 50);
            assertThat(log()).isLessThan(BOUND);
            assertThat(journal.last()).isEqualTo(551);
        }
        assertThat(SqliteJournal.verify(data).last()).isEqualTo(551);
    }

    private void appendUntilHome(SqliteJournal journal, int commits) throws InterruptedException, ExecutionException {
        for (int i = 0; i < commits; i++) {
            append(journal);
            journal.checkpoints().await();
        }
    }

    private static void append(SqliteJournal journal) {
        synchronized (journal) {
            long next = journal.last() + 1;
            journal.append(
                    List.of(new Entry(next, next, "test", "small".repeat(20).getBytes(StandardCharsets.UTF_8))));
        }
    }

    private long log() throws IOException {
        return Files.size(data.resolve(SqliteJournal.FILE + "-wal"));
    }

    /** Somebody writes during each checkpoint that does not keep them from it. */
    private final class AlwaysAhead implements Disk {
        @Override
        public <T, E extends Exception> T at(CrashPoint point, Call<T, E> call) throws E {
            SqliteJournal journal = open;
            if (point == CrashPoint.CHECKPOINT && journal != null && !Thread.holdsLock(journal)) {
                // Its pages are counted when the call begins, so a reader of this moment is what keeps the last of
                // them.
                try (Connection connection = Sqlite.connect(data.resolve(SqliteJournal.FILE));
                        Statement statement = connection.createStatement()) {
                    statement.execute("BEGIN");
                    try (ResultSet seen = statement.executeQuery("SELECT last FROM head")) {
                        assertThat(seen.next()).isTrue();
                        append(journal);
                        return call.run();
                    }
                } catch (SQLException e) {
                    throw new AssertionError(e);
                }
            }
            return call.run();
        }
    }
}
