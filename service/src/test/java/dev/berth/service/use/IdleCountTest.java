package dev.berth.service.use;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** For how long servers have been idle without doubt, by hand: one observer looks every 30 s, and a gap of 90 s is too long. */
class IdleCountTest {
    private static final long ROUND = 30_000;
    private static final long GAP = 90_000;

    private final IdleCount<Integer> count = new IdleCount<>();
    private long now = 1_000_000;
    private long timer = 5_000;

    private void pass(long time) {
        now += time;
        timer += time;
    }

    private void look(String observer, int... inUse) {
        Map<Integer, Boolean> seen = new HashMap<>(Map.of(0, false, 1, false));
        for (int server : inUse) {
            seen.put(server, true);
        }
        count.take(observer, seen, GAP, now, timer);
    }

    private long idleFor(int... servers) {
        return count.idleFor(IntStream.of(servers).boxed(), now, timer);
    }

    private void idle(int rounds) {
        for (int i = 0; i < rounds; i++) {
            pass(ROUND);
            look("guard");
        }
    }

    @Test
    void aFirstReading_isTheBeginning() {
        assertThat(idleFor(0)).isEqualTo(-1);
        look("guard");
        assertThat(idleFor(0, 1)).isZero();
        idle(4);
        assertThat(idleFor(0, 1)).isEqualTo(4 * ROUND);
        assertThat(idleFor(0, 2)).as("nobody looks at 2").isEqualTo(-1);
    }

    @Test
    void idleAfterBusy_countsFromTheFirstIdleReading() {
        look("guard", 0, 1);
        idle(3);
        assertThat(idleFor(0)).isEqualTo(2 * ROUND);
        pass(ROUND);
        look("guard", 1);
        assertThat(idleFor(0)).isEqualTo(3 * ROUND);
        assertThat(idleFor(0, 1)).isEqualTo(-1);
    }

    @Test
    void aMissedLook_countsAndALongerGapDoesNot() {
        look("guard");
        idle(4);
        pass(ROUND);
        idle(1);
        assertThat(idleFor(0)).isEqualTo(6 * ROUND);
        pass(GAP + 1);
        assertThat(idleFor(0)).as("nobody has looked for too long").isEqualTo(-1);
        look("guard");
        assertThat(idleFor(0)).isZero();
    }

    @Test
    void whatOneObserverSeesInUse_isInUse() {
        look("guard");
        look("runner");
        idle(2);
        look("runner", 0);
        assertThat(idleFor(0)).isEqualTo(-1);
        assertThat(idleFor(1)).isEqualTo(2 * ROUND);
        idle(1);
        look("runner");
        assertThat(idleFor(0)).isZero();
    }

    @Test
    void anObserverThatFallsSilent_beginsAllAnew() {
        look("guard");
        look("runner");
        idle(3);
        assertThat(idleFor(0)).isEqualTo(3 * ROUND);
        idle(1);
        assertThat(idleFor(0)).as("the runner was not heard for 120 s").isLessThan(2 * ROUND);
    }

    @Test
    void aClockThatJumps_hastensNothing() {
        look("guard");
        idle(2);
        now += GAP - ROUND;
        idle(1);
        assertThat(idleFor(0)).as("ahead").isEqualTo(3 * ROUND);
        now -= 1;
        pass(ROUND);
        look("guard");
        assertThat(idleFor(0)).as("a little back").isEqualTo(4 * ROUND - 1);
        now -= GAP;
        assertThat(idleFor(0)).as("back").isEqualTo(-1);
        look("guard");
        assertThat(idleFor(0)).isZero();
    }
}
