package dev.berth.engine.intake;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.engine.model.JobId;
import dev.berth.engine.model.ReservationId;
import org.junit.jupiter.api.Test;

/** Refused requests are remembered for a while; no user pushes out those that others have yet to read. */
class RequestQueueTest {
    private final RequestQueue queue = new RequestQueue();

    private static Declined declined(long number, String user) {
        return new Declined(
                new ReservationId(number),
                new JobId("j" + number),
                user,
                number,
                new Declined.Reason.Told("no-capacity", "no server is free"));
    }

    @Test
    void theOldestOfTheUserWithMost_isForgotten() {
        assertThat(queue.remember(declined(1, "ana"))).isNull();
        for (long number = 2; number <= 10_000; number++) {
            assertThat(queue.remember(declined(number, "ben"))).isNull();
        }
        assertThat(queue.remember(declined(10_001, "carla"))).isEqualTo(declined(2, "ben"));
        assertThat(queue.remember(declined(10_002, "ben"))).isEqualTo(declined(3, "ben"));
        assertThat(queue.declined()).hasSize(10_000);
        assertThat(queue.declined(new ReservationId(1))).isEqualTo(declined(1, "ana"));
        assertThat(queue.declined(new ReservationId(10_001))).isEqualTo(declined(10_001, "carla"));
    }
}
