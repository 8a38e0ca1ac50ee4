package dev.berth.journal.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.journal.DamagedJournal;
import dev.berth.journal.Journal;
import dev.berth.journal.JournalConformance;
import dev.berth.journal.JournalCopy;
import dev.berth.journal.JournalInUse;
import dev.berth.journal.JournalLost;
import dev.berth.journal.JournalUnavailable;
import dev.berth.journal.UnreadableSnapshot;
import dev.berth.journal.sqlite.SqliteJournal;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class PostgresJournalTest extends JournalConformance {
    private final Database database = Database.create();

    @Override
    public Journal open() {
        return PostgresJournal.open(database.address());
    }

    @Override
    public Journal restored(Path backup) {
        Path elsewhere = directory.resolve("restored");
        SqliteJournal.restore(backup, elsewhere);
        Journal copy = PostgresJournal.open(Database.create().address());
        try (Journal source = SqliteJournal.open(elsewhere)) {
            JournalCopy.copy(source, copy, entries -> {});
        }
        return copy;
    }

    @Override
    public void breakDisk(boolean broken) {
        if (broken) {
            database.execute("CREATE FUNCTION broken() RETURNS trigger LANGUAGE plpgsql AS"
                    + " $$ BEGIN RAISE EXCEPTION 'no room' USING ERRCODE = '53100'; END $$");
        }
        for (String table : List.of("entry", "snapshot_part")) {
            database.execute(
                    broken
                            ? "CREATE TRIGGER broken BEFORE INSERT ON berth." + table
                                    + " FOR EACH ROW EXECUTE FUNCTION broken()"
                            : "DROP TRIGGER broken ON berth." + table);
        }
        if (!broken) {
            database.execute("DROP FUNCTION broken()");
        }
    }

    @Test
    void fullDisk_isSaid() {
        breakDisk(true);
        assertThatThrownBy(() -> journal.append(entries(1, 10)))
                .isInstanceOf(JournalUnavailable.class)
                .hasMessageContaining("its disk is full")
                .hasMessageContaining("nothing was changed");
    }

    @Test
    void secondLeader_isRefused_untilTheFirstIsClosed() {
        assertThatThrownBy(() -> PostgresJournal.lead(database.address(), ""))
                .isInstanceOf(JournalInUse.class)
                .hasMessageContaining("is in use by another instance");
        journal.append(entries(1, 1));
        reopen();
        assertThat(journal.last()).isEqualTo(1);
    }

    /** Its lease has ended, as after a pause of its machine; it does not know. */
    @Test
    void formerLeader_canNeverWriteAgain() {
        journal.append(entries(1, 5));
        try (Journal second = leadOnceTheLeaseHasEnded()) {
            assertThatThrownBy(() -> journal.append(entries(6, 6)))
                    .isInstanceOf(JournalLost.class)
                    .matches(e -> !((JournalLost) e).inDoubt());
            second.append(entries(6, 7));
            assertThatThrownBy(() -> journal.append(entries(6, 6))).isInstanceOf(JournalLost.class);
            assertThatThrownBy(() -> journal.saveSnapshot(5, new byte[1])).isInstanceOf(JournalLost.class);
            assertThat(journal.isCurrent()).isFalse();
            assertThat(second.isCurrent()).isTrue();
            assertSame(read(second, 0), entries(1, 7));
        }
    }

    /** The first leader does not know, and may renew its lease in between. */
    private Journal leadOnceTheLeaseHasEnded() {
        for (int tries = 1; true; tries++) {
            database.execute("UPDATE berth.site SET lease = '-infinity'");
            try {
                return PostgresJournal.lead(database.address(), "http://second");
            } catch (JournalInUse e) {
                assertThat(e).hasMessageContaining("is in use by another instance");
                assertThat(tries).as("tries to lead").isLessThan(100);
            }
        }
    }

    @Test
    void sitesOfOneDatabase_areApart() {
        PostgresAddress other = PostgresAddress.of(database.journal() + "?site=other");
        try (Journal second = PostgresJournal.open(other)) {
            journal.append(entries(1, 3));
            second.append(entries(1, 2));
            second.saveSnapshot(2, new byte[] {2});
            assertThat(journal.latestSnapshot()).isEmpty();
            assertThat(read(journal, 0)).hasSize(3);
            assertThat(read(second, 0)).hasSize(2);
            assertThat(second.name()).endsWith("?site=other");
        }
    }

    @Test
    void changedEntriesAndSnapshots_areFound() {
        journal.append(entries(1, 5));
        journal.saveSnapshot(4, new byte[200_000]);
        journal.saveSnapshot(5, new byte[300_000]);
        database.execute("UPDATE berth.snapshot_part SET body = body || '\\x00' WHERE part = 2");
        assertThatThrownBy(journal::latestSnapshot).isInstanceOf(UnreadableSnapshot.class);
        assertThat(journal.snapshotBefore().orElseThrow().upTo()).isEqualTo(4);
        assertThat(journal.setSnapshotAside()).contains("berth.snapshot");
        assertThat(journal.latestSnapshot().orElseThrow().upTo()).isEqualTo(4);
        database.execute("UPDATE berth.entry SET time = 7 WHERE number = 3");
        assertThatThrownBy(() -> read(journal, 0))
                .isInstanceOf(DamagedJournal.class)
                .hasMessageContaining("entry 3: its check sum is wrong");
        database.execute("DELETE FROM berth.entry WHERE number = 3");
        assertThatThrownBy(() -> read(journal, 0)).hasMessageContaining("missing; the next one there is 4");
        database.execute("DELETE FROM berth.entry WHERE number > 3");
        assertThatThrownBy(() -> read(journal, 2)).hasMessageContaining("entries up to 5");
    }

    @Test
    void sessions_areDurable_whateverTheServerDefaultsTo() throws Exception {
        try (var connection = database.address().connect(Duration.ofSeconds(5));
                var statement = connection.createStatement();
                var found = statement.executeQuery("SHOW synchronous_commit")) {
            found.next();
            assertThat(found.getString(1)).isEqualTo("on");
        }
    }

    @Test
    void newerSchema_isRefused() {
        journal.close();
        database.execute("UPDATE berth.version SET number = 99");
        assertThatThrownBy(this::open).hasMessageContaining("newer version of Berth (format 99");
        database.execute("UPDATE berth.version SET number = 2");
    }
}
