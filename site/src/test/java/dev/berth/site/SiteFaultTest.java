package dev.berth.site;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.engine.book.Book;
import dev.berth.engine.book.Command;
import dev.berth.engine.book.Decision;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.ReservationId;
import dev.berth.journal.Journal;
import dev.berth.journal.JournalUnavailable;
import dev.berth.journal.sqlite.CrashPoint;
import dev.berth.journal.sqlite.Directories;
import dev.berth.journal.sqlite.FaultyDisk;
import dev.berth.journal.sqlite.FaultyDisk.Fault;
import dev.berth.journal.sqlite.MemoryDirectory;
import dev.berth.journal.sqlite.SqliteJournal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A client books and cancels on a site whose disk goes wrong at every step: what it was told holds after a crash at that
 * moment, after the next try and after a restart; and a site that is loaded from its snapshot is the one its entries make.
 */
@Timeout(300)
class SiteFaultTest {
    private static final Settings SETTINGS =
            Settings.DEFAULT.withTick(Duration.ofHours(1)).withSnapshotEvery(3);

    @TempDir(factory = MemoryDirectory.class)
    static Path prepared;

    @TempDir(factory = MemoryDirectory.class)
    Path directory;

    private static final HandClock CLOCK = new HandClock(1_000_000);
    private int runs;

    /** State of a booking as far as the client knows it. */
    private enum Known {
        UNKNOWN,
        BOOKED,
        REFUSED,
        CANCELLED
    }

    private record Told(Known known, long reservation) {}

    @BeforeAll
    static void prepare() {
        try (Journal journal = SqliteJournal.open(prepared.resolve("data"));
                Site site = open(journal)) {
            site.write("setup", t -> t.submit(new Command.AddPool(new Pool("fast", 3, "1"))))
                    .join();
        }
    }

    private static Site open(Journal journal) {
        return Site.open(journal, () -> new Book("level"), CLOCK, List.of(new Notes()), SETTINGS);
    }

    /** Books with notes and cancels, tries once more what fails, and checks what a crash would leave whenever it does. */
    private final class Client {
        final Path root = directory.resolve("run-" + runs++);
        final FaultyDisk disk = new FaultyDisk();
        final Map<String, Told> told = new ConcurrentHashMap<>();
        String label = "";
        int failures;

        void run() {
            Directories.copy(prepared, root);
            try (Journal journal = SqliteJournal.open(root.resolve("data"), disk);
                    Site site = open(journal)) {
                disk.arm(step, fault, lasts);
                for (int i = 1; i <= 5; i++) {
                    book(site, "job" + i);
                }
                cancel(site, "job2");
            } catch (JournalUnavailable e) {
                // said while it was closed; what matters is what is there
                failures++;
            } finally {
                disk.repair();
            }
        }

        int step = Integer.MAX_VALUE;
        Fault fault = Fault.FULL;
        boolean lasts;

        private void book(Site site, String job) {
            Function<Transaction, Decision> work = t -> {
                t.record("note", new Notes.Note(job));
                return t.submit(new Command.Reserve(Job.of(job, t.now() + 1_000, 5_000, t.now() + 100_000)));
            };
            told.put(job, new Told(Known.UNKNOWN, 0));
            try {
                Decision.Accepted accepted =
                        (Decision.Accepted) site.write("client", work).join();
                told.put(job, new Told(Known.BOOKED, accepted.reservation().id().number()));
            } catch (CompletionException e) {
                JournalUnavailable unavailable = (JournalUnavailable) e.getCause();
                told.put(job, new Told(unavailable.inDoubt() ? Known.UNKNOWN : Known.REFUSED, 0));
                failures++;
                checkNow();
                disk.repair();
                Decision.Accepted accepted = (Decision.Accepted) site.write(
                                "client",
                                t -> t.submit(new Command.Reserve(
                                        Job.of(job + "again", t.now() + 1_000, 5_000, t.now() + 100_000))))
                        .join();
                told.put(
                        job + "again",
                        new Told(Known.BOOKED, accepted.reservation().id().number()));
                // Whatever was in doubt was taken back before that.
                told.put(job, new Told(Known.REFUSED, 0));
            }
        }

        private void cancel(Site site, String job) {
            Told before = told.get(job);
            if (before.known() != Known.BOOKED) {
                return;
            }
            told.put(job, new Told(Known.UNKNOWN, before.reservation()));
            try {
                site.write("client", t -> t.submit(new Command.Cancel(new ReservationId(before.reservation()))))
                        .join();
                told.put(job, new Told(Known.CANCELLED, before.reservation()));
            } catch (CompletionException e) {
                failures++;
                JournalUnavailable unavailable = (JournalUnavailable) e.getCause();
                told.put(job, unavailable.inDoubt() ? new Told(Known.UNKNOWN, before.reservation()) : before);
                checkNow();
                disk.repair();
            }
        }

        private void checkNow() {
            Path image = root.resolveSibling(root.getFileName() + "-image-" + failures);
            Directories.copy(root, image);
            check(image, told, label);
            Directories.delete(image);
        }
    }

