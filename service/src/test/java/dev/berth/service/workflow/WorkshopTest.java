package dev.berth.service.workflow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.site.Overloaded;
import dev.berth.workflow.model.Cancelled;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 60, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class WorkshopTest {
    private static final Duration LONG = Duration.ofMinutes(5);
    private static final Duration SHORT = Duration.ofMillis(50);

    /** Ends work that does not stop when told, so that none outlives the test. */
    private final AtomicBoolean over = new AtomicBoolean();

    private final List<String> done = Collections.synchronizedList(new ArrayList<>());

    @AfterEach
    void end() {
        over.set(true);
    }

    private static Workshop workshop(int threads, int waiting, int ofOne, int lost) {
        return new Workshop("test", new Workshop.Room(threads, waiting, ofOne, lost, SHORT));
    }

    private static <T> T work(Workshop workshop, String user, Duration budget, java.util.function.Supplier<T> work) {
        return workshop.work(user, budget, () -> false, work);
    }

    private void begin(Workshop workshop, String user, String what) {
        workshop.begin(user, LONG, () -> done.add(what), () -> done.add(what + " given up"));
    }

    /** Work that goes on until the latch falls; gives a latch that falls when it has begun. */
    private static CountDownLatch hold(Workshop workshop, String user, CountDownLatch until) {
        CountDownLatch begun = new CountDownLatch(1);
        workshop.begin(
                user,
                LONG,
                () -> {
                    begun.countDown();
                    await(until);
                },
                () -> {});
        return begun;
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(30, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new Cancelled();
        }
    }

    private static void until(BooleanSupplier condition) {
        while (!condition.getAsBoolean()) {
            Thread.onSpinWait();
        }
    }

    /** Does not end when told, as some library that knows nothing of interruption. */
    private void stubborn() {
        until(over::get);
    }

    @Test
    void longWorkOfOneUser_keepsNobodyElseWaiting() {
        Workshop workshop = workshop(2, 64, 16, 2);
        CountDownLatch release = new CountDownLatch(1);
        await(hold(workshop, "ana", release));
        for (int k = 0; k < 10; k++) {
            hold(workshop, "ana", release);
        }
        assertThat(work(workshop, "ben", LONG, () -> "at once")).isEqualTo("at once");
        assertThat(release.getCount()).isEqualTo(1);
        release.countDown();
    }

    @Test
    void usersTakeTurns() {
        Workshop workshop = workshop(1, 64, 16, 2);
        CountDownLatch release = new CountDownLatch(1);
        await(hold(workshop, "ana", release));
        List.of("a1", "a2", "a3").forEach(what -> begin(workshop, "ana", what));
        List.of("b1", "b2").forEach(what -> begin(workshop, "ben", what));
        begin(workshop, "cara", "c1");
        release.countDown();
        until(() -> done.size() == 6);
        assertThat(done).containsExactly("a1", "b1", "c1", "a2", "b2", "a3");
    }

    @Test
    void queues_areBounded_andWhoHasMostMakesRoom() {
        Workshop workshop = workshop(1, 4, 3, 2);
        CountDownLatch release = new CountDownLatch(1);
        await(hold(workshop, "ana", release));
        List.of("a1", "a2", "a3").forEach(what -> begin(workshop, "ana", what));
        assertThatThrownBy(() -> begin(workshop, "ana", "a4")).isInstanceOf(Overloaded.class);
        begin(workshop, "ben", "b1");
        begin(workshop, "ben", "b2");
        assertThat(done).containsExactly("a3 given up");
        assertThatThrownBy(() -> begin(workshop, "ana", "a4")).isInstanceOf(Overloaded.class);
        release.countDown();
        until(() -> done.size() == 5);
        assertThat(done).containsExactly("a3 given up", "a1", "b1", "a2", "b2");
    }

    @Test
    void workOverItsBudget_isCancelled_andItsThreadGoesOn() {
        Workshop workshop = workshop(1, 4, 3, 2);
        AtomicReference<Thread> first = new AtomicReference<>();
        assertThatThrownBy(() -> work(workshop, "ana", SHORT, () -> {
                    first.set(Thread.currentThread());
                    while (true) {
                        Cancelled.check();
                    }
                }))
                .isInstanceOf(TookTooLong.class);
        assertThat(workshop.lost()).isZero();
        assertThat(work(workshop, "ana", LONG, Thread::currentThread)).isSameAs(first.get());
        assertThat(work(workshop, "ana", LONG, Thread::interrupted)).isFalse();
    }

    @Test
    void workThatDoesNotEnd_isAbandoned_andItsThreadReplaced() {
        Workshop workshop = workshop(2, 4, 3, 1);
        assertThatThrownBy(() -> work(workshop, "ana", SHORT, () -> {
                    stubborn();
                    return 1;
                }))
                .isInstanceOf(TookTooLong.class);
        assertThat(workshop.lost()).isEqualTo(1);
        assertThat(work(workshop, "ana", LONG, () -> "again")).isEqualTo("again");
        over.set(true);
        until(() -> workshop.lost() == 0);
    }

    /** Two threads and one that may be replaced: the fourth stubborn piece finds nobody, and nobody waits in vain. */
    @Test
    void abandonedThreads_areBounded() {
        Workshop workshop = workshop(2, 64, 16, 1);
        for (int k = 0; k < 3; k++) {
            String user = "u" + k;
            workshop.begin(user, SHORT, this::stubborn, () -> done.add(user));
        }
        CompletableFuture<String> waiting = CompletableFuture.supplyAsync(() -> {
            try {
                return work(workshop, "ben", SHORT, () -> {
                    stubborn();
                    return "done";
                });
            } catch (Overloaded | TookTooLong e) {
                return e.getClass().getSimpleName();
            }
        });
        until(() -> workshop.lost() == 3);
        assertThat(waiting.join()).isIn("Overloaded", "TookTooLong");
        assertThat(done).contains("u0");
        assertThatThrownBy(() -> work(workshop, "cara", LONG, () -> 1)).isInstanceOf(Overloaded.class);
        assertThat(Thread.getAllStackTraces().keySet().stream()
                        .filter(thread -> thread.getName().startsWith("test-")
                                && !thread.getName().contains("watchdog"))
                        .filter(thread -> inStubbornWork(thread))
                        .count())
                .isLessThanOrEqualTo(3);
        over.set(true);
        until(() -> workshop.lost() == 0);
        assertThat(work(workshop, "cara", LONG, () -> "again")).isEqualTo("again");
    }

    private static boolean inStubbornWork(Thread thread) {
        return List.of(thread.getStackTrace()).stream()
                .anyMatch(frame -> frame.getMethodName().contains("stubborn"));
    }

    @Test
    void clientThatIsGone_cancelsItsWork() {
        Workshop workshop = workshop(1, 4, 3, 2);
        AtomicBoolean gone = new AtomicBoolean();
        AtomicBoolean cancelled = new AtomicBoolean();
        assertThatThrownBy(() -> workshop.work("ana", LONG, gone::get, () -> {
                    gone.set(true);
                    try {
                        while (true) {
                            Cancelled.check();
                        }
                    } finally {
                        cancelled.set(true);
                    }
                }))
                .isInstanceOf(Cancelled.class);
        until(cancelled::get);
        assertThat(work(workshop, "ana", LONG, () -> "again")).isEqualTo("again");
    }

    @Test
    void clientThatIsGone_leavesTheQueue() {
        Workshop workshop = workshop(1, 4, 3, 2);
        CountDownLatch release = new CountDownLatch(1);
        await(hold(workshop, "ana", release));
        assertThatThrownBy(() -> workshop.work("ben", LONG, () -> true, () -> done.add("b")))
                .isInstanceOf(Cancelled.class);
        release.countDown();
        assertThat(work(workshop, "ben", LONG, () -> "again")).isEqualTo("again");
        assertThat(done).isEmpty();
    }

    @Test
    void callerThatIsInterrupted_cancelsItsWork() throws InterruptedException {
        Workshop workshop = workshop(1, 4, 3, 2);
        CountDownLatch begun = new CountDownLatch(1);
        AtomicBoolean cancelled = new AtomicBoolean();
        Thread caller = Thread.ofVirtual().start(() -> {
            try {
                work(workshop, "ana", LONG, () -> {
                    begun.countDown();
                    while (true) {
                        Cancelled.check();
                    }
                });
            } catch (Cancelled e) {
                cancelled.set(true);
            }
        });
        await(begun);
        caller.interrupt();
        caller.join();
        assertThat(cancelled).isTrue();
        assertThat(work(workshop, "ana", LONG, () -> "again")).isEqualTo("again");
    }

    @Test
    void whatGoesWrong_isTold() {
        Workshop workshop = workshop(2, 4, 3, 2);
        assertThatThrownBy(() -> work(workshop, "ana", LONG, () -> {
                    throw new IllegalArgumentException("wrong");
                }))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("wrong");
        assertThatThrownBy(() -> work(workshop, "ana", LONG, () -> {
                    throw new OutOfMemoryError("too little");
                }))
                .isInstanceOf(OutOfMemoryError.class);
    }
}
