package dev.berth.service.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.engine.agreement.Family;
import dev.berth.engine.agreement.Offer;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.Money;
import dev.berth.engine.model.Placement;
import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.ServerSet;
import dev.berth.engine.model.Window;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class DeskTest {
    private static final Offer OFFER = new Offer(
            Family.AS_ASKED,
            Job.of("a", 0, 10, 20),
            new Placement(new PoolId("fast"), 1, new Window(0, 10), ServerSet.EMPTY),
            Money.ZERO,
            0);

    private final MovableClock clock = new MovableClock(TestService.START);

    private static List<String> make(Desk desk, String to, int count) {
        return IntStream.range(0, count).mapToObj(i -> desk.put(OFFER, to)).toList();
    }

    private static long known(Desk desk, List<String> ids, String by) {
        return ids.stream().filter(id -> desk.get(id, by).isPresent()).count();
    }

    @Test
    void whoAsksForMany_losesTheirOwnOldest_andNobodyElseLosesAny() {
        Desk desk = new Desk(clock, 100);
        List<String> bens = make(desk, "ben", 3);
        List<String> anas = make(desk, "ana", 60_000);
        assertThat(known(desk, bens, "ben")).isEqualTo(3);
        assertThat(known(desk, anas, "ana")).isEqualTo(100);
        assertThat(known(desk, anas.subList(59_900, 60_000), "ana")).isEqualTo(100);
        assertThat(known(desk, anas, "ben")).as("made to somebody else").isZero();
        assertThat(desk.size()).isEqualTo(103);
    }

    @Test
    void allTogether_atTheExpenseOfWhoHasTheMost() {
        Desk desk = new Desk(clock, 100, 150);
        List<String> anas = make(desk, "ana", 100);
        List<String> bens = make(desk, "ben", 100);
        assertThat(desk.size()).isEqualTo(150);
        assertThat(known(desk, anas, "ana")).isEqualTo(75);
        assertThat(known(desk, bens, "ben")).isEqualTo(75);
        List<String> coras = make(desk, "cora", 20);
        make(desk, "ana", 500);
        assertThat(known(desk, coras, "cora")).as("less than a fair share").isEqualTo(20);
        assertThat(desk.size()).isEqualTo(150);
    }

    @Test
    void expiredOffersMakeRoom() {
        Desk desk = new Desk(clock, 100, 150);
        List<String> anas = make(desk, "ana", 100);
        clock.move(Duration.ofMinutes(11));
        assertThat(known(desk, anas, "ana")).isZero();
        List<String> bens = make(desk, "ben", 100);
        make(desk, "cora", 51);
        assertThat(known(desk, bens, "ben")).isEqualTo(100 - 1);
        assertThat(desk.size()).isEqualTo(150);
    }
}
