package dev.berth.engine.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class RefusalTest {
    private static List<ReservationId> reservations(int count) {
        return LongStream.rangeClosed(1, count).mapToObj(ReservationId::new).toList();
    }

    private static String inTheWay(int count) {
        return new Refusal.ReservationsInTheWay(
                        new PoolId("gpu"), ServerSet.of(0, 1, 2), new Window(5, 9), reservations(count))
                .message();
    }

    @Test
    void aSentence_namesTheFirstTen() {
        assertThat(inTheWay(1))
                .isEqualTo("Servers 0-2 of pool gpu cannot be taken out of service from 5 to 9: 1 reservation could not"
                        + " be kept: r1");
        assertThat(inTheWay(10))
                .endsWith(" 10 reservations could not be kept: r1, r2, r3, r4, r5, r6, r7, r8, r9, r10");
        assertThat(inTheWay(12)).endsWith(", r10 and 2 more");
    }

    @Test
    void anEndlessOutage_hasNoEndInItsSentence() {
        assertThat(new Refusal.OutOfService(new PoolId("gpu"), 3, new Window(7, Window.FOREVER)).message())
                .isEqualTo("Server 3 of pool gpu is already out of service from 7 on; restore it first");
    }
}
