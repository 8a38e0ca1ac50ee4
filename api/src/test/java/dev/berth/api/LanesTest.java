package dev.berth.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.wire.problem.Rejected;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class LanesTest {
    private final Lanes lanes = new Lanes();
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
        for (int i = 0; i <= Lanes.MOST_WAITING; i++) {
            threads.add(Thread.ofVirtual().start(() -> lanes.inTurn("eve", this::slow)));
        }
        while (!lanes.isFull("eve")) {
            Thread.sleep(1);
        }
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
        assertThat(answered).hasValue(Lanes.MOST_WAITING + 1);
        assertThat(most).hasValue(1);
        assertThat(lanes.inTurn("eve", () -> 8)).isEqualTo(8);
    }
}
