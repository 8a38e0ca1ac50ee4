package dev.berth.site;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.engine.book.Book;
import dev.berth.engine.book.Command;
import dev.berth.engine.book.Decision;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.Refusal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.awaitility.Durations;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Whoever asks for much waits for themselves: who has the next turn, and how much one may do in it. */
@Timeout(60)
class TurnsTest {
    private final HandClock clock = new HandClock(1_000_000);
    private final List<String> order = new CopyOnWriteArrayList<>();
    private Site site;

    @BeforeEach
    void begin() {
        site = Site.open(
                new MemoryJournal(),
                () -> new Book("level"),
                clock,
                List.of(),
                Settings.DEFAULT.withTick(Duration.ofHours(1)));
        site.write("olga", transaction -> transaction.submit(new Command.AddPool(new Pool("p", 100, "1"))))
                .join();
    }

    @AfterEach
    void end() {
        site.close();
    }

    private CompletableFuture<Boolean> write(String actor) {
        return site.write(actor, transaction -> order.add(actor));
    }

    private static void wait(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void actorsTakeTurns_howeverManyWritesOneOfThemHasWaiting() {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        CompletableFuture<Boolean> first = site.write("eve", transaction -> {
            begun.countDown();
            wait(goOn);
            return true;
        });
        wait(begun);
        List<CompletableFuture<Boolean>> all =
                IntStream.range(0, 200).mapToObj(i -> write("eve")).collect(Collectors.toCollection(ArrayList::new));
        all.add(write("ana"));
        all.add(write("ben"));
        goOn.countDown();
        assertThat(first.join()).isTrue();
        all.forEach(CompletableFuture::join);
        assertThat(order.subList(0, 3)).containsExactlyInAnyOrder("eve", "ana", "ben");
    }

    @Test
    void whoFillsTheQueue_leavesRoomForOthers() {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        CompletableFuture<Boolean> first = site.write("eve", transaction -> {
            begun.countDown();
            wait(goOn);
            return true;
        });
        wait(begun);
        List<CompletableFuture<Boolean>> hers = IntStream.range(0, Settings.DEFAULT.waiting())
                .mapToObj(i -> write("eve"))
                .toList();
        CompletableFuture<Boolean> anas = write("ana");
        assertThat(hers.getLast()).isCompletedExceptionally();
        assertThat(anas).isNotDone();
        goOn.countDown();
        assertThat(first.join()).isTrue();
        assertThat(anas.join()).isTrue();
    }

    @Test
    void writer_waitsForOneReaderAtMost() throws InterruptedException {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        List<Thread> readers = new ArrayList<>();
        readers.add(Thread.ofVirtual()
                .start(() -> site.read(view -> {
                    begun.countDown();
                    wait(goOn);
                    return order.add("reader");
                })));
        wait(begun);
        for (int i = 0; i < 20; i++) {
            readers.add(Thread.ofVirtual().start(() -> site.read(view -> order.add("reader"))));
        }
        CompletableFuture<Boolean> write = write("ana");
        Awaitility.await("the writer waits for the lock")
                .atMost(Durations.ONE_MINUTE)
                .pollInterval(Duration.ofMillis(1))
                .until(() -> writerWaitsForTheLock());
        goOn.countDown();
        write.join();
        assertThat(order.indexOf("ana")).isEqualTo(1);
        readers.forEach(TurnsTest::join);
        assertThat(order).hasSize(22);
    }

    private static boolean writerWaitsForTheLock() {
        return Thread.getAllStackTraces().entrySet().stream()
                .filter(thread -> thread.getKey().getName().equals("berth-writer"))
                .anyMatch(thread -> Arrays.stream(thread.getValue())
                                .anyMatch(frame -> frame.getMethodName().equals("commit"))
                        && Arrays.stream(thread.getValue())
                                .anyMatch(frame -> frame.getMethodName().equals("park")));
    }

    private static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void transaction_isRefusedWhatCostsTooMuch() {
        List<Job> jobs = IntStream.range(0, 30_000)
                .mapToObj(i -> Job.of("j" + i, clock.millis(), 10, clock.millis() + 10_000_000))
                .toList();
        List<Decision> manyInOne = site.write(
                        "eve",
                        transaction -> jobs.stream()
                                .map(job -> transaction.submit(new Command.Reserve(job)))
                                .toList())
                .join();
        assertThat(manyInOne.getFirst()).isInstanceOf(Decision.Accepted.class);
        assertThat(manyInOne.getLast()).isEqualTo(new Decision.Refused(new Refusal.TooCostly(WorkBudget.REQUEST)));
    }
}
