package dev.berth.service.booking;

import static dev.berth.service.TestSite.ANA;
import static dev.berth.service.TestSite.HOUR;
import static dev.berth.service.TestSite.OLGA;
import static dev.berth.service.TestSite.START;
import static dev.berth.service.TestSite.rejected;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.berth.engine.model.Degraded;
import dev.berth.engine.model.Outage;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.Refusal;
import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.ReservationId;
import dev.berth.engine.model.ServerSet;
import dev.berth.engine.model.Window;
import dev.berth.service.TestSite;
import dev.berth.wire.PoolJson;
import dev.berth.wire.problem.Code;
import dev.berth.wire.problem.Refused;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class PoolsTest {
    private static final PoolId POOL = new PoolId("p");
    private static final Drain BOTH = new Drain(ServerSet.of(0, 1), null, null);
    private static final ReservationId FIRST = new ReservationId(1);

    private final TestSite site = new TestSite();

    @BeforeEach
    void begin() {
        rejected(
                Code.NO_CAPACITY,
                "no pools yet",
                () -> site.read(view -> {
                    Pools.checkKnown(view, List.of());
                    return true;
                }));
        site.write(OLGA, t -> {
            Pools.add(t, new PoolJson.Planned(new Pool("p", 2, "1"), Optional.empty()));
            return true;
        });
        Window soon = new Window(START + HOUR, START + 2 * HOUR);
        site.write(ANA, t -> Bookings.book(t, ANA, TestSite.job("ana", soon, 2), null));
    }

    @AfterEach
    void end() {
        site.close();
    }

    @Test
    void unknownPools_areToldApartFromKnownOnes() {
        rejected(Code.UNKNOWN_POOL, "there is no pool q", () -> site.read(view -> Pools.find(view, new PoolId("q"))));
        rejected(
                Code.INVALID,
                "must be some of p",
                () -> site.read(view -> {
                    Pools.checkKnown(view, List.of("p", "q"));
                    return true;
                }));
    }

    @Test
    void drain_tellsWhatIsInTheWay_andTakesPlaceOnlyWithoutIt() {
        assertThat(site.<List<ReservationId>>read(view -> Pools.inTheWay(view, POOL, BOTH)))
                .containsExactly(FIRST);
        assertThatExceptionOfType(Refused.class)
                .isThrownBy(() -> drain(BOTH))
                .satisfies(e -> assertThat(e.refusal()).isInstanceOf(Refusal.ReservationsInTheWay.class));
        Drain after = new Drain(ServerSet.of(0, 1), START + 2 * HOUR, START + 3 * HOUR);
        assertThat(site.<List<ReservationId>>read(view -> Pools.inTheWay(view, POOL, after)))
                .isEmpty();
        drain(after);
        assertThat(site.<List<Outage>>read(view -> view.outages(POOL))).hasSize(2);
        rejected(Code.INVALID, "must be in the future", () -> drain(new Drain(ServerSet.of(0), null, START)));
        assertThat(site.deeds()).containsExactly("olga add-pool p", "ana book r1", "olga drain p");
    }

    private void drain(Drain drain) {
        site.write(OLGA, t -> {
            Pools.drain(t, POOL, drain);
            return true;
        });
    }

    @Test
    void failedServers_takeTheirReservationsAlong_untilThereAreOthers() {
        Pools.Affected affected = site.write(OLGA, t -> Pools.fail(t, POOL, ServerSet.of(0), null));
        assertThat(affected.degraded()).extracting(Reservation::id).containsExactly(FIRST);
        assertThat(affected.moved()).isEmpty();
        assertThat(affected.displaced()).isEmpty();
        assertThat(site.open(FIRST)).isPresent();
        site.write(OLGA, t -> {
            Pools.addServers(t, POOL, 1, null);
            Pools.restore(t, POOL, ServerSet.of(0));
            return true;
        });
        assertThat(site.<Optional<Degraded>>read(view -> view.degraded(FIRST))).isEmpty();
        assertThat(site.deeds())
                .containsExactly(
                        "olga add-pool p",
                        "ana book r1",
                        "olga fail p",
                        "olga degraded r1",
                        "olga add-servers p",
                        "olga restore p");
    }
}
