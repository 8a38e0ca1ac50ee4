package dev.berth.journal.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.journal.Entry;
import dev.berth.journal.Journal;
import dev.berth.journal.JournalUnavailable;
import dev.berth.journal.sqlite.FaultyDisk.Fault;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A fault at every step: whatever fails, tears or is cut short, what was acknowledged is there, what was refused is not,
 * and the journal opens again. Scenes are short and begin with prepared directories, so that there is time for all of
 * them.
 */
@Timeout(300)
class FaultTest {
    @TempDir(factory = MemoryDirectory.class)
    static Path prepared;

    @TempDir(factory = MemoryDirectory.class)
    Path directory;

    private static History before;
    private static History covered;
    private final Set<CrashPoint> hit = EnumSet.noneOf(CrashPoint.class);
    private static final List<Fault> LASTING = List.of(Fault.FULL, Fault.IO_ERROR, Fault.READ_ONLY);

    private int runs;

    private interface Script {
        void run(JournalClient client);
    }

    /**
     * Something a journal goes through.
     *
     * @param from the directory it begins with, open already unless the script opens it
     */
    private record Scene(String name, String from, boolean isOpen, Script script) {}

    private static final List<Scene> SCENES = List.of(
            new Scene("a new journal", "nothing", false, client -> {
                client.open();
                client.append(2);
                client.close();
            }),
            new Scene("after a crash", "crashed", false, client -> {
                client.open();
                client.append(1);
                client.read();
                client.close();
            }),
            new Scene("appends", "used", true, client -> {
                client.append(1);
                client.append(3);
                client.probe();
                client.append(2);
            }),
            new Scene("checkpoints", "used", true, client -> {
                client.append(5);
                client.append(1);
                client.append(5);
            }),
            new Scene("snapshots", "used", true, client -> {
                client.save();
                client.append(1);
                client.save();
                client.latest();
            }),
            new Scene("backup", "used", true, client -> {
                client.backup("first");
                client.append(1);
                client.backup("second");
            }),
            new Scene("restore", "used", false, JournalClient::restore),
            new Scene("archive", "covered", true, client -> {
                client.archive();
                client.append(1);
                client.read();
                client.save();
                client.archive();
            }),
            new Scene("damaged snapshot", "damaged", true, client -> {
                client.backup("without");
                client.setAside();
                client.append(1);
                client.save();
                client.latest();
            }));

    @BeforeAll
    static void prepare() throws Exception {
        Files.createDirectory(prepared.resolve("nothing"));
        JournalClient client = new JournalClient(prepared.resolve("used"), new FaultyDisk(), new History());
        client.open();
        client.append(3);
        client.append(2);
        client.save();
        client.append(1);
        client.backup("backup");
        Directories.copy(prepared.resolve("used"), prepared.resolve("crashed"));
        client.close();
        before = client.history.copy();
        Directories.copy(prepared.resolve("used"), prepared.resolve("covered"));
        JournalClient more = new JournalClient(prepared.resolve("covered"), new FaultyDisk(), client.history);
        more.open();
        more.append(2);
        more.save();
        more.close();
        covered = more.history;
        Path archive = Files.createDirectory(prepared.resolve("covered/data/archive"));
        Files.createFile(archive.resolve("entries-000000000000000001-000000000000000002.jsonl.gz.part"));
        Directories.copy(prepared.resolve("used"), prepared.resolve("damaged"));
        try (Connection connection = Sqlite.connect(prepared.resolve("damaged/data/journal.db"));
                Statement statement = connection.createStatement()) {
            statement.execute("UPDATE snapshot_part SET body = zeroblob(length(body)) WHERE part = 0");
        }
    }

    @BeforeEach
    void forget() {
        hit.clear();
    }

    private JournalClient begin(Scene scene, FaultyDisk disk) {
        Path root = directory.resolve("run-" + runs++);
        Directories.copy(prepared.resolve(scene.from()), root);
        History told = switch (scene.from()) {
            case "nothing" -> new History();
            case "covered" -> covered.copy();
            default -> before.copy();
        };
        JournalClient client = new JournalClient(root, disk, told);
        client.snapshotIsDamaged = scene.from().equals("damaged");
        if (scene.isOpen()) {
            client.open();
        }
        return client;
    }

    private int steps(Scene scene) {
        FaultyDisk disk = new FaultyDisk();
        JournalClient client = begin(scene, disk);
        disk.arm();
        scene.script().run(client);
        int steps = disk.taken().size();
        disk.repair();
        client.end();
        assertThat(client.failures).isZero();
        return steps;
    }

