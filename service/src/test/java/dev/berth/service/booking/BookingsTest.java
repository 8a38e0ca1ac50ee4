package dev.berth.service.booking;

import static dev.berth.service.TestSite.ANA;
import static dev.berth.service.TestSite.BEN;
import static dev.berth.service.TestSite.HOUR;
import static dev.berth.service.TestSite.OLGA;
import static dev.berth.service.TestSite.START;
import static dev.berth.service.TestSite.rejected;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.berth.engine.agreement.Family;
import dev.berth.engine.agreement.Offer;
import dev.berth.engine.agreement.Wish;
import dev.berth.engine.book.Command;
import dev.berth.engine.intake.Priority;
import dev.berth.engine.intake.Queued;
import dev.berth.engine.intake.Rounds;
import dev.berth.engine.intake.Rules;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.Refusal;
import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.ReservationId;
import dev.berth.engine.model.Window;
import dev.berth.service.TestSite;
import dev.berth.service.account.Account;
import dev.berth.service.account.Role;
import dev.berth.service.quota.OverLimit;
import dev.berth.wire.problem.Code;
import dev.berth.wire.problem.Problem;
import dev.berth.wire.problem.Refused;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class BookingsTest {
    private static final Wish WISH = new Wish(5, Wish.Ranking.START, 10 * HOUR);

    private final TestSite site = new TestSite(new Pool("p", 2, "1"));

    @AfterEach
    void end() {
        site.close();
    }

    /** Both servers for an hour from then on. */
    private static Job both(String user, long start) {
        return TestSite.job(user, new Window(start, start + HOUR), 2);
    }

    @Test
    void book_givesTheReservation_andIsAudited() {
        Reservation booked = site.write(ANA, t -> Bookings.book(t, ANA, both("ana", START + HOUR), null));
        assertThat(booked.window()).isEqualTo(new Window(START + HOUR, START + 2 * HOUR));
        assertThat(site.open(booked.id())).contains(booked);
        assertThat(site.deeds()).containsExactly("ana book r1");
    }

    @Test
    void booking_forSomebodyElse_takesAnOperator_andAnAccount() {
        Job bens = both("ben", START + HOUR);
        rejected(
                Code.NOT_ALLOWED,
                "ana may not book for ben",
                () -> site.write(ANA, t -> Bookings.book(t, ANA, bens, null)));
        assertThat(site.write(OLGA, t -> Bookings.book(t, OLGA, bens, null))
                        .job()
                        .user())
                .isEqualTo("ben");
        Job nobodys = both("nobody", START + 5 * HOUR);
        rejected(Code.INVALID, "nobody", () -> site.write(OLGA, t -> Bookings.book(t, OLGA, nobodys, null)));
        assertThat(site.deeds()).containsExactly("olga book r1");
    }

    @Test
    void refused_tellsWhatToMakeOffersFrom_andLeavesNothing() {
        site.write(ANA, t -> Bookings.book(t, ANA, both("ana", START + HOUR), null));
        Job other = both("ben", START + HOUR);
        assertThatExceptionOfType(Refused.class)
                .isThrownBy(() -> site.write(BEN, t -> Bookings.book(t, BEN, other, WISH)))
                .satisfies(e -> {
                    assertThat(e.refusal()).isInstanceOf(Refusal.NoCapacity.class);
                    assertThat(e.job()).isEqualTo(other);
                    assertThat(e.wish()).isEqualTo(WISH);
                });
        assertThat(site.deeds()).containsExactly("ana book r1");
    }

    @Test
    void limits_followFromWhatIsBooked() {
        site.set(new Account("ana", Role.USER, true, HOUR, 24 * HOUR, 0, 0, Optional.empty()));
        assertThatExceptionOfType(OverLimit.class)
                .isThrownBy(() -> site.write(ANA, t -> Bookings.book(t, ANA, both("ana", START + HOUR), null)))
                .satisfies(e -> {
                    Problem problem = OverLimit.problem(e.broken());
                    assertThat(problem.is(Code.QUOTA)).isTrue();
                    assertThat(problem.numbers().path("asked").asText()).isEqualTo("2");
                });
        assertThat(site.open()).isZero();
    }

    @Test
    void offers_sayWhyNotAsAsked_andOneCanBeHeld_orBookedByItsId() {
        site.write(ANA, t -> Bookings.book(t, ANA, both("ana", START + HOUR), null));
        Job wanted = both("ben", START + HOUR);
        FoundOffers found = site.read(view -> FoundOffers.of(view, BEN, wanted, Where.ANYWHERE, WISH));
        assertThat(found.refusal()).containsInstanceOf(Refusal.NoCapacity.class);
        assertThat(found.offers()).isNotEmpty().noneMatch(offer -> offer.family() == Family.AS_ASKED);

        Offer later = found.offers().stream()
                .filter(offer -> offer.placement().window().start() > START + HOUR)
                .findFirst()
                .orElseThrow();
        Bookings.Held held = site.write(BEN, t -> Bookings.hold(t, BEN, later, 1_000));
        assertThat(held.until()).isEqualTo(START + 1_000);
        assertThat(held.offer().placement()).isEqualTo(held.reservation().placement());
        site.pass(1_000);
        assertThat(site.open(held.reservation().id())).isEmpty();

        RecentOffers offers = new RecentOffers(site.site().clock(), 10);
        String id = offers.put(later, Where.ANYWHERE, "ben");
        rejected(Code.UNKNOWN_OFFER, "offer", () -> site.write(ANA, t -> Bookings.book(t, ANA, offers, id)));
        assertThat(site.write(BEN, t -> Bookings.book(t, BEN, offers, id)).job())
                .isEqualTo(later.job());
        assertThat(site.deeds()).containsExactly("ana book r1", "ben hold r2", "ben book r3");
    }

    @Test
    void queued_waitsForItsRound_andCanBeWithdrawnByItsOwner() {
        site.submit(new Command.SetRounds(new Rounds(HOUR, Rules.DEFAULT)));
        Queued request = site.write(
                ANA,
                t -> QueuedBookings.enqueue(
                        t, ANA, both("ana", START + 5 * HOUR), PriorityRule.assigned(new Priority(3))));
        Target target = Target.of(ANA, request.id());
        assertThatExceptionOfType(Refused.class)
                .isThrownBy(() -> site.write(ANA, t -> Changes.finish(t, target)))
                .satisfies(e -> assertThat(e.refusal()).isInstanceOf(Refusal.StillQueued.class));
        rejected(
                Code.NOT_ALLOWED,
                "request r1 belongs to another user",
                () -> site.write(BEN, t -> Changes.cancel(t, Target.of(BEN, request.id()))));
        site.write(ANA, t -> Changes.cancel(t, target));
        assertThat(site.<Optional<Queued>>read(view -> view.queued(request.id())))
                .isEmpty();
        assertThat(site.deeds()).containsExactly("ana queue r1", "ana withdraw r1");
    }

    @Test
    void queued_isNotForThoseHeldToLeadTimes() {
        site.submit(new Command.SetRounds(new Rounds(HOUR, Rules.DEFAULT)));
        site.set(new Account("ana", Role.USER, true, 0, 0, HOUR, 0, Optional.empty()));
        rejected(
                Code.NOT_ALLOWED,
                "limits on how long ahead to book",
                () -> site.write(
                        ANA,
                        t -> QueuedBookings.enqueue(
                                t, ANA, both("ana", START + 5 * HOUR), PriorityRule.assigned(new Priority(3)))));
    }

    @Test
    void groups_areBookedAndGivenUp_allOrNothing() {
        List<Job> clash = List.of(both("ana", START + HOUR), both("ana", START + HOUR));
        assertThatExceptionOfType(Refused.class)
                .isThrownBy(() -> site.write(ANA, t -> Bookings.accepted(GroupBookings.book(t, ANA, clash))));
        List<Job> jobs = List.of(both("ana", START + HOUR), both("ana", START + 2 * HOUR));
        List<ReservationId> ids =
                site.write(ANA, t -> Bookings.accepted(GroupBookings.book(t, ANA, jobs))).reservations().stream()
                        .map(Reservation::id)
                        .toList();
        assertThat(ids).hasSize(2);
        rejected(Code.NOT_ALLOWED, "ben", () -> site.write(BEN, t -> GroupBookings.book(t, BEN, jobs)));
        site.write(ANA, t -> GroupBookings.giveUp(t, ids));
        assertThat(site.open()).isZero();
    }
}
