package dev.berth.journal.sqlite;

import static dev.berth.journal.JournalConformance.assertSame;
import static dev.berth.journal.JournalConformance.entries;
import static dev.berth.journal.JournalConformance.read;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.journal.DamagedJournal;
import dev.berth.journal.Retention;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Old entries leave the journal for the archive: none is lost, whenever it is interrupted. */
class CompactionTest {
    private static final long MUCH = Long.MAX_VALUE;

    @TempDir
    Path data;

    private static SqliteJournal withSnapshots(Path data) {
        SqliteJournal journal = SqliteJournal.open(data);
        journal.append(entries(1, 600));
        journal.saveSnapshot(400, new byte[] {1});
        journal.saveSnapshot(500, new byte[] {2});
        return journal;
    }

    private static Compaction compaction(SqliteJournal journal, Retention retention) {
        return new Compaction(journal, journal.archiveFiles(), retention, 1, step -> {});
    }

    @Test
    void oldEntries_areArchived_andStillRead() {
        try (SqliteJournal journal = withSnapshots(data)) {
            // Entries have times of ten times their number.
            assertThat(journal.archive(compaction(journal, new Retention(3_000, MUCH))))
                    .isEqualTo(299);
            assertThat(journal.archived()).isEqualTo(299);
            assertSame(read(journal, 0), entries(1, 600));
            assertSame(read(journal, 240), entries(241, 600));
            assertSame(read(journal, 400), entries(401, 600));
        }
        try (SqliteJournal again = SqliteJournal.open(data)) {
            assertThat(again.last()).isEqualTo(600);
            assertSame(read(again, 0), entries(1, 600));
            // On from there.
            assertThat(again.archive(compaction(again, new Retention(MUCH, MUCH))))
                    .isEqualTo(101);
            assertSame(read(again, 0), entries(1, 600));
            assertThat(again.archiveFiles().pieces()).hasSize(2);
        }
    }

    @Test
    void whatTheOlderOfTwoSnapshotsDoesNotHave_stays() {
        try (SqliteJournal journal = withSnapshots(data)) {
            journal.archive(compaction(journal, new Retention(MUCH, MUCH)));
            assertThat(journal.archived()).isEqualTo(400);
            // The latest may be damaged: with the one before it and what is in the journal all can be had again.
            assertSame(read(journal, 400), entries(401, 600));
        }
    }

    @Test
    void oneSnapshot_orADamagedOne_isNotEnough() throws Exception {
        try (SqliteJournal journal = SqliteJournal.open(data)) {
            journal.append(entries(1, 600));
            journal.saveSnapshot(400, new byte[] {1});
            assertThat(journal.archive(compaction(journal, new Retention(MUCH, MUCH))))
                    .isZero();
            journal.saveSnapshot(500, new byte[] {2});
            try (var connection = Sqlite.connect(data.resolve(SqliteJournal.FILE));
                    var statement = connection.createStatement()) {
                statement.execute("UPDATE snapshot_part SET body = zeroblob(1)");
            }
            assertThat(journal.archive(compaction(journal, new Retention(MUCH, MUCH))))
                    .isZero();
            assertSame(read(journal, 0), entries(1, 600));
        }
    }

    @Test
    void tooManyBytes_areArchivedWhateverTheirTime_andTheFileIsUsedAgain() throws Exception {
        try (SqliteJournal journal = withSnapshots(data)) {
            long size = 0;
            for (int round = 1; round <= 12; round++) {
                long last = journal.last();
                journal.append(entries(last + 1, last + 200));
                journal.saveSnapshot(last + 100, new byte[] {3});
                assertThat(journal.archive(compaction(journal, new Retention(0, 0))))
                        .isPositive();
                size = round == 3 ? pages(journal) : size;
            }
            assertThat(pages(journal)).as("pages after 12 rounds, and after 3").isLessThan(size * 3 / 2);
            assertSame(read(journal, 0), entries(1, journal.last()));
        }
    }

    private static long pages(SqliteJournal journal) throws Exception {
        try (var connection = Sqlite.connect(Path.of(journal.name()));
                var statement = connection.createStatement()) {
            return Migrations.number(statement, "PRAGMA page_count");
        }
    }

    @Test
    void little_isNotWorthAFile() {
        try (SqliteJournal journal = withSnapshots(data)) {
            assertThat(journal.archive(new Retention(MUCH, MUCH))).isZero();
        }
    }

    private static final class Crash extends RuntimeException {}

    @ParameterizedTest
    @EnumSource(Compaction.Step.class)
    void interruptedAnywhere_losesNothing_andIsDoneTheNextTime(Compaction.Step crash) {
        try (SqliteJournal journal = withSnapshots(data)) {
            Compaction interrupted =
                    new Compaction(journal, journal.archiveFiles(), new Retention(3_000, MUCH), 1, step -> {
                        if (step == crash) {
                            throw new Crash();
                        }
                    });
            assertThatThrownBy(() -> journal.archive(interrupted)).isInstanceOf(Crash.class);
            assertSame(read(journal, 0), entries(1, 600));
        }
        try (SqliteJournal again = SqliteJournal.open(data)) {
            assertSame(read(again, 0), entries(1, 600));
            // With another end than the first time: what was left of that is not in the way.
            again.archive(compaction(again, new Retention(3_600, MUCH)));
            assertThat(again.archived()).isEqualTo(359);
            assertSame(read(again, 0), entries(1, 600));
            assertThat(files(data.resolve("archive"))).allMatch(name -> name.endsWith(".jsonl.gz"));
        }
    }

    private static List<String> files(Path directory) {
        try (var files = Files.list(directory)) {
            return files.map(Path::toString).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void damagedOrMissingArchive_isSaid_andTheRestIsRead() throws IOException {
        try (SqliteJournal journal = withSnapshots(data)) {
            journal.archive(compaction(journal, new Retention(MUCH, MUCH)));
            Path file = journal.archiveFiles().pieces().getFirst().file();
            byte[] bytes = Files.readAllBytes(file);
            for (int place = 20; place < bytes.length; place += bytes.length / 40) {
                byte[] flipped = bytes.clone();
                flipped[place] ^= 4;
                Files.write(file, flipped);
                assertThatThrownBy(() -> read(journal, 0))
                        .isInstanceOf(DamagedJournal.class)
                        .hasMessageContaining(file.toString());
            }
            Files.delete(file);
            assertThatThrownBy(() -> read(journal, 0))
                    .isInstanceOf(DamagedJournal.class)
                    .hasMessageContaining("the archive has no file");
            assertSame(read(journal, 400), entries(401, 600));
        }
        try (SqliteJournal again = SqliteJournal.open(data)) {
            assertThat(again.latestSnapshot().orElseThrow().bytes()).containsExactly(2);
            again.append(entries(601, 601));
        }
    }

    @Test
    void backup_isRestoredWithoutTheArchive(@TempDir Path elsewhere) {
        Path backup = elsewhere.resolve("backup");
        try (SqliteJournal journal = withSnapshots(data)) {
            journal.archive(compaction(journal, new Retention(MUCH, MUCH)));
            journal.backup(backup);
        }
        SqliteJournal.restore(backup, elsewhere.resolve("data"));
        try (SqliteJournal restored = SqliteJournal.open(elsewhere.resolve("data"))) {
            assertThat(restored.archived()).isEqualTo(400);
            assertSame(read(restored, 400), entries(401, 600));
            assertThat(restored.latestSnapshot().orElseThrow().upTo()).isEqualTo(500);
        }
    }
}