    /** Every step of every scene fails, once or until somebody looks after it; no crash point is left out. */
    @Test
    void everyStepFails_inEveryWay() {
        for (Scene scene : SCENES) {
            int steps = steps(scene);
            for (int step = 0; step < steps; step++) {
                // The worst for each step: done, and said not to be. The others for every second one.
                int taken = fail(scene, step, step, Fault.IO_ERROR_AFTERWARDS, false);
                if (step % 2 == 0) {
                    fail(scene, step, step, LASTING.get(step / 2 % 3), true);
                }
                for (int second = step + 1; scene.name().equals("appends") && second < taken; second++) {
                    fail(scene, step, second, Fault.IO_ERROR_AFTERWARDS, false);
                }
            }
        }
        assertThat(hit).as("crash points that went wrong").containsExactlyInAnyOrder(CrashPoint.values());
    }

    /** How many steps were taken until the client noticed; 0 if it did not. */
    private int fail(Scene scene, int step, int second, Fault fault, boolean lasts) {
        FaultyDisk disk = new FaultyDisk();
        JournalClient client = begin(scene, disk);
        client.label =
                scene.name() + ", steps " + step + " and " + second + ", " + fault + (lasts ? " until repaired" : "");
        disk.arm(step, fault, lasts).and(second);
        try {
            scene.script().run(client);
            disk.repair();
            client.end();
            if (lasts || client.failures == 0) {
                client.check(client.root);
            }
        } catch (RuntimeException | AssertionError e) {
            throw new AssertionError(client.label + " " + disk.taken(), e);
        }
        hit.addAll(disk.hit());
        Directories.delete(client.root);
        return client.failures == 0 ? 0 : disk.taken().size();
    }

    /** A crash before, after and in the middle of every step. */
    @Test
    void everyStepIsCutShort() {
        for (Scene scene : SCENES) {
            FaultyDisk disk = new FaultyDisk();
            JournalClient client = begin(scene, disk);
            CrashImages images = new CrashImages(client, directory.resolve("images-" + runs), scene.name());
            disk.watch(images).arm();
            scene.script().run(client);
            disk.repair();
            client.end();
            assertThat(images.checked).as(scene.name()).isPositive();
            assertThat(client.failures).isZero();
        }
    }

    /** Every step is held up, while a second thread appends, saves, backs up and reads. */
    @Test
    void everyStepIsHeldUp_andOthersGoOn() throws Exception {
        Scene scene = new Scene("beside", "used", true, client -> {
            client.save();
            client.backup("beside");
            client.read();
        });
        int steps = steps(scene);
        for (int step = 0; step < steps; step++) {
            FaultyDisk disk = new FaultyDisk();
            JournalClient client = begin(scene, disk);
            client.label = "step " + step + " held up";
            disk.arm(step, Fault.DELAY, false);
            CompletableFuture<Void> appends = CompletableFuture.runAsync(() -> {
                for (int i = 0; i < 5; i++) {
                    client.append(1);
                }
            });
            scene.script().run(client);
            appends.get(60, TimeUnit.SECONDS);
            disk.repair();
            assertThat(client.failures).as(client.label).isZero();
            client.checkNow();
            client.end();
            client.check(client.root);
            Directories.delete(client.root);
        }
    }

    /** Answers of "nothing was changed" must hold even if the process dies before the disk is repaired. */
    @Test
    void commitThatCannotBeTakenBack_isSaidToBeInDoubt() throws Exception {
        FaultyDisk disk = new FaultyDisk();
        JournalClient client = begin(SCENES.get(2), disk);
        // A checkpoint beside it takes steps of its own, which must not be counted.
        client.journal.checkpoints().await();
        disk.arm(0, Fault.DELAY, false);
        client.append(1);
        int commit = disk.taken().indexOf(CrashPoint.APPEND_COMMIT);
        client.journal.checkpoints().await();
        disk.arm(commit, Fault.IO_ERROR_AFTERWARDS, true);
        long last = client.journal.last();
        History.Attempt attempt = new History.Attempt(last + 1, last + 1, "doubt");
        assertThatThrownBy(() -> client.journal.append(attempt.entries()))
                .isInstanceOfSatisfying(
                        JournalUnavailable.class, e -> assertThat(e.inDoubt()).isTrue())
                .hasMessageContaining("shows when it can be used again");
        disk.repair();
        assertThat(client.journal.last()).isEqualTo(last);
        client.append(1);
        client.end();
        try (Journal journal = SqliteJournal.open(client.root.resolve("data"))) {
            List<Entry> found = new ArrayList<>();
            journal.read(last, found::add);
            assertThat(found).hasSize(1).noneMatch(entry -> entry.kind().equals("doubt"));
        }
    }

    @Test
    void interruptedRestore_isNotServedAsANewSite() throws IOException {
        Path data = Files.createDirectory(directory.resolve("half"));
        Files.write(data.resolve("journal.db.partial"), new byte[100]);
        assertThatThrownBy(() -> SqliteJournal.open(data))
                .isInstanceOf(JournalUnavailable.class)
                .hasMessageContaining("a restore into it was interrupted");
        assertThatThrownBy(() -> SqliteJournal.restore(prepared.resolve("used/backup"), data))
                .isInstanceOf(UncheckedIOException.class);
    }
}
