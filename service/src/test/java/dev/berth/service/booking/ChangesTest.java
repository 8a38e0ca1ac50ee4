package dev.berth.service.booking;

import static dev.berth.service.TestSite.ANA;
import static dev.berth.service.TestSite.BEN;
import static dev.berth.service.TestSite.HOUR;
import static dev.berth.service.TestSite.OLGA;
import static dev.berth.service.TestSite.START;
import static dev.berth.service.TestSite.rejected;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.berth.engine.agreement.Adjustment;
import dev.berth.engine.agreement.Quote;
import dev.berth.engine.agreement.Wish;
import dev.berth.engine.book.Event;
import dev.berth.engine.model.OverrunPolicy;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.Refusal;
import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.ReservationId;
import dev.berth.engine.model.Window;
import dev.berth.service.TestSite;
import dev.berth.service.account.Account;
import dev.berth.service.account.Role;
import dev.berth.service.quota.OverLimit;
import dev.berth.site.Past;
import dev.berth.wire.problem.Code;
import dev.berth.wire.problem.Refused;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ChangesTest {
    private static final Window SOON = new Window(START + HOUR, START + 2 * HOUR);

    private final TestSite site = new TestSite(new Pool("p", 2, "1"));
    private final Reservation booked = site.write(ANA, t -> Bookings.book(t, ANA, TestSite.job("ana", SOON, 2), null));
    private final Target target = Target.of(ANA, booked.id());

    @AfterEach
    void end() {
        site.close();
    }

    @Test
    void onlyItsOwner_orAnOperator_changesIt() {
        rejected(
                Code.NOT_ALLOWED,
                "reservation r1 belongs to another user",
                () -> site.write(BEN, t -> Changes.cancel(t, Target.of(BEN, booked.id()))));
        site.write(OLGA, t -> Changes.cancel(t, Target.of(OLGA, booked.id())));
        assertThat(site.deeds()).containsExactly("ana book r1", "olga cancel r1");
    }

    @Test
    void whatIsNotThere_cannotBeChanged() {
        rejected(
                Code.UNKNOWN_RESERVATION,
                "r7",
                () -> site.write(ANA, t -> Changes.cancel(t, Target.of(ANA, new ReservationId(7)))));
    }

    @Test
    void whatHasChangedSinceItWasSeen_stays() {
        Target asSeen = new Target(ANA, booked.id(), now -> now.equals(booked));
        site.write(ANA, t -> Changes.adjust(t, asSeen, job -> new Adjustment.Move(HOUR)));
        rejected(
                Code.CHANGED_SINCE,
                "reservation r1 has changed since",
                () -> site.write(ANA, t -> Changes.adjust(t, asSeen, job -> new Adjustment.Move(HOUR))));
        assertThat(site.deeds()).containsExactly("ana book r1", "ana change r1");
    }

    @Test
    void adjusted_isWhatWasForetold() {
        Changes.Changed foretold = site.rehearse(ANA, t -> Changes.adjust(t, target, job -> new Adjustment.Move(HOUR)));
        assertThat(site.open(booked.id())).contains(booked);
        Changes.Changed changed = site.write(ANA, t -> Changes.adjust(t, target, job -> new Adjustment.Move(HOUR)));
        assertThat(changed).isEqualTo(foretold);
        assertThat(changed.reservation().window()).isEqualTo(new Window(START + 2 * HOUR, START + 3 * HOUR));
    }

    @Test
    void rehearsed_leavesNoTrace() {
        site.set(new Account("ana", Role.USER, true, HOUR, 24 * HOUR, 0, 0, Optional.empty()));
        byte[] before = site.site().snapshot();
        site.rehearse(ANA, t -> Changes.adjust(t, target, job -> new Adjustment.Move(HOUR)));
        site.rehearse(ANA, t -> Changes.cancel(t, target));
        assertThatExceptionOfType(OverLimit.class)
                .isThrownBy(() ->
                        site.rehearse(ANA, t -> Changes.adjust(t, target, job -> new Adjustment.Extend(5 * HOUR, 0))));
        assertThatExceptionOfType(Refused.class).isThrownBy(() -> site.rehearse(ANA, t -> Changes.finish(t, target)));
        assertThat(site.site().snapshot()).isEqualTo(before);
        assertThat(site.deeds()).containsExactly("ana book r1");
    }

    @Test
    void aRefusedExtension_saysHowFarItCouldGo() {
        site.write(
                BEN,
                t -> Bookings.book(
                        t,
                        BEN,
                        TestSite.job("ben", new Window(START + 2 * HOUR + 1_234_567, START + 4 * HOUR), 1),
                        null));
        Refused waiting = catchThrowableOfType(
                Refused.class,
                () -> site.write(ANA, t -> Changes.adjust(t, target, job -> new Adjustment.Extend(HOUR))));
        assertThat(waiting.reach()).isEqualTo(START + 2 * HOUR + 1_234_567);
        site.pass(HOUR + 60_000);
        Refused running = catchThrowableOfType(
                Refused.class,
                () -> site.write(ANA, t -> Changes.adjust(t, target, job -> new Adjustment.Extend(HOUR))));
        assertThat(running.reach()).isEqualTo(START + 2 * HOUR + 1_234_567);
        Refused overrun = catchThrowableOfType(
                Refused.class,
                () -> site.write(ANA, t -> Changes.overrun(t, target, HOUR, OverrunPolicy.EXTEND_IF_FREE)));
        assertThat(overrun.reach()).isEqualTo(START + 2 * HOUR + 1_234_567);
        site.write(ANA, t -> Changes.adjust(t, target, job -> new Adjustment.Extend(1_234_567)));
        Refused full = catchThrowableOfType(
                Refused.class,
                () -> site.write(ANA, t -> Changes.adjust(t, target, job -> new Adjustment.Extend(HOUR))));
        assertThat(full.reach()).as("its end").isEqualTo(START + 2 * HOUR + 1_234_567);
    }

    @Test
    void held_canBeConfirmedOnce() {
        FoundOffers found = site.read(view -> FoundOffers.of(
                view,
                ANA,
                TestSite.job("ana", new Window(START + 3 * HOUR, START + 4 * HOUR), 1),
                Where.ANYWHERE,
                new Wish(1, Wish.Ranking.START, HOUR)));
        Target held = Target.of(
                ANA,
                site.write(ANA, t -> Bookings.hold(t, ANA, found.offers().getFirst(), 1_000))
                        .reservation()
                        .id());
        site.write(ANA, t -> Changes.confirm(t, held));
        assertThatExceptionOfType(Refused.class)
                .isThrownBy(() -> site.write(ANA, t -> Changes.confirm(t, held)))
                .satisfies(e -> assertThat(e.refusal()).isInstanceOf(Refusal.NotHeld.class));
        site.pass(2_000);
        assertThat(site.open(held.id())).isPresent();
    }

    @Test
    void cancelled_isGone_forWhatWasForetold() {
        assertThat(site.<Quote>rehearse(ANA, t -> Changes.cancel(t, target)))
                .isEqualTo(site.write(ANA, t -> Changes.cancel(t, target)));
        assertThat(site.open(booked.id())).isEmpty();
    }

    @Test
    void finished_onlyOnceItRuns() {
        assertThatExceptionOfType(Refused.class)
                .isThrownBy(() -> site.write(ANA, t -> Changes.finish(t, target)))
                .satisfies(e -> assertThat(e.refusal()).isInstanceOf(Refusal.NotStarted.class));
        site.pass(HOUR + 1);
        site.write(ANA, t -> Changes.finish(t, target));
        assertThat(site.open(booked.id())).isEmpty();
        assertThat(site.deeds()).containsExactly("ana book r1", "ana finish r1");
    }

    @Test
    void nobodyUsedIt_givesItsServersBackAtOnce() {
        assertThatExceptionOfType(Refused.class)
                .isThrownBy(() -> site.write(OLGA, t -> Changes.noShow(t, booked.id(), "no runner")))
                .satisfies(e -> assertThat(e.refusal()).isInstanceOf(Refusal.NotStarted.class));
        site.pass(HOUR + 1);
        assertThat(site.write(OLGA, t -> Changes.noShow(t, booked.id(), "no runner"))
                        .id())
                .isEqualTo(booked.id());
        Past past = site.<Optional<Past>>read(view -> view.past(booked.id())).orElseThrow();
        assertThat(past.cause()).isEqualTo(Event.Cause.NO_SHOW);
        assertThat(site.deeds()).containsExactly("ana book r1", "olga no-show r1");
        Window rest = new Window(START + HOUR + 1, START + 2 * HOUR);
        assertThat(site.write(BEN, t -> Bookings.book(t, BEN, TestSite.job("ben", rest, 2), null))
                        .window())
                .as("free again")
                .isEqualTo(rest);
        rejected(
                Code.UNKNOWN_RESERVATION,
                "r1",
                () -> site.write(OLGA, t -> Changes.noShow(t, booked.id(), "no runner")));
    }

    @Test
    void overrun_keepsItsServers_ifTheyAreFree() {
        site.pass(HOUR + 1);
        site.rehearse(ANA, t -> Changes.overrun(t, target, HOUR, OverrunPolicy.EXTEND_IF_FREE));
        assertThat(site.write(ANA, t -> Changes.overrun(t, target, HOUR, OverrunPolicy.EXTEND_IF_FREE))
                        .reservation()
                        .window())
                .isEqualTo(new Window(START + HOUR, START + 3 * HOUR));
        Window then = new Window(START + 3 * HOUR, START + 4 * HOUR);
        site.write(BEN, t -> Bookings.book(t, BEN, TestSite.job("ben", then, 2), null));
        assertThatExceptionOfType(Refused.class)
                .isThrownBy(() -> site.write(ANA, t -> Changes.overrun(t, target, HOUR, OverrunPolicy.EXTEND_IF_FREE)))
                .satisfies(e -> assertThat(e.refusal()).isInstanceOf(Refusal.NoRoomToExtend.class));
        assertThat(site.deeds()).containsExactly("ana book r1", "ana overrun r1", "ben book r2");
    }
}
