package dev.berth.journal.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.journal.Entry;
import dev.berth.journal.JournalConformance;
import dev.berth.journal.Retention;
import dev.berth.journal.SavedSnapshot;
import dev.berth.journal.SnapshotStream;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Real processes, killed with -9 while they stand before or after a crash point. */
@Timeout(120)
class KilledTest {
    @TempDir
    Path directory;

    @ParameterizedTest
    @CsvSource({
        "APPEND_COMMIT, 3, before",
        "APPEND_COMMIT, 3, after",
        "SNAPSHOT_PART, 1, after",
        "CHECKPOINT, 0, before",
        "ARCHIVE_NOTE, 0, after",
        "BACKUP_PUBLISH, 0, before"
    })
    void killedThere_losesNothing(CrashPoint point, int count, String when) throws Exception {
        Process process = new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-Xshare:auto",
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Victim.class.getName(),
                        directory.toString(),
                        point.name(),
                        Integer.toString(count),
                        when))
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        long acknowledged = 0;
        boolean isThere = false;
        try (BufferedReader out = process.inputReader(StandardCharsets.UTF_8)) {
            for (String line = out.readLine(); line != null && !isThere; line = isThere ? line : out.readLine()) {
                isThere = line.equals("there");
                acknowledged = isThere ? acknowledged : Long.parseLong(line);
            }
        } finally {
            process.destroyForcibly().waitFor();
        }
        assertThat(isThere).as("it came to %s", point).isTrue();
        check(acknowledged);
    }

    private void check(long acknowledged) throws IOException {
        Path backup = directory.resolve("backup");
        if (Files.exists(backup)) {
            SqliteJournal.verifyBackup(backup);
        }
        try (SqliteJournal journal = SqliteJournal.open(directory.resolve("data"))) {
            List<Entry> found = JournalConformance.read(journal, 0);
            assertThat(journal.last()).isBetween(acknowledged, acknowledged + Victim.TOGETHER);
            JournalConformance.assertSame(found, JournalConformance.entries(1, journal.last()));
            Optional<SavedSnapshot> snapshot = journal.latestSnapshot();
            assertThat(snapshot.isEmpty() || snapshot.get().upTo() <= journal.last())
                    .isTrue();
            journal.append(JournalConformance.entries(journal.last() + 1, journal.last() + 1));
        }
        assertThat(SqliteJournal.verify(directory.resolve("data")).damage()).isEmpty();
    }

    /** Does all that a journal does, and stands still where it is told to. */
    static final class Victim {
        static final int TOGETHER = 3;

        private Victim() {}

        public static void main(String[] arguments) {
            Path directory = Path.of(arguments[0]);
            CrashPoint wanted = CrashPoint.valueOf(arguments[1]);
            boolean isAfter = arguments[3].equals("after");
            int[] left = {Integer.parseInt(arguments[2])};
            Disk disk = new Disk() {
                @Override
                public <T, E extends Exception> T at(CrashPoint point, Call<T, E> call) throws E {
                    boolean isHere = point == wanted && left[0]-- == 0;
                    if (isHere && !isAfter) {
                        standStill();
                    }
                    T result = call.run();
                    if (isHere) {
                        standStill();
                    }
                    return result;
                }
            };
            try (SqliteJournal journal = SqliteJournal.open(directory.resolve("data"), disk, 20_000)) {
                for (int i = 0; i < 10; i++) {
                    append(journal);
                    if (i % 3 == 2) {
                        journal.saveSnapshot(journal.last(), new byte[SnapshotStream.PART + 1]);
                    }
                }
                Retention all = new Retention(Long.MAX_VALUE, Long.MAX_VALUE);
                journal.archive(new Compaction(journal, journal.archiveFiles(), all, 1, step -> {}));
                append(journal);
                journal.backup(directory.resolve("backup"));
            }
        }

        private static void append(SqliteJournal journal) {
            long last = journal.last();
            journal.append(new ArrayList<>(JournalConformance.entries(last + 1, last + TOGETHER)));
            say(Long.toString(journal.last()));
        }

        private static void standStill() {
            say("there");
            while (true) {
                try {
                    Thread.sleep(1_000);
                } catch (InterruptedException e) {
                    // it is to be killed
                }
            }
        }

        private static void say(String line) {
            System.out.println(line);
            System.out.flush();
        }
    }
}
