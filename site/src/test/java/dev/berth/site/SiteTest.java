package dev.berth.site;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.engine.book.Book;
import dev.berth.engine.book.Command;
import dev.berth.engine.book.Decision;
import dev.berth.engine.book.Event;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.ReservationId;
import dev.berth.journal.DamagedJournal;
import dev.berth.journal.Entry;
import dev.berth.journal.JournalUnavailable;
import dev.berth.journal.NewerJournal;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicReference;
import org.awaitility.Awaitility;
import org.awaitility.Durations;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class SiteTest {
    /** No tick within a test, unless it wants one. */
    private static final Settings QUIET = Settings.DEFAULT.withTick(Duration.ofHours(1));

    private static final ReservationId FIRST = new ReservationId(1);

    private final MemoryJournal journal = new MemoryJournal();
    private final HandClock clock = new HandClock(1_000_000);
    private Notes notes = new Notes();
    private Site site;

    @BeforeEach
    void begin() {
        open(QUIET);
    }

    private void open(Settings settings) {
        notes = new Notes();
        site = Site.open(journal, () -> new Book("level"), clock, List.of(notes), settings);
    }

    @AfterEach
    void end() {
        site.close();
    }

    private Decision submit(Command command) {
        return site.write("alice", transaction -> transaction.submit(command)).join();
    }

    private static Command pool(String name) {
        return new Command.AddPool(new Pool(name, 2, "1"));
    }

    private Command job(String id, long from, long work) {
        return new Command.Reserve(Job.of(id, clock.millis() + from, work, clock.millis() + from + work));
    }

    private int open() {
        return site.read(view -> view.reservations().size());
    }

    @Test
    void write_isJournaledBeforeItIsAnswered() {
        submit(pool("p"));
        assertThat(journal.entries).hasSize(1);
        assertThat(submit(job("a", 10, 5))).isInstanceOf(Decision.Accepted.class);
        assertThat(journal.entries).hasSize(2);
        Entry entry = journal.entries.get(1);
        assertThat(entry.number()).isEqualTo(2);
        assertThat(entry.time()).isEqualTo(1_000_000);
        assertThat(entry.kind()).isEqualTo("write");
        assertThat(new String(entry.body(), StandardCharsets.UTF_8))
                .startsWith("{\"format\":1,\"actor\":\"alice\",\"events\":[{\"type\":\"Reserved\"");
        assertThat(open()).isEqualTo(1);
        assertThat(site.read(View::version)).isEqualTo(2);
    }

    @Test
    void refusalsAndQuestions_areNotJournaled_norTimeAlone() {
        submit(pool("p"));
        clock.pass(500);
        assertThat(submit(pool("p"))).isInstanceOf(Decision.Refused.class);
        assertThat(site.read(View::now)).isEqualTo(clock.millis());
        assertThat(journal.entries).hasSize(1);
        clock.pass(500);
        submit(pool("q"));
        assertThat(journal.entries).hasSize(2);
        EntryBody written = EntryBody.of(journal.entries.get(1).body());
        assertThat(written.events()).first().isEqualTo(new Event.TimeAdvanced(clock.millis()));
    }

    @Test
    void clockThatGoesBack_isWaitedFor() {
        submit(pool("p"));
        clock.pass(-5_000);
        assertThat(submit(pool("q"))).isInstanceOf(Decision.Accepted.class);
        assertThat(site.read(View::now)).isEqualTo(1_000_000);
    }

    @Test
    void workThatThrows_leavesNothing() {
        submit(pool("p"));
        byte[] before = site.snapshot();
        CompletableFuture<Object> answer = site.write("bob", transaction -> {
            transaction.submit(job("a", 10, 5));
            transaction.record("note", new Notes.Note("half done"));
            assertThat(transaction.view().reservations()).hasSize(1);
            assertThat(notes.texts).hasSize(1);
            throw new IllegalStateException("changed my mind");
        });
        assertThatThrownBy(answer::join).hasRootCauseMessage("changed my mind");
        assertThat(site.snapshot()).isEqualTo(before);
        assertThat(journal.entries).hasSize(1);
        assertThat(((Decision.Accepted) submit(job("b", 10, 5))).reservation().id())
                .isEqualTo(FIRST);
    }

    @Test
    void factThatCannotBeWritten_failsItsTransactionAlone() {
        submit(pool("p"));
        for (Object fact : List.of(new Notes.Note("half\ud800"), "no record", new Object())) {
            assertThatThrownBy(() -> site.write("bob", t -> {
                                t.submit(job("a", 10, 5));
                                t.record("note", fact);
                                return true;
                            })
                            .join())
                    .isInstanceOf(CompletionException.class);
        }
        assertThatThrownBy(() -> site.write("bob", t -> {
                            t.record("rumour", new Notes.Note("x"));
                            return true;
                        })
                        .join())
                .hasMessageContaining("nobody keeps facts of kind rumour");
        assertThatThrownBy(
                        () -> submit(new Command.Reserve(Job.of("half\ud800", clock.millis(), 1, clock.millis() + 9))))
                .hasMessageContaining("surrogate");
        assertThat(open()).isZero();
        assertThat(journal.entries).hasSize(1);
    }

    @Test
    void timeIsTheClocks() {
        assertThatThrownBy(() -> submit(new Command.Advance(5))).hasMessageContaining("by the clock");
    }

    @Test
    void whoComesWhileABatchIsWritten_isAnsweredAtTheTimeOfTheClock() {
        AtomicReference<CompletableFuture<Long>> later = new AtomicReference<>();
        submit(pool("p"));
        site.write("ana", t -> {
                    clock.pass(50);
                    later.set(site.write("ben", Transaction::now));
                    return t.now();
                })
                .join();
        assertThat(later.get().join()).isEqualTo(clock.millis());
    }

    @Test
    void facts_areReplayed() {
        submit(pool("p"));
        site.write("bob", t -> {
                    t.record("note", new Notes.Note("hello"));
                    assertThat(t.now()).isEqualTo(1_000_000);
                    assertThat(t.actor()).isEqualTo("bob");
                    assertThat(t.decide(job("a", 1, 1))).isInstanceOf(Decision.Accepted.class);
                    return true;
                })
                .join();
        byte[] before = site.snapshot();
        journal.snapshot = null;
        crashAndReopen();
        assertThat(notes.texts).containsExactly("hello by bob at 1000000");
        assertThat(site.snapshot()).isEqualTo(before);
        site.close();
        assertThat(journal.snapshot).isNotNull();
        open(QUIET);
        assertThat(notes.texts).containsExactly("hello by bob at 1000000");
        assertThat(site.snapshot()).isEqualTo(before);
        assertThat(site.<List<String>>read(view -> view.facts(Notes.class).texts))
                .hasSize(1);
    }

    /** Another site on the same entries, as if the first had been killed. */
    private void crashAndReopen() {
        MemoryJournal copy = new MemoryJournal();
        copy.entries.addAll(journal.entries);
        notes = new Notes();
        Site other = Site.open(copy, () -> new Book("level"), clock, List.of(notes), QUIET);
        byte[] bytes = other.snapshot();
        other.close();
        assertThat(site.snapshot()).isEqualTo(bytes);
    }

    @Test
    void missingKeeper_isNotOverlooked() {
        site.write("bob", t -> {
                    t.record("note", new Notes.Note("hello"));
                    return true;
                })
                .join();
        assertThatThrownBy(() -> Site.open(journal, () -> new Book("level"), clock))
                .isInstanceOf(DamagedJournal.class)
                .hasMessageContaining("nobody keeps facts of kind note");
        site.close();
        assertThatThrownBy(() -> Site.open(journal, () -> new Book("level"), clock, List.of()))
                .isInstanceOf(DamagedJournal.class)
                .hasMessageContaining("nobody keeps facts of kind note");
        assertThatThrownBy(() -> Site.open(journal, () -> new Book("level"), clock, List.of(new Notes(), new Notes())))
                .hasMessageContaining("two keepers");
    }

    @Test
    void entryThatCannotBeReplayed_isReportedWithItsNumber() {
        submit(pool("p"));
        journal.entries.add(new Entry(2, 1_000_000, "write", "{\"format\":2}".getBytes(StandardCharsets.UTF_8)));
        assertThatThrownBy(() -> Site.open(journal, () -> new Book("level"), clock))
                .isInstanceOf(NewerJournal.class)
                .hasMessageContainingAll("memory, entry 2: ", "newer version of Berth (");
        EntryBody future = new EntryBody(2, "", List.of(), List.of());
        journal.entries.set(1, new Entry(2, 1_000_000, "write", future.toBytes()));
        assertThatThrownBy(() -> Site.open(journal, () -> new Book("level"), clock))
                .isInstanceOf(NewerJournal.class)
                .hasMessageContainingAll("format is 2", "reads format 1")
                .hasMessageEndingWith("upgrade this instance");
        EntryBody closed = new EntryBody(1, "", List.of(new Event.Confirmed(FIRST)), List.of());
        journal.entries.set(1, new Entry(2, 1_000_000, "write", closed.toBytes()));
        assertThatThrownBy(() -> Site.open(journal, () -> new Book("level"), clock))
                .hasMessageContaining("no open reservation r1");
        journal.entries.set(1, new Entry(2, 7, "write", new EntryBody(1, "", List.of(), List.of()).toBytes()));
        assertThatThrownBy(() -> Site.open(journal, () -> new Book("level"), clock))
                .hasMessageContaining("it was written at 7");
        journal.entries.remove(1);
    }

    @Test
    void brokenDisk_takesBackAllThatWaited_readsGoOn_andTheNextWriteTriesAgain() {
        submit(pool("p"));
        submit(job("a", 10, 5));
        byte[] before = site.snapshot();
        journal.isBroken = true;
        clock.pass(20); // by then the first has started and ended
        for (int i = 0; i < 3; i++) {
            assertThatThrownBy(() -> site.write("bob", t -> {
                                t.record("note", new Notes.Note("lost"));
                                return t.submit(job("b", 30, 5));
                            })
                            .join())
                    .hasCauseInstanceOf(JournalUnavailable.class);
            assertThat(site.snapshot()).isEqualTo(before);
        }
        journal.isBroken = false;
        assertThat(submit(job("c", 30, 5))).isInstanceOf(Decision.Accepted.class);
        assertThat(site.read(View::reservations))
                .extracting(r -> r.id().number())
                .containsExactly(2L);
        assertThat(notes.texts).isEmpty();
        assertThat(journal.entries).extracting(Entry::kind).containsExactly("write", "write", "time", "write");
        assertThat(journal.entries).extracting(Entry::number).containsExactly(1L, 2L, 3L, 4L);
    }

    @Test
    void diskThatIsWellAgain_isNoticedThoughNobodyWrites() throws Exception {
        site.close();
        open(QUIET.withTick(Duration.ofMillis(1)));
        submit(pool("p"));
        assertThat(site.isWritable()).isTrue();
        journal.isBroken = true;
        assertThatThrownBy(() -> submit(pool("q"))).hasCauseInstanceOf(JournalUnavailable.class);
        assertThat(site.isWritable()).isFalse();
        // Reads that let time pass change nothing, and say nothing about the disk.
        assertThat(site.<Integer>write("bob", t -> t.view().pools().size()).join())
                .isEqualTo(1);
        int probes = journal.probes.get();
        Awaitility.await("the journal is tried again")
                .atMost(Durations.ONE_MINUTE)
                .pollInterval(Duration.ofMillis(5))
                .until(() -> journal.probes.get() > probes);
        assertThat(site.isWritable()).isFalse();
        journal.isBroken = false;
        Awaitility.await("the journal is available")
                .atMost(Durations.ONE_MINUTE)
                .pollInterval(Duration.ofMillis(5))
                .until(() -> site.isWritable());
        assertThat(journal.entries).hasSize(1);
    }

    @Test
    void manyWrites_shareOneTransaction_andSeeEachOther() {
        submit(pool("p"));
        journal.gate = new Semaphore(0);
        List<CompletableFuture<Integer>> answers = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            Command command = job("j" + i, 10 + 10 * i, 5);
            answers.add(site.write("bob", t -> {
                t.record("note", new Notes.Note("n"));
                t.submit(command);
                return t.view().facts(Notes.class).texts.size();
            }));
        }
        assertThat(answers).noneMatch(CompletableFuture::isDone);
        journal.gate.release(1000);
        for (int i = 0; i < 50; i++) {
            assertThat(answers.get(i).join()).isEqualTo(i + 1);
        }
        assertThat(journal.appends.size()).isLessThan(5);
        assertThat(journal.appends.stream().mapToInt(Integer::intValue).sum()).isEqualTo(51);
    }

    @Test
    void fullQueue_isSaid() {
        site.close();
        open(QUIET.withWaiting(3));
        journal.gate = new Semaphore(0);
        List<CompletableFuture<Decision>> answers = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            String name = "p" + i;
            answers.add(site.write("bob", t -> t.submit(pool(name))));
        }
        assertThat(answers.stream().filter(CompletableFuture::isCompletedExceptionally))
                .isNotEmpty();
        CompletableFuture<Decision> refused = answers.stream()
                .filter(CompletableFuture::isCompletedExceptionally)
                .findFirst()
                .orElseThrow();
        assertThatThrownBy(refused::join)
                .hasCauseInstanceOf(Overloaded.class)
                .hasMessageContaining("3 requests waiting");
        journal.gate.release(1000);
        long done = answers.stream()
                .filter(answer -> answer.handle((decision, e) -> e == null).join())
                .count();
        assertThat(done).isGreaterThanOrEqualTo(3);
        assertThat(site.read(View::pools)).hasSize((int) done);
    }

    @Test
    void close_finishesWhatIsInFlight_andTakesNoMore() {
        submit(pool("p"));
        List<CompletableFuture<Decision>> answers = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            Command command = job("j" + i, 10 + 10 * i, 5);
            answers.add(site.write("bob", t -> t.submit(command)));
        }
        site.close();
        assertThat(answers).allMatch(answer -> answer.isDone() && !answer.isCompletedExceptionally());
        assertThatThrownBy(() -> submit(pool("q"))).hasMessageContaining("closed");
        assertThat(open()).isEqualTo(100);
        assertThat(journal.snapshot.upTo()).isEqualTo(101);
    }

    @Test
    void ticks_startAndEndWhatIsDue() throws Exception {
        site.close();
        open(QUIET.withTick(Duration.ofMillis(1)));
        List<Event> seen = new CopyOnWriteArrayList<>();
        site.listen(committed -> seen.addAll(committed.events()));
        submit(pool("p"));
        submit(job("a", 10, 5));
        clock.pass(12);
        Awaitility.await("the first runs")
                .atMost(Durations.ONE_MINUTE)
                .pollInterval(Duration.ofMillis(1))
                .until(() -> site.read(view -> view.reservation(FIRST).filter(Reservation::isRunning))
                        .isPresent());
        clock.pass(12);
        Awaitility.await("the first has ended")
                .atMost(Durations.ONE_MINUTE)
                .pollInterval(Duration.ofMillis(1))
                .until(() -> open() == 0 && seen.contains(new Event.Closed(FIRST, Event.Cause.ENDED)));
        long asked = clock.asked();
        Awaitility.await("more ticks")
                .atMost(Durations.ONE_MINUTE)
                .pollInterval(Duration.ofMillis(5))
                .until(() -> clock.asked() > asked + 20);
        assertThat(journal.entries).extracting(Entry::kind).containsExactly("write", "write", "time", "time");
    }

    @Test
    void listeners_hearAllInOrder_andMayFail() {
        List<Long> numbers = new CopyOnWriteArrayList<>();
        site.listen(committed -> {
            throw new IllegalStateException("a listener's own problem");
        });
        site.listen(committed -> {
            assertThat(journal.last()).isGreaterThanOrEqualTo(committed.number());
            numbers.add(committed.number());
            committed
                    .facts()
                    .forEach(fact -> assertThat(fact).isEqualTo(new Committed.Fact("note", new Notes.Note("x"))));
        });
        submit(pool("p"));
        for (int i = 0; i < 20; i++) {
            site.write("bob", t -> {
                        t.record("note", new Notes.Note("x"));
                        return true;
                    })
                    .join();
        }
        site.close();
        assertThat(numbers).hasSize(21).isSorted();
    }

    @Test
    void viewAndTransaction_areOfNoUseAfterwards() {
        View view = site.read(v -> v);
        assertThatThrownBy(view::pools).hasMessageContaining("of use only within");
        Transaction over = site.write("bob", t -> t).join();
        assertThatThrownBy(over::view).hasMessageContaining("over");
        assertThatThrownBy(() -> over.submit(pool("p"))).hasMessageContaining("over");
        assertThatThrownBy(() -> site.read(v -> v.facts(Other.class))).hasMessageContaining("opened without a");
    }

    private interface Other extends FactKeeper<Object> {}

    @Test
    void undoThatFails_stopsTheSiteInsteadOfServingWhatIsWrong() {
        submit(pool("p"));
        assertThatThrownBy(() -> site.write("bob", t -> {
                            t.record("note", new Notes.Note("x"));
                            notes.texts.clear(); // so that the note cannot be taken back
                            throw new IllegalStateException("no");
                        })
                        .join())
                .isInstanceOf(CompletionException.class);
        assertThatThrownBy(() -> submit(pool("q"))).hasMessageContaining("restart");
        assertThatThrownBy(() -> site.read(View::pools)).hasMessageContaining("restart");
        assertThatThrownBy(site::snapshot).hasMessageContaining("restart");
        site.close();
        assertThat(journal.snapshot).isNull();
    }

    @Test
    void snapshots_areTakenEverySoManyEntries_andAFailedOneIsNoLoss() throws Exception {
        site.close();
        open(QUIET.withSnapshotEvery(10));
        submit(pool("p"));
        // One that is due while another is being saved is left out: it takes as many entries as it takes.
        long entries = 1;
        while (journal.snapshot == null || journal.snapshot.upTo() < 20) {
            submit(job("j" + entries, 10 + 10 * entries, 5));
            entries++;
        }
        byte[] before = site.snapshot();
        journal.isBroken = true;
        site.close();
        assertThat(journal.snapshot.upTo()).isBetween(20L, entries);
        journal.isBroken = false;
        open(QUIET);
        assertThat(site.snapshot()).isEqualTo(before);
    }
}
