package dev.berth.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.wire.problem.Rejected;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.awaitility.Durations;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class QuestionLanesTest {
    private final QuestionLanes lanes = new QuestionLanes();
    private final CountDownLatch goOn = new CountDownLatch(1);
    private final AtomicInteger inside = new AtomicInteger();
    private final AtomicInteger most = new AtomicInteger();
    private final AtomicInteger answered = new AtomicInteger();

    private boolean slow() {
        most.accumulateAndGet(inside.incrementAndGet(), Math::max);
        try {
            goOn.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
        inside.decrementAndGet();
        answered.incrementAndGet();
        return true;
    }

    @Test
    void oneAtATime_someWaiting_andTheRestTurnedAway() throws InterruptedException {
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i <= QuestionLanes.MOST_WAITING; i++) {
            threads.add(Thread.ofVirtual().start(() -> lanes.inTurn("eve", this::slow)));
        }
        Awaitility.await("the lane is full")
                .atMost(Durations.ONE_MINUTE)
                .pollInterval(Duration.ofMillis(1))
                .until(() -> lanes.isFull("eve"));
        assertThatThrownBy(() -> lanes.inTurn("eve", () -> 9))
                .isInstanceOf(Rejected.class)
                .satisfies(
                        e -> assertThat(Statuses.of(((Rejected) e).problem())).isEqualTo(429));
        // Somebody else's lane is free.
        assertThat(lanes.inTurn("ana", () -> 7)).isEqualTo(7);
        goOn.countDown();
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(answered).hasValue(QuestionLanes.MOST_WAITING + 1);
        assertThat(most).hasValue(1);
        assertThat(lanes.inTurn("eve", () -> 8)).isEqualTo(8);
    }
}