    private static void check(Path root, Map<String, Told> told, String when) {
        MemoryJournal entries = new MemoryJournal();
        byte[] loaded;
        try (Journal journal = SqliteJournal.open(root.resolve("data"));
                Site site = open(journal)) {
            Map<String, Long> found = new HashMap<>();
            site.read(view -> {
                view.reservations()
                        .forEach(r -> assertThat(found.put(r.job().id().name(), r.id().number()))
                                .as("%s: %s is there once", when, r)
                                .isNull());
                view.pools().forEach(pool -> CrashTest.assertNoServerTwice(view, pool, when));
                return true;
            });
            told.forEach((job, known) -> {
                switch (known.known()) {
                    case BOOKED -> assertThat(found).as("%s: %s", when, told).containsEntry(job, known.reservation());
                    case REFUSED, CANCELLED ->
                        assertThat(found).as("%s: %s", when, told).doesNotContainKey(job);
                    case UNKNOWN -> {}
                }
            });
            assertThat(told.keySet()).as(when).containsAll(found.keySet());
            journal.read(0, entry -> entries.append(List.of(entry)));
            loaded = site.snapshot();
        }
        try (Site replayed = open(entries)) {
            assertThat(replayed.snapshot()).as("%s: from entries alone", when).isEqualTo(loaded);
        }
    }

    @Test
    void everyStepFails_andTheClientsHistoryHolds() {
        Client whole = new Client();
        whole.run();
        int steps = whole.disk.taken().size();
        assertThat(whole.failures).isZero();
        assertThat(whole.disk.taken())
                .contains(CrashPoint.APPEND_COMMIT, CrashPoint.SNAPSHOT_PART, CrashPoint.WRITE_WITNESS);
        List<Fault> faults = List.of(Fault.FULL, Fault.IO_ERROR_AFTERWARDS, Fault.READ_ONLY, Fault.IO_ERROR);
        int noticed = 0;
        for (int step = 0; step < steps; step++) {
            for (boolean lasts : new boolean[] {false, true}) {
                Client client = new Client();
                client.step = step;
                client.fault = lasts ? faults.get(step % 4) : Fault.IO_ERROR_AFTERWARDS;
                client.lasts = lasts;
                client.label = "step " + step + " " + client.fault + (lasts ? " until repaired" : "");
                client.run();
                check(client.root, client.told, client.label);
                noticed += client.failures;
                Directories.delete(client.root);
            }
        }
        assertThat(noticed).as("faults that the client was told of").isGreaterThan(steps / 2);
    }

    /** Files between any two steps must agree with what the client had been told by then. */
    @Test
    void everyStepIsCutShort_andTheClientsHistoryHolds() {
        Client client = new Client();
        Map<String, Map<String, byte[]>> images = new LinkedHashMap<>();
        List<Map<String, Told>> histories = new ArrayList<>();
        client.disk.watch(new FaultyDisk.Watcher() {
            private Map<String, byte[]> last = Map.of();

            @Override
            public void before(int step, CrashPoint point) {
                // The history first: what is told while the files are read may be missing from them.
                Map<String, Told> history = Map.copyOf(client.told);
                Map<String, byte[]> files = Directories.read(client.root);
                if (!Directories.same(files, last)) {
                    images.put("crash before step " + step + ", " + point, files);
                    histories.add(history);
                    last = files;
                }
            }

            @Override
            public void after(int step, CrashPoint point) {}
        });
        client.run();
        int image = 0;
        for (Map.Entry<String, Map<String, byte[]>> each : images.entrySet()) {
            Path root = directory.resolve("image-" + image);
            Directories.write(each.getValue(), root);
            check(root, histories.get(image), each.getKey());
            image++;
        }
        assertThat(image).isGreaterThan(10);
    }

    /** From the one before it, and if that is damaged, too, from the entries. */
    @Test
    void damagedSnapshots_areRebuilt() throws Exception {
        Path data = directory.resolve("data");
        byte[] whole;
        try (SqliteJournal journal = SqliteJournal.open(data)) {
            try (Site site = open(journal)) {
                site.write("setup", t -> t.submit(new Command.AddPool(new Pool("fast", 3, "1"))))
                        .join();
                for (int i = 1; i <= 8; i++) {
                    String job = "job" + i;
                    site.write("client", t -> {
                                t.record("note", new Notes.Note(job));
                                return t.submit(new Command.Reserve(Job.of(job, t.now(), 5_000, t.now() + 100_000)));
                            })
                            .join();
                }
                whole = site.snapshot();
            }
            journal.saveSnapshot(journal.last(), whole);
            journal.saveSnapshot(journal.last(), whole);
        }
        for (String which : List.of("WHERE snapshot = (SELECT max(id) FROM snapshot)", "")) {
            try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + data.resolve("journal.db"));
                    Statement statement = connection.createStatement()) {
                assertThat(statement.executeUpdate("UPDATE snapshot_part SET body = zeroblob(length(body)) " + which))
                        .isPositive();
            }
            try (SqliteJournal journal = SqliteJournal.open(data);
                    Site site = open(journal)) {
                assertThat(site.snapshot()).as("damaged: " + which).isEqualTo(whole);
                journal.saveSnapshot(journal.last(), whole);
                journal.saveSnapshot(journal.last(), whole);
            }
        }
        try (Stream<Path> files = Files.list(data)) {
            assertThat(files.map(file -> file.getFileName().toString()))
                    .contains("damaged-snapshot-1", "damaged-snapshot-2");
        }
    }
}
