package dev.berth.service.booking;

import static dev.berth.service.TestSite.ANA;
import static dev.berth.service.TestSite.HOUR;
import static dev.berth.service.TestSite.OLGA;
import static dev.berth.service.TestSite.START;
import static dev.berth.service.TestSite.rejected;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.berth.engine.agreement.Adjustment;
import dev.berth.engine.agreement.Wish;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.Requirements;
import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.ServerSet;
import dev.berth.engine.model.Window;
import dev.berth.service.TestSite;
import dev.berth.service.hosts.ServerNames;
import dev.berth.wire.NamedServer;
import dev.berth.wire.PoolJson;
import dev.berth.wire.problem.Code;
import dev.berth.wire.problem.Refused;
import dev.berth.wire.problem.Rejected;
import dev.berth.words.Unit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A pool of two hosts with two cards each, and a pool of plain servers. */
class SpotsTest {
    private static final ServerSet ALPHA = ServerSet.of(0, 1);
    private static final ServerSet BETA = ServerSet.of(2, 3);
    private static final Where ON_BETA = new Where("beta", null, false);

    private final TestSite site = new TestSite(new Pool("plain", 2, "1"));

    @BeforeEach
    void addCards() {
        site.write(OLGA, transaction -> {
            List<NamedServer> cards = new ArrayList<>();
            for (String host : List.of("alpha", "beta")) {
                for (int i = 0; i < 2; i++) {
                    cards.add(new NamedServer(host + i, Optional.of(host), Optional.of("GPU-" + host + i)));
                }
            }
            Pools.add(
                    transaction,
                    new PoolJson.Planned(new Pool("h200", 4, "1"), Optional.empty(), new Unit("gpu"), cards));
            return true;
        });
    }

    @AfterEach
    void close() {
        site.close();
    }

    private Job job(long from, long hours, int servers) {
        Job job = TestSite.job("ana", new Window(START + from * HOUR, START + (from + hours) * HOUR), servers);
        return job.requiring(Requirements.pool("h200"));
    }

    private Reservation book(Job job, Where where) {
        return site.write(ANA, transaction -> Bookings.book(transaction, ANA, job, where, null));
    }

    private static boolean isOn(ServerSet host, Reservation reservation) {
        return reservation.placement().servers().size()
                        == reservation.placement().count()
                && reservation.placement().servers().stream().allMatch(host::contains);
    }

    @Test
    void onAHost_takesServersOfThatHost() {
        for (int i = 0; i < 2; i++) {
            assertThat(isOn(BETA, book(job(1, 1, 1), ON_BETA))).isTrue();
        }
        rejected(Code.NO_CAPACITY, "of host beta are free", () -> book(job(1, 1, 1), ON_BETA));
    }

    /** The host is full for an hour; the job has two. */
    @Test
    void onAHost_waitsUntilItIsFree() {
        book(job(1, 1, 2), ON_BETA);
        Job later = job(1, 1, 2).within(START + HOUR, START + 3 * HOUR);
        Reservation found = book(later, ON_BETA);
        assertThat(isOn(BETA, found)).isTrue();
        assertThat(found.window().start()).isEqualTo(START + 2 * HOUR);
    }

    @Test
    void several_stayOnOneHost_unlessToldOtherwise() {
        book(job(1, 1, 1), new Where("alpha", null, false));
        book(job(1, 1, 1), ON_BETA);
        rejected(Code.NO_CAPACITY, "2 gpus are free", () -> book(job(1, 1, 2), Where.ANYWHERE));
        rejected(Code.NO_CAPACITY, "of the hosts alpha, beta ", () -> book(job(1, 1, 2), Where.ANYWHERE));
        assertThatExceptionOfType(Rejected.class)
                .isThrownBy(() -> book(job(1, 1, 3), Where.ANYWHERE))
                .satisfies(e -> assertThat(e.problem().detail().toString())
                        .startsWith("No host has 3 gpus: alpha has 2, beta has 2. Ask for at most 2, or let the gpus"));
        assertThat(book(job(1, 1, 2), new Where(null, null, true)).placement().count())
                .isEqualTo(2);
    }

    @Test
    void several_areOnOneHost() {
        Reservation pair = book(job(1, 1, 2), Where.ANYWHERE);
        assertThat(isOn(ALPHA, pair) || isOn(BETA, pair)).isTrue();
    }

    @Test
    void unit_isAnyPoolThatHasSuch() {
        Job anywhere = job(1, 1, 1).requiring(Requirements.NONE);
        Reservation card = book(anywhere, new Where(null, "gpu", false));
        assertThat(card.placement().pool().name()).isEqualTo("h200");
        rejected(Code.INVALID, "gpus, servers", () -> book(anywhere, new Where(null, "tpu", false)));
    }

    @Test
    void unknownHost_isNamed_withThoseThatThereAre() {
        rejected(
                Code.INVALID,
                "no servers of pool h200; they are on alpha, beta",
                () -> book(job(1, 1, 1), new Where("gamma", null, false)));
    }

    @Test
    void aChange_keepsTheHost_orIsRefused() {
        Reservation one = book(job(1, 1, 2), ON_BETA);
        Reservation moved = move(one, 2 * HOUR);
        assertThat(isOn(BETA, moved)).isTrue();
        book(job(6, 1, 1), ON_BETA);
        assertThatExceptionOfType(Refused.class).isThrownBy(() -> move(moved, 3 * HOUR));
        assertThat(site.open(one.id()).orElseThrow().window()).isEqualTo(moved.window());
    }

    private Reservation move(Reservation reservation, long by) {
        return site.write(
                ANA,
                transaction -> Changes.adjust(
                                transaction, Target.of(ANA, reservation.id()), any -> new Adjustment.Move(by))
                        .reservation());
    }

    @Test
    void offers_areThoseThatCanBeBookedThere() {
        book(job(1, 2, 2), ON_BETA);
        Wish wish = new Wish(5, Wish.Ranking.START, 24 * HOUR);
        FoundOffers found = site.read(view -> FoundOffers.of(view, ANA, job(1, 1, 2), ON_BETA, wish));
        assertThat(found.refusal()).isPresent();
        assertThat(found.offers()).isNotEmpty();
        found.offers()
                .forEach(offer -> assertThat(isOn(BETA, rehearsed(offer.job()))).isTrue());
    }

    private Reservation rehearsed(Job job) {
        Reservation booked = book(job, ON_BETA);
        site.write(ANA, transaction -> Changes.cancel(transaction, booked));
        return booked;
    }

    @Test
    void hosts_areKnownByPool() {
        site.read(view -> {
            Pool pool = view.pools().stream()
                    .filter(each -> each.id().name().equals("h200"))
                    .findFirst()
                    .orElseThrow();
            assertThat(ServerNames.of(view).hosts(pool))
                    .containsEntry("alpha", ALPHA)
                    .containsEntry("beta", BETA);
            return true;
        });
    }
}
