package dev.berth.service.booking;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.engine.agreement.Family;
import dev.berth.engine.agreement.Offer;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.Money;
import dev.berth.engine.model.Placement;
import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.ServerSet;
import dev.berth.engine.model.Window;
import dev.berth.service.TestSite;
import dev.berth.site.HandClock;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RecentOffersTest {
    private static final Offer OFFER = new Offer(
            Family.AS_ASKED,
            Job.of("a", 0, 10, 20),
            new Placement(new PoolId("fast"), 1, new Window(0, 10), ServerSet.EMPTY),
            Money.ZERO,
            0);

    private final HandClock clock = new HandClock(TestSite.START);

    private static List<String> make(RecentOffers offers, String to, int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> offers.put(OFFER, Where.ANYWHERE, to))
                .toList();
    }

    private static long known(RecentOffers offers, List<String> ids, String by) {
        return ids.stream().filter(id -> offers.get(id, by).isPresent()).count();
    }

    @Test
    void whoAsksForMany_losesTheirOwnOldest_andNobodyElseLosesAny() {
        RecentOffers offers = new RecentOffers(clock, 100);
        List<String> bens = make(offers, "ben", 3);
        List<String> anas = make(offers, "ana", 60_000);
        assertThat(known(offers, bens, "ben")).isEqualTo(3);
        assertThat(known(offers, anas, "ana")).isEqualTo(100);
        assertThat(known(offers, anas.subList(59_900, 60_000), "ana")).isEqualTo(100);
        assertThat(known(offers, anas, "ben")).as("made to somebody else").isZero();
    }

    @Test
    void offers_areGoodForTenMinutes() {
        RecentOffers offers = new RecentOffers(clock, 100);
        List<String> anas = make(offers, "ana", 2);
        long expiry = offers.expiry();
        clock.pass(Duration.ofMinutes(10).toMillis() - 1);
        assertThat(known(offers, anas, "ana")).isEqualTo(2);
        clock.pass(1);
        assertThat(clock.millis()).isEqualTo(expiry);
        assertThat(known(offers, anas, "ana")).isZero();
    }
}
