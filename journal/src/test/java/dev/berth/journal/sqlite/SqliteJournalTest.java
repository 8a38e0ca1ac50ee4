package dev.berth.journal.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.journal.Journal;
import dev.berth.journal.JournalConformance;
import dev.berth.journal.JournalInUse;
import dev.berth.journal.JournalUnavailable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.Test;

class SqliteJournalTest extends JournalConformance {
    private Path data() {
        // A blank and a question mark, as some people's directories have.
        return directory.resolve("my data?");
    }

    @Override
    public Journal open() {
        return SqliteJournal.open(data());
    }

    @Override
    public Journal restored(Path backup) {
        Path elsewhere = directory.resolve("restored");
        SqliteJournal.restore(backup, elsewhere);
        return SqliteJournal.open(elsewhere);
    }

    @Override
    public void breakDisk(boolean broken) {
        pragma("max_page_count = " + (broken ? 1 : 1_000_000_000));
    }

    private void pragma(String pragma) {
        try {
            ((SqliteJournal) journal).pragma(pragma);
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void fullDisk_isSaid() {
        breakDisk(true);
        assertThatThrownBy(() -> journal.append(entries(1, 1000)))
                .isInstanceOf(JournalUnavailable.class)
                .hasMessageContaining("the disk is full");
    }

    @Test
    void readOnlyDisk_isSaid_andReadsGoOn() {
        journal.append(entries(1, 5));
        pragma("query_only = ON");
        assertThatThrownBy(() -> journal.append(entries(6, 6)))
                .isInstanceOf(JournalUnavailable.class)
                .hasMessageContaining("read-only");
        assertSame(read(journal, 0), entries(1, 5));
        pragma("query_only = OFF");
        journal.append(entries(6, 6));
        assertSame(read(journal, 0), entries(1, 6));
    }

    @Test
    void secondOpening_isRefused_untilTheFirstIsClosed() {
        assertThatThrownBy(this::open)
                .isInstanceOf(JournalInUse.class)
                .hasMessageContaining(
                        "in use by process " + ProcessHandle.current().pid());
        journal.append(entries(1, 1));
        reopen();
        assertThat(journal.last()).isEqualTo(1);
    }

    /** Whoever is killed again and again never writes enough for a checkpoint, and yet the log does not grow for ever. */
    @Test
    void longLogOfOneWhoWasKilled_isBroughtHomeAtTheStart() throws IOException {
        long every = 256 << 10;
        Path killed = data();
        long ofOneRound = 0;
        for (int round = 0; round < 5; round++) {
            Path image = directory.resolve("image" + round);
            long from = journal.last() + 1;
            journal.append(entries(from, from + 999));
            ofOneRound = round == 0 ? Files.size(killed.resolve("journal.db-wal")) : ofOneRound;
            Files.createDirectory(image);
            for (String name : List.of("journal.db", "journal.db-wal", "acknowledged")) {
                Files.copy(killed.resolve(name), image.resolve(name));
            }
            journal.close();
            journal = SqliteJournal.open(image, Disk.REAL, every);
            killed = image;
            assertSame(read(journal, 0), entries(1, journal.last()));
            journal.append(entries(journal.last() + 1, journal.last() + 1));
        }
        assertThat(journal.last()).isEqualTo(5_005);
        assertThat(Files.size(killed.resolve("journal.db"))).isGreaterThan(3 * every);
        assertThat(Files.size(killed.resolve("journal.db-wal"))).isLessThan(2 * ofOneRound);
    }

    /** The log stays long then, and nobody is kept from reading. */
    @Test
    void longLogThatCannotBeBroughtHome_doesNotKeepFromStarting() throws IOException {
        journal.append(entries(1, 1_000));
        for (FaultyDisk.Fault fault : List.of(FaultyDisk.Fault.FULL, FaultyDisk.Fault.IO_ERROR)) {
            FaultyDisk disk = new FaultyDisk().arm();
            try (Journal whole = SqliteJournal.open(image("whole" + fault), disk, 1)) {
                assertThat(whole.last()).isEqualTo(1_000);
            }
            int checkpoint = disk.taken().indexOf(CrashPoint.CHECKPOINT);
            FaultyDisk broken = new FaultyDisk().arm(checkpoint, fault, false);
            try (Journal opened = SqliteJournal.open(image("broken" + fault), broken, 1)) {
                assertSame(read(opened, 0), entries(1, 1_000));
            }
            assertThat(broken.hit()).containsExactly(CrashPoint.CHECKPOINT);
        }
    }

    /** Copy of the files that a kill would leave now. */
    private Path image(String name) throws IOException {
        Path image = Files.createDirectory(directory.resolve(name));
        for (String file : List.of("journal.db", "journal.db-wal", "acknowledged")) {
            Files.copy(data().resolve(file), image.resolve(file));
        }
        return image;
    }

    @Test
    void dataThatIsNoDirectory_isSaid() throws Exception {
        Path file = Files.createFile(directory.resolve("file"));
        assertThatThrownBy(() -> SqliteJournal.open(file))
                .isInstanceOf(JournalUnavailable.class)
                .hasMessageContaining("cannot use " + file);
    }

    @Test
    void restore_needsAnEmptyDirectory() {
        journal.append(entries(1, 1));
        Path backup = directory.resolve("backup");
        journal.backup(backup);
        assertThatThrownBy(() -> SqliteJournal.restore(backup, data())).hasMessageContaining("is not empty");
        assertThat(journal.last()).isEqualTo(1);
        assertThatThrownBy(() -> journal.backup(directory.resolve("no/such/directory")))
                .hasMessageContaining("cannot back up to");
        assertThatThrownBy(() -> SqliteJournal.restore(directory.resolve("nothing"), directory.resolve("new")))
                .hasMessageContaining("nothing");
    }
}
