package dev.berth.lab.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.berth.engine.model.Pool;
import dev.berth.engine.model.Window;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Worked by hand, in hours: measured from 10 to 34, on two slow servers and a fast one. */
class IdleTimesTest {
    private static final long HOUR = 3_600_000;
    private static final Pool SLOW = new Pool("slow", 2, "0.5");
    private static final Pool FAST = new Pool("fast", 1, "1");

    private final IdleTimes times = new IdleTimes(List.of(SLOW, FAST), new Window(10 * HOUR, 34 * HOUR));

    private void job(Pool pool, int server, long from, long to) {
        times.started(pool.id(), server, new Window(from * HOUR, to * HOUR));
    }

    @Test
    void idlePeriods_areWhatIsLeftBetweenJobs() {
        job(SLOW, 0, 0, 9);
        // Over the beginning; a job of mean size takes 11.2 hours here, and 10 are left before the next.
        job(SLOW, 0, 8, 12);
        job(SLOW, 0, 22, 40);
        // 12 hours before it, 6 after it.
        job(SLOW, 1, 22, 28);
        // Back to back; 5 hours between are too short for 5.6, 7 at the end are not.
        job(FAST, 0, 10, 16);
        job(FAST, 0, 16, 20);
        job(FAST, 0, 25, 27);
        job(FAST, 0, 34, 50);
        GroupUse slow = times.use().getFirst();
        assertThat(slow.busy()).isCloseTo(20 / 48.0, within(1e-9));
        assertThat(slow.started()).as("of those that start within").isCloseTo(2 / 5.0, within(1e-9));
        assertThat(slow.tooShort()).isCloseTo(16 / 28.0, within(1e-9));
        assertThat(slow.pieces()).as("3 in two days of a server").isCloseTo(1.5, within(1e-9));
    }

    @Test
    void fastServers_haveAnotherMeasure() {
        job(FAST, 0, 10, 16);
        job(FAST, 0, 21, 27);
        GroupUse fast = times.use().getLast();
        assertThat(fast.busy()).isCloseTo(0.5, within(1e-9));
        assertThat(fast.tooShort()).isCloseTo(5 / 12.0, within(1e-9));
        assertThat(fast.pieces()).isCloseTo(2, within(1e-9));
    }

    @Test
    void emptyServers_areIdleInOnePiece() {
        assertThat(times.use()).containsExactly(new GroupUse(0, 0, 0, 1), new GroupUse(0, 0, 0, 1));
    }
}
