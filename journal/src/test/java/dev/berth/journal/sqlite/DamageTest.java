package dev.berth.journal.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.journal.DamagedJournal;
import dev.berth.journal.Entry;
import dev.berth.journal.Journal;
import dev.berth.journal.JournalConformance;
import dev.berth.journal.Retention;
import dev.berth.journal.SnapshotStream;
import dev.berth.journal.UnreadableSnapshot;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A journal that is not what was written is reported with its place; nothing is guessed. */
class DamageTest {
    private static final int LAST = 300;

    @TempDir
    Path directory;

    private Path data;
    private Path file;

    @BeforeEach
    void write() {
        write("data", LAST, 3_000_000);
    }

    private void write(String name, int last, int snapshot) {
        data = directory.resolve(name);
        file = data.resolve(SqliteJournal.FILE);
        try (Journal journal = SqliteJournal.open(data)) {
            journal.append(JournalConformance.entries(1, last));
            journal.saveSnapshot(last / 3, new byte[snapshot]);
        }
    }

    private void sql(String... statements) {
        try (Connection connection = Sqlite.connect(file);
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }

    /** Opens and reads everything. */
    private List<Entry> everything() {
        try (Journal journal = SqliteJournal.open(data)) {
            List<Entry> found = new ArrayList<>();
            journal.read(0, found::add);
            journal.latestSnapshot();
            return found;
        }
    }

    private void assertDamaged(long entry, String problem) {
        assertThatThrownBy(this::everything).isInstanceOfSatisfying(DamagedJournal.class, e -> {
            assertThat(e.entry()).isEqualTo(entry);
            assertThat(e.file()).isEqualTo(file.toString());
            assertThat(e).hasMessageContaining(problem).hasMessageContaining(file.toString());
        });
    }

    @Test
    void changedEntry_isFound() {
        sql("UPDATE entry SET body = zeroblob(length(body)) WHERE number = 17");
        assertDamaged(17, "check sum");
    }

    @Test
    void changedTimeOrKind_isFound() {
        sql("UPDATE entry SET time = time + 1 WHERE number = 200");
        assertDamaged(200, "check sum");
        sql("UPDATE entry SET kind = 'other' WHERE number = 199");
        assertDamaged(199, "check sum");
    }

    @Test
    void gap_isFound() {
        sql("DELETE FROM entry WHERE number BETWEEN 40 AND 42");
        assertDamaged(40, "the next one there is 43");
    }

    @Test
    void missingEnd_isFound() {
        sql("DELETE FROM entry WHERE number > 290");
        assertDamaged(291, "ends at entry 290 instead of 300");
    }

    @Test
    void wholeEndTakenBack_isFoundByTheWitness() {
        sql("DELETE FROM entry WHERE number > 290", "UPDATE head SET last = 290");
        assertDamaged(291, "entries up to 300 were acknowledged");
    }

    @Test
    void damagedSnapshot_isFound() {
        sql("UPDATE snapshot_part SET body = zeroblob(5) WHERE part = 1");
        assertDamaged(100, "the snapshot up to this entry");
        sql("DELETE FROM snapshot_part");
        // Parts of no snapshot are forgotten, a snapshot without its parts is not.
        assertDamaged(100, "the snapshot up to this entry");
    }

    @Test
    void otherFiles_areNotTakenForJournals() throws IOException {
        sql("PRAGMA application_id = 7");
        assertDamaged(0, "not a journal of Berth");
        Files.writeString(file, "something else entirely, and long enough".repeat(100));
        assertDamaged(0, "not a database");
    }

    @Test
    void newerSchema_isNotTouched() {
        sql("INSERT INTO version VALUES (999)");
        assertDamaged(0, "its schema is 999");
    }

    @Test
    void truncatedFile_isFound() throws IOException {
        try (RandomAccessFile bytes = new RandomAccessFile(file.toFile(), "rw")) {
            bytes.setLength(bytes.length() / 2);
        }
        assertThatThrownBy(this::everything).isInstanceOf(DamagedJournal.class).hasMessageContaining(file.toString());
    }

    /** Damage in the log makes SQLite forget what follows it, without a word. */
    @Test
    void damagedOrMissingLog_isFound() throws IOException {
        Path crashed = directory.resolve("crashed");
        Path log = crashed.resolve(SqliteJournal.FILE + "-wal");
        try (Journal journal = SqliteJournal.open(data)) {
            journal.append(JournalConformance.entries(LAST + 1, LAST + 10));
            journal.append(JournalConformance.entries(LAST + 11, LAST + 20));
            copyAll(data, crashed);
        }
        data = crashed;
        file = crashed.resolve(SqliteJournal.FILE);
        byte[] whole = Files.readAllBytes(log);
        byte[] flipped = whole.clone();
        flipped[whole.length / 2] ^= 1;
        Files.write(log, flipped);
        Path untouched = directory.resolve("untouched");
        copyAll(crashed, untouched);
        assertThatThrownBy(this::everything)
                .isInstanceOf(DamagedJournal.class)
                .hasMessageContaining("entries up to " + (LAST + 20) + " were acknowledged");

        data = untouched;
        file = untouched.resolve(SqliteJournal.FILE);
        Files.delete(untouched.resolve(SqliteJournal.FILE + "-wal"));
        assertDamaged(LAST + 1, "entries up to " + (LAST + 20) + " were acknowledged");
    }

    private static void copyAll(Path from, Path to) throws IOException {
        Files.createDirectories(to);
        try (var files = Files.list(from)) {
            for (Path each : files.toList()) {
                Files.copy(each, to.resolve(each.getFileName()), StandardCopyOption.REPLACE_EXISTING);
            }
        }
    }

    /** Any byte anywhere: what is read is what was written, or it is refused. */
    @Test
    void flippedBytes_neverGiveAnotherJournal() throws IOException {
        List<Entry> written = everything();
        byte[] whole = Files.readAllBytes(file);
        int refused = 0;
        for (long seed = 1; seed <= 150; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            byte[] flipped = whole.clone();
            // The entries and the tables of tables; most of the rest is the snapshot.
            int place = random.nextInt(seed % 10 == 0 ? whole.length : 800_000);
            flipped[place] ^= (byte) (1 << random.nextInt(8));
            Files.write(file, flipped);
            for (String end : List.of("-wal", "-shm")) {
                Files.deleteIfExists(data.resolve(SqliteJournal.FILE + end));
            }
            try {
                JournalConformance.assertSame(everything(), written);
            } catch (DamagedJournal e) {
                refused++;
                assertThat(e).as("seed " + seed).hasMessageContaining(file.toString());
            }
        }
        assertThat(refused).isGreaterThan(50);
    }

    @Test
    void backupOfADamagedJournal_isRefused_andLeavesNoFile() {
        sql("UPDATE entry SET body = zeroblob(length(body)) WHERE number = 17");
        Path backup = directory.resolve("backup");
        assertThatThrownBy(() -> SqliteJournal.backup(data, backup))
                .isInstanceOf(DamagedJournal.class)
                .hasMessageContaining(file.toString())
                .hasMessageContaining("entry 17: its check sum is wrong");
        assertThat(directory).isDirectoryNotContaining("glob:**backup*");
    }

    @Test
    void backupOfAJournalThatLostItsEnd_isRefused() {
        sql("DELETE FROM entry WHERE number > 290", "UPDATE head SET last = 290");
        assertThatThrownBy(() -> SqliteJournal.backup(data, directory.resolve("backup")))
                .isInstanceOf(DamagedJournal.class)
                .hasMessageContaining("entries up to 300 were acknowledged");
        assertThat(directory).isDirectoryNotContaining("glob:**backup*");
    }

    /** One bit of one old entry on the disk, as a bad sector has it. */
    @Test
    void backupWithOneFlippedBit_isRefused_whereverItIs() throws IOException {
        write("small", 40, 100);
        List<Entry> written = everything();
        byte[] whole = Files.readAllBytes(file);
        int refused = 0;
        for (long seed = 1; seed <= 40; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            byte[] flipped = whole.clone();
            flipped[random.nextInt(whole.length)] ^= (byte) (1 << random.nextInt(8));
            Files.write(file, flipped);
            Path backup = directory.resolve("backup-" + seed);
            Path restored = directory.resolve("restored-" + seed);
            try {
                SqliteJournal.backup(data, backup);
                SqliteJournal.restore(backup, restored);
                try (Journal journal = SqliteJournal.open(restored)) {
                    JournalConformance.assertSame(JournalConformance.read(journal, 0), written);
                }
            } catch (DamagedJournal e) {
                refused++;
                assertThat(backup).as("seed " + seed).doesNotExist();
            }
        }
        assertThat(refused).isGreaterThan(10);
    }

    @Test
    void backupWithADamagedSnapshot_leavesItOut() {
        sql("UPDATE snapshot_part SET body = zeroblob(5) WHERE part = 1");
        Path backup = directory.resolve("backup");
        Verified verified = SqliteJournal.backup(data, backup);
        assertThat(verified.damage())
                .hasValueSatisfying(damage -> assertThat(damage).hasMessageContaining("the snapshot up to this entry"));
        assertThat(SqliteJournal.verifyBackup(backup).damage()).isEmpty();
        Path elsewhere = directory.resolve("elsewhere");
        SqliteJournal.restore(backup, elsewhere);
        try (Journal journal = SqliteJournal.open(elsewhere)) {
            assertThat(journal.latestSnapshot()).isEmpty();
            JournalConformance.assertSame(JournalConformance.read(journal, 0), JournalConformance.entries(1, LAST));
        }
    }

    @Test
    void damagedSnapshot_isSetAside_andTheNextOneIsSaved() throws IOException {
        sql("UPDATE snapshot_part SET body = zeroblob(5) WHERE part = 1");
        try (Journal journal = SqliteJournal.open(data)) {
            assertThatThrownBy(journal::latestSnapshot).isInstanceOf(UnreadableSnapshot.class);
            Path kept = Path.of(journal.setSnapshotAside());
            assertThat(kept).hasParent(data.toRealPath());
            assertThat(Files.size(kept)).isEqualTo(3_000_000 - SnapshotStream.PART + 5);
            assertThat(journal.latestSnapshot()).isEmpty();
            journal.append(JournalConformance.entries(LAST + 1, LAST + 1));
            journal.saveSnapshot(LAST + 1, new byte[] {1});
        }
        assertThat(everything()).hasSize(LAST + 1);
        assertThat(SqliteJournal.verify(data).snapshot()).contains(LAST + 1L);
    }

    /** Entries that only the archive has cannot be in a backup: then a snapshot must be. */
    @Test
    void damagedSnapshotsOfAnArchivedJournal() {
        try (SqliteJournal journal = SqliteJournal.open(data)) {
            journal.saveSnapshot(200, new byte[] {2});
            Retention all = new Retention(Long.MAX_VALUE, Long.MAX_VALUE);
            journal.archive(new Compaction(journal, journal.archiveFiles(), all, 1, step -> {}));
        }
        Verified whole = SqliteJournal.verify(data);
        assertThat(whole.archived()).isEqualTo(100);
        assertThat(whole.archive()).hasSize(1);
        sql("UPDATE snapshot_part SET body = zeroblob(1) WHERE snapshot = (SELECT max(id) FROM snapshot)");
        Path backup = directory.resolve("backup");
        assertThat(SqliteJournal.backup(data, backup).damage()).isPresent();
        assertThat(SqliteJournal.verifyBackup(backup).snapshot()).contains(100L);
        try (SqliteJournal journal = SqliteJournal.open(data)) {
            assertThatThrownBy(journal::latestSnapshot).isInstanceOf(UnreadableSnapshot.class);
            assertThat(journal.snapshotBefore().orElseThrow().upTo()).isEqualTo(100);
            journal.setSnapshotAside();
            assertThat(journal.latestSnapshot().orElseThrow().upTo()).isEqualTo(100);
            assertThat(journal.snapshotBefore()).isEmpty();
        }
        sql("UPDATE snapshot_part SET body = zeroblob(1)");
        assertThatThrownBy(() -> SqliteJournal.backup(data, directory.resolve("another")))
                .isInstanceOf(UnreadableSnapshot.class);
        assertThat(directory).isDirectoryNotContaining("glob:**another*");
        try (SqliteJournal journal = SqliteJournal.open(data)) {
            assertThat(journal.snapshotBefore()).isEmpty();
            journal.setSnapshotAside();
            JournalConformance.assertSame(JournalConformance.read(journal, 0), JournalConformance.entries(1, LAST));
        }
    }

    /** Whatever bit of a snapshot is wrong, the entries are not touched by setting it aside. */
    @Test
    void flippedBitsInTheSnapshot_areRebuiltFrom() throws IOException {
        write("small", 10, 400_000);
        List<Entry> written = everything();
        byte[] whole = Files.readAllBytes(file);
        int damaged = 0;
        for (long seed = 1; seed <= 40; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            byte[] flipped = whole.clone();
            int place = 100_000 + random.nextInt(whole.length - 100_000);
            // Every second one where the pages begin, which is where SQLite keeps its pointers.
            place = seed % 2 == 0 ? place / 4096 * 4096 + random.nextInt(8) : place;
            flipped[place] ^= (byte) (1 << random.nextInt(8));
            Files.write(file, flipped);
            for (String end : List.of("-wal", "-shm")) {
                Files.deleteIfExists(data.resolve(SqliteJournal.FILE + end));
            }
            try (Journal journal = SqliteJournal.open(data)) {
                journal.latestSnapshot();
            } catch (UnreadableSnapshot e) {
                damaged++;
                try (Journal journal = SqliteJournal.open(data)) {
                    journal.setSnapshotAside();
                    journal.saveSnapshot(10, new byte[200_000]);
                }
            }
            JournalConformance.assertSame(everything(), written);
            Path backup = directory.resolve("backup-" + seed);
            SqliteJournal.backup(data, backup);
        }
        assertThat(damaged).isGreaterThan(20);
    }

    @Test
    void verify_saysWhatIsThere_andChangesNothing() throws IOException {
        Verified whole = SqliteJournal.verify(data);
        assertThat(whole.last()).isEqualTo(LAST);
        assertThat(whole.snapshot()).contains(100L);
        assertThat(whole.damage()).isEmpty();
        byte[] before = Files.readAllBytes(file);
        sql("UPDATE snapshot_part SET body = zeroblob(5) WHERE part = 1");
        assertThat(SqliteJournal.verify(data).damage()).isPresent();
        Files.write(file, before);
        try (Journal journal = SqliteJournal.open(data)) {
            journal.append(JournalConformance.entries(LAST + 1, LAST + 10));
            assertThat(SqliteJournal.verify(data).last()).as("while it is open").isEqualTo(LAST + 10);
        }
        sql("UPDATE entry SET body = zeroblob(length(body)) WHERE number = 17");
        byte[] damaged = Files.readAllBytes(file);
        assertThatThrownBy(() -> SqliteJournal.verify(data)).hasMessageContaining("entry 17");
        assertThat(Files.readAllBytes(file)).isEqualTo(damaged);
        assertThatThrownBy(() -> SqliteJournal.verifyBackup(file)).hasMessageContaining("entry 17");
        assertThatThrownBy(() -> SqliteJournal.verifyBackup(Files.createFile(directory.resolve("empty"))))
                .isInstanceOf(DamagedJournal.class)
                .hasMessageContaining("not a journal of Berth");
    }

    @Test
    void damagedBackup_isNotRestored() throws IOException {
        sql("UPDATE entry SET body = zeroblob(length(body)) WHERE number = 17");
        Path backup = directory.resolve("backup");
        Path elsewhere = directory.resolve("elsewhere");
        Files.copy(file, backup);
        assertThatThrownBy(() -> SqliteJournal.restore(backup, elsewhere))
                .isInstanceOf(DamagedJournal.class)
                .hasMessageContaining(backup.toString())
                .hasMessageContaining("entry 17");
        assertThat(elsewhere).doesNotExist();
    }
}
