package dev.berth.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Conformance tests for every journal, whatever its storage. */
public abstract class JournalConformance {
    @TempDir
    protected Path directory;

    protected Journal journal;

    /** The same one each time, as it was left. */
    public abstract Journal open();

    /** A journal made of the backup. */
    public abstract Journal restored(Path backup);

    /** From now on every append fails, or no longer. */
    public abstract void breakDisk(boolean broken);

    @BeforeEach
    void begin() {
        journal = open();
    }

    @AfterEach
    public void end() {
        journal.close();
    }

    public void reopen() {
        journal.close();
        journal = open();
    }

    public static Entry entry(long number) {
        byte[] body = new byte[(int) (number * 37 % 5000)];
        new SplittableRandom(number).nextBytes(body);
        return new Entry(number, number * 10, "kind-" + number % 3 + "-ö", body);
    }

    public static List<Entry> entries(long from, long to) {
        return LongStream.rangeClosed(from, to)
                .mapToObj(JournalConformance::entry)
                .toList();
    }

    public static List<Entry> read(Journal from, long after) {
        List<Entry> found = new ArrayList<>();
        from.read(after, found::add);
        return found;
    }

    public static void assertSame(List<Entry> found, List<Entry> expected) {
        assertThat(found)
                .usingElementComparator((a, b) -> a.number() == b.number()
                                && a.time() == b.time()
                                && a.kind().equals(b.kind())
                                && Arrays.equals(a.body(), b.body())
                        ? 0
                        : 1)
                .containsExactlyElementsOf(expected);
    }

    @Test
    void empty_hasNothing() {
        assertThat(journal.last()).isZero();
        assertThat(read(journal, 0)).isEmpty();
        assertThat(journal.latestSnapshot()).isEmpty();
        journal.append(List.of());
        assertThat(journal.last()).isZero();
        assertThat(journal.name()).isNotBlank();
    }

    @Test
    void appended_isReadInOrder_alsoAfterReopening() {
        journal.append(entries(1, 3));
        journal.append(entries(4, 4));
        journal.append(entries(5, 1000));
        assertSame(read(journal, 0), entries(1, 1000));
        reopen();
        assertThat(journal.last()).isEqualTo(1000);
        assertSame(read(journal, 0), entries(1, 1000));
        assertSame(read(journal, 998), entries(999, 1000));
        assertThat(read(journal, 1000)).isEmpty();
        journal.append(entries(1001, 1002));
        assertThat(journal.last()).isEqualTo(1002);
    }

    @Test
    void wrongNumbers_areRefusedAndLeaveNothing() {
        journal.append(entries(1, 2));
        for (List<Entry> wrong :
                List.of(entries(2, 3), entries(4, 5), List.of(entry(3), entry(5)), List.of(entry(3), entry(3)))) {
            assertThatThrownBy(() -> journal.append(wrong)).isInstanceOf(IllegalArgumentException.class);
        }
        assertThat(journal.last()).isEqualTo(2);
        assertSame(read(journal, 0), entries(1, 2));
        journal.append(entries(3, 3));
        assertSame(read(journal, 2), entries(3, 3));
    }

    @Test
    void failedAppend_leavesTheJournalAsItWas_andALaterOneSucceeds() {
        journal.append(entries(1, 10));
        breakDisk(true);
        for (int i = 0; i < 3; i++) {
            assertThatThrownBy(() -> journal.append(entries(11, 500)))
                    .isInstanceOf(JournalUnavailable.class)
                    .hasMessageContaining(journal.name());
            assertThat(journal.last()).isEqualTo(10);
            assertSame(read(journal, 0), entries(1, 10));
        }
        breakDisk(false);
        journal.append(entries(11, 20));
        reopen();
        assertSame(read(journal, 0), entries(1, 20));
    }

    @Test
    void probe_tellsWhetherAnAppendWouldSucceed_andLeavesNothing() {
        journal.append(entries(1, 10));
        journal.saveSnapshot(10, "ten".getBytes(StandardCharsets.UTF_8));
        breakDisk(true);
        for (int i = 0; i < 3; i++) {
            assertThatThrownBy(journal::probe).isInstanceOf(JournalUnavailable.class);
        }
        breakDisk(false);
        journal.probe();
        journal.append(entries(11, 20));
        reopen();
        assertSame(read(journal, 0), entries(1, 20));
        assertThat(journal.latestSnapshot().orElseThrow().bytes()).asString().isEqualTo("ten");
    }

    @Test
    void snapshot_replacesTheOneBefore() {
        journal.append(entries(1, 20));
        journal.saveSnapshot(10, "ten".getBytes(StandardCharsets.UTF_8));
        journal.saveSnapshot(10, "ten again".getBytes(StandardCharsets.UTF_8));
        assertThat(journal.latestSnapshot().orElseThrow().bytes()).asString().isEqualTo("ten again");
        byte[] large = new byte[5_000_003];
        new SplittableRandom(1).nextBytes(large);
        journal.saveSnapshot(20, large);
        reopen();
        SavedSnapshot latest = journal.latestSnapshot().orElseThrow();
        assertThat(latest.upTo()).isEqualTo(20);
        assertThat(latest.bytes()).isEqualTo(large);
        assertSame(read(journal, 0), entries(1, 20));
    }

    @Test
    void failedSnapshot_leavesTheOneBefore() {
        journal.append(entries(1, 20));
        journal.saveSnapshot(10, new byte[] {1});
        breakDisk(true);
        assertThatThrownBy(() -> journal.saveSnapshot(20, new byte[5_000_000])).isInstanceOf(JournalUnavailable.class);
        breakDisk(false);
        assertThat(journal.latestSnapshot().orElseThrow().upTo()).isEqualTo(10);
        journal.append(entries(21, 22));
        reopen();
        assertThat(journal.latestSnapshot().orElseThrow().bytes()).containsExactly(1);
    }

    @Test
    void snapshotsAndBackups_goOnBesideAppends() throws Exception {
        journal.append(entries(1, 100));
        Thread beside = Thread.ofPlatform().start(() -> {
            for (int i = 1; i <= 5; i++) {
                journal.saveSnapshot(i, new byte[3_000_000]);
                journal.backup(directory.resolve("beside-" + i));
            }
        });
        long last = 100;
        while (beside.isAlive()) {
            journal.append(entries(last + 1, ++last));
        }
        beside.join();
        assertThat(journal.latestSnapshot().orElseThrow().upTo()).isEqualTo(5);
        assertSame(read(journal, 0), entries(1, last));
        try (Journal copy = restored(directory.resolve("beside-5"))) {
            assertThat(copy.last()).isBetween(100L, last);
            assertSame(read(copy, 0), entries(1, copy.last()));
        }
    }

    @Test
    void backup_restoresTheWholeJournal_andNeverOverwrites() {
        journal.append(entries(1, 50));
        journal.saveSnapshot(40, new byte[] {4, 0});
        Path backup = directory.resolve("a backup?");
        journal.backup(backup);
        journal.append(entries(51, 60));
        assertThatThrownBy(() -> journal.backup(backup)).hasMessageContaining("a backup?");
        try (Journal copy = restored(backup)) {
            assertSame(read(copy, 0), entries(1, 50));
            assertThat(copy.latestSnapshot().orElseThrow().bytes()).containsExactly(4, 0);
            copy.append(entries(51, 51));
        }
        assertThat(journal.last()).isEqualTo(60);
    }
}
