package dev.berth.service.waitlist;

import static dev.berth.service.TestSite.ANA;
import static dev.berth.service.TestSite.BEN;
import static dev.berth.service.TestSite.HOUR;
import static dev.berth.service.TestSite.OLGA;
import static dev.berth.service.TestSite.START;
import static dev.berth.service.TestSite.job;
import static dev.berth.service.TestSite.rejected;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.berth.engine.agreement.Adjustment;
import dev.berth.engine.agreement.Tariff;
import dev.berth.engine.book.Command;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.Money;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.Refusal;
import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.ReservationId;
import dev.berth.engine.model.Terms;
import dev.berth.engine.model.Window;
import dev.berth.service.TestSite;
import dev.berth.service.account.Account;
import dev.berth.service.account.Role;
import dev.berth.service.booking.Bookings;
import dev.berth.service.booking.Changes;
import dev.berth.service.booking.Target;
import dev.berth.service.booking.Where;
import dev.berth.service.handover.Giving;
import dev.berth.service.project.Project;
import dev.berth.service.project.Projects;
import dev.berth.service.quota.OverLimit;
import dev.berth.service.quota.Usage;
import dev.berth.site.Transaction;
import dev.berth.wire.problem.Code;
import dev.berth.wire.problem.Refused;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The waiting list as users meet it, by hand; one server that costs 1 per hour, and half of that to cancel. */
class WaitingTest {
    private static final Account CY = Account.of("cy", Role.USER);

    private final TestSite site = new TestSite(new Pool("p", 1, "1"));

    WaitingTest() {
        site.set(CY);
        site.submit(new Command.SetTariff(
                new PoolId("p"), Tariff.flat(Money.of("1"), HOUR).withFees(500_000, 0)));
    }

    @AfterEach
    void close() {
        site.close();
    }

    private static Job at(Account account, long from, long to) {
        return job(account.name(), new Window(START + from * HOUR, START + to * HOUR), 1);
    }

    private ReservationId book(Account account, long from, long to) {
        return site.write(account, t -> Bookings.book(t, account, at(account, from, to), null))
                .id();
    }

    private WaitEntry await(Account account, long from, long to) {
        return await(account, at(account, from, to), false, WaitlistSettings.DEFAULT);
    }

    private WaitEntry await(Account account, Job job, boolean tell, WaitlistSettings settings) {
        WaitingJobs.Outcome outcome = site.write(
                account,
                t -> WaitingJobs.bookOrWait(t, account, job, Where.ANYWHERE, START + 100 * HOUR, tell, settings));
        return ((WaitingJobs.OnTheList) outcome).entry();
    }

    private void cancel(Account account, ReservationId id) {
        site.write(account, t -> Changes.cancel(t, Target.of(account, id)));
    }

    private void set(Project project) {
        site.write(OLGA, t -> {
            t.record(Projects.KIND, project);
            return true;
        });
    }

    private WaitEntry now(WaitEntry entry) {
        return site.read(view -> view.facts(Waits.class).get(entry.number())).orElseThrow();
    }

    private Reservation served(WaitEntry entry) {
        return site.open(now(entry).served().orElseThrow()).orElseThrow();
    }

    @Test
    void cancelling_servesTheFirstInTheSameTransaction() {
        ReservationId id = book(ANA, 10, 20);
        WaitEntry ben = await(BEN, 10, 20);
        WaitEntry cy = await(CY, 10, 20);
        assertThat(ben.id()).isEqualTo("e1");
        long version = site.read(view -> view.version());
        cancel(ANA, id);
        long after = site.read(view -> view.version());
        assertThat(after).isEqualTo(version + 1);
        assertThat(now(ben).state()).isEqualTo(WaitEntry.State.BOOKED);
        assertThat(served(ben).job().user()).isEqualTo("ben");
        assertThat(now(cy).state()).isEqualTo(WaitEntry.State.WAITING);
        assertThat(site.deeds()).contains("ben wait e1", "ana book r2");
    }

    @Test
    void declining_isFreeForAWhile_andServesTheNext() {
        ReservationId id = book(ANA, 10, 20);
        WaitEntry ben = await(BEN, 10, 20);
        WaitEntry cy = await(CY, 10, 20);
        cancel(ANA, id);
        ReservationId bens = now(ben).served().orElseThrow();
        rejected(Code.NOT_ALLOWED, "e1", () -> site.write(CY, t -> WaitingJobs.decline(t, CY, "e1")));
        site.write(BEN, t -> WaitingJobs.decline(t, BEN, "e1"));
        assertThat(site.read(view -> view.past(bens))
                        .orElseThrow()
                        .reservation()
                        .agreement()
                        .price())
                .isEqualTo(Money.ZERO);
        assertThat(site.read(view -> view.past(bens))
                        .orElseThrow()
                        .reservation()
                        .agreement()
                        .fees())
                .isEqualTo(Money.ZERO);
        assertThat(now(ben).state()).isEqualTo(WaitEntry.State.DECLINED);
        assertThat(served(cy).job().user()).isEqualTo("cy");
        site.pass(HOUR - 1);
        assertThat(now(cy).mayDecline(START + HOUR - 1)).isTrue();
        site.pass(1);
        rejected(Code.ENTRY_OVER, "e2 was served r3", () -> site.write(CY, t -> WaitingJobs.decline(t, CY, "e2")));
        rejected(Code.ENTRY_OVER, "e1 was declined", () -> site.write(BEN, t -> WaitingJobs.decline(t, BEN, "e1")));
    }

    /** Whoever was served and hands it over cannot take it from its new owner. */
    @Test
    void whatIsHandedOver_canNoLongerBeDeclined() {
        ReservationId id = book(ANA, 10, 20);
        WaitEntry ben = await(BEN, 10, 20);
        cancel(ANA, id);
        ReservationId bens = now(ben).served().orElseThrow();
        site.write(BEN, t -> Giving.give(t, Target.of(BEN, bens), "cy", null));
        assertThat(now(ben).mayDecline(START)).isFalse();
        rejected(Code.ENTRY_OVER, "e1 was served r2", () -> site.write(BEN, t -> WaitingJobs.decline(t, BEN, "e1")));
        assertThat(site.open(bens).orElseThrow().job().user()).isEqualTo("cy");
    }

    /** Otherwise a small job that waits would be a way to hold much time without a fee. */
    @Test
    void whatIsChanged_canNoLongerBeDeclined() {
        ReservationId id = book(ANA, 10, 20);
        WaitEntry ben = await(BEN, 10, 11);
        cancel(ANA, id);
        ReservationId bens = now(ben).served().orElseThrow();
        site.write(BEN, t -> Changes.adjust(t, Target.of(BEN, bens), was -> new Adjustment.Extend(4 * HOUR)));
        rejected(Code.ENTRY_OVER, "e1 was served r2", () -> site.write(BEN, t -> WaitingJobs.decline(t, BEN, "e1")));
        assertThat(site.open(bens)).isPresent();
    }

    /** A change that takes nothing else leaves it free to be declined. */
    @Test
    void whatIsOnlyRelaxed_canBeDeclined() {
        ReservationId id = book(ANA, 10, 20);
        WaitEntry ben = await(BEN, 10, 11);
        cancel(ANA, id);
        ReservationId bens = now(ben).served().orElseThrow();
        site.write(
                BEN,
                t -> Changes.adjust(
                        t, Target.of(BEN, bens), was -> new Adjustment.Relax(START + 10 * HOUR, START + 15 * HOUR)));
        site.write(BEN, t -> WaitingJobs.decline(t, BEN, "e1"));
        assertThat(site.open(bens)).isEmpty();
    }

    @Test
    void whatStartsSoon_canBeDeclinedUntilItStarts() {
        ReservationId id = book(ANA, 0, 20);
        WaitEntry ben = await(BEN, 0, 15);
        site.pass(HOUR / 2);
        WaitEntry cy = await(CY, 1, 5);
        cancel(ANA, id);
        assertThat(now(ben).state()).isEqualTo(WaitEntry.State.EXPIRED);
        assertThat(now(cy).declineBy()).isEqualTo(START + HOUR);
        site.pass(HOUR / 2);
        rejected(
                Code.ENTRY_OVER,
                "could be declined until",
                () -> site.write(CY, t -> WaitingJobs.decline(t, CY, "e2")));
    }

    @Test
    void whoWantsToBeTold_isHeldATime_thenTheNextIsServed() {
        ReservationId id = book(ANA, 10, 20);
        WaitEntry ben = await(BEN, at(BEN, 10, 20), true, WaitlistSettings.DEFAULT);
        WaitEntry cy = await(CY, at(CY, 10, 20), true, WaitlistSettings.DEFAULT);
        cancel(ANA, id);
        assertThat(now(ben).state()).isEqualTo(WaitEntry.State.OFFERED);
        assertThat(served(ben).state()).isEqualTo(Reservation.State.HELD);
        site.pass(HOUR / 2);
        assertThat(site.open(now(ben).served().orElseThrow())).isEmpty();
        assertThat(now(cy).state()).isEqualTo(WaitEntry.State.OFFERED);
        ReservationId held = now(cy).served().orElseThrow();
        site.write(CY, t -> Changes.confirm(t, Target.of(CY, held)));
        assertThat(served(cy).isWaiting()).isTrue();
        rejected(Code.ENTRY_OVER, "berth cancel", () -> {
            site.pass(HOUR);
            site.write(CY, t -> WaitingJobs.decline(t, CY, cy.id()));
        });
    }

    /** Ben may have 12 server-hours: the 10 that come free are too many, and Cy is next. */
    @Test
    void whoMayNotHaveIt_isPassedOver_andNobodyElseIsRefusedForThat() {
        site.set(new Account("ben", Role.USER, true, 12 * HOUR, Usage.LONGEST_WINDOW, 0, 0, Optional.empty()));
        ReservationId id = book(ANA, 10, 20);
        WaitEntry ben = await(BEN, 10, 20);
        WaitEntry cy = await(CY, 10, 20);
        ReservationId own = book(BEN, 30, 35);
        cancel(ANA, id);
        assertThat(now(ben).state()).isEqualTo(WaitEntry.State.WAITING);
        ReservationId cys = now(cy).served().orElseThrow();
        assertThatExceptionOfType(OverLimit.class).isThrownBy(() -> book(BEN, 40, 48));
        // What Ben gives back counts before Ben is served.
        cancel(BEN, own);
        cancel(CY, cys);
        assertThat(now(ben).state()).isEqualTo(WaitEntry.State.BOOKED);
        assertThatExceptionOfType(OverLimit.class).isThrownBy(() -> book(BEN, 40, 43));
    }

    /** Time that somebody gives back is not taken from the same quota while it is given back. */
    @Test
    void ownTimeGivenBack_servesOneselfWithinTheQuota() {
        site.set(new Account("ben", Role.USER, true, 10 * HOUR, Usage.LONGEST_WINDOW, 0, 0, Optional.empty()));
        ReservationId id = book(BEN, 10, 20);
        WaitEntry ben = await(BEN, 10, 15);
        cancel(BEN, id);
        assertThat(now(ben).state()).isEqualTo(WaitEntry.State.BOOKED);
    }

    @Test
    void whoLeftTheProject_orMayNoLongerBook_isPassedOver() {
        set(Project.named("bio").with("ben").with("cy"));
        ReservationId id = book(ANA, 10, 20);
        Job bens = at(BEN, 10, 20);
        WaitEntry ben = await(BEN, bens.under(bens.terms().withProject("bio")), false, WaitlistSettings.DEFAULT);
        WaitEntry cy = await(CY, 10, 20);
        WaitEntry olga = await(OLGA, 10, 20);
        set(Project.named("bio").with("cy"));
        site.set(Account.of("cy", Role.VIEWER));
        cancel(ANA, id);
        assertThat(now(ben).state()).isEqualTo(WaitEntry.State.WAITING);
        assertThat(now(cy).state()).isEqualTo(WaitEntry.State.WAITING);
        set(Project.named("bio").with("ben"));
        cancel(OLGA, now(olga).served().orElseThrow());
        assertThat(now(ben).state()).isEqualTo(WaitEntry.State.BOOKED);
    }

    @Test
    void aClosedAccount_isPassedOver() {
        ReservationId id = book(ANA, 10, 20);
        WaitEntry ben = await(BEN, 10, 20);
        site.set(BEN.closed());
        cancel(ANA, id);
        assertThat(now(ben).state()).isEqualTo(WaitEntry.State.WAITING);
        assertThat(site.open()).isZero();
    }

    private WaitEntry served(Account account) {
        ReservationId id = book(ANA, 10, 20);
        WaitEntry entry = await(account, 10, 12);
        cancel(ANA, id);
        return now(entry);
    }

    @Test
    void whatWasGivenToSomebodyElse_cannotBeDeclinedAnyMore() {
        WaitEntry ben = served(BEN);
        ReservationId id = ben.served().orElseThrow();
        site.write(BEN, t -> Giving.give(t, Target.of(BEN, id), "cy", null));
        rejected(Code.ENTRY_OVER, "e1 was served r2", () -> site.write(BEN, t -> WaitingJobs.decline(t, BEN, "e1")));
        assertThat(site.open(id).orElseThrow().job().user()).isEqualTo("cy");
    }

    @Test
    void whatWasMadeLarger_cannotBeDeclinedAnyMore_andWhatWasMadeSmallerCan() {
        WaitEntry ben = served(BEN);
        ReservationId id = ben.served().orElseThrow();
        site.write(BEN, t -> Changes.adjust(t, Target.of(BEN, id), job -> new Adjustment.Shrink(HOUR, 0)));
        assertThat(now(ben).mayDecline(START)).isTrue();
        site.write(BEN, t -> Changes.adjust(t, Target.of(BEN, id), job -> new Adjustment.Extend(3 * HOUR, 0)));
        assertThat(now(ben).mayDecline(START)).isFalse();
        rejected(Code.ENTRY_OVER, "berth cancel r2", () -> site.write(BEN, t -> WaitingJobs.decline(t, BEN, "e1")));
    }

    @Test
    void whatWasServedAndCancelled_isNotToBeDeclined() {
        WaitEntry ben = served(BEN);
        cancel(BEN, ben.served().orElseThrow());
        assertThat(now(ben).isOpen(START)).isFalse();
        rejected(Code.ENTRY_OVER, "e1 was served r2", () -> site.write(BEN, t -> WaitingJobs.decline(t, BEN, "e1")));
    }

    @Test
    void whatMayBeDeclined_countsAsWaiting() {
        WaitlistSettings one = new WaitlistSettings(HOUR, HOUR, 1);
        ReservationId id = book(ANA, 10, 20);
        WaitEntry ben = await(BEN, at(BEN, 10, 20), false, one);
        cancel(ANA, id);
        assertThat(now(ben).state()).isEqualTo(WaitEntry.State.BOOKED);
        rejected(Code.TOO_MANY_ENTRIES, "ben has 1", () -> await(BEN, at(BEN, 10, 11), false, one));
        site.pass(HOUR);
        assertThat(await(BEN, at(BEN, 10, 11), false, one).id()).isEqualTo("e2");
    }

    @Test
    void whoLeftTheProject_isPassedOver_andServedAfterComingBack() {
        Project climate = Project.named("climate").with("ben");
        site.write(OLGA, t -> record(t, climate));
        ReservationId id = book(ANA, 10, 20);
        Job job = at(BEN, 10, 12).under(Terms.NONE.withProject("climate"));
        WaitEntry ben = await(BEN, job, false, WaitlistSettings.DEFAULT);
        site.write(OLGA, t -> record(t, Project.named("climate")));
        cancel(ANA, id);
        assertThat(now(ben).state()).isEqualTo(WaitEntry.State.WAITING);
        site.write(OLGA, t -> record(t, climate));
        cancel(ANA, book(ANA, 15, 16));
        assertThat(now(ben).state()).as("what came free was elsewhere").isEqualTo(WaitEntry.State.WAITING);
        cancel(ANA, book(ANA, 11, 13));
        assertThat(now(ben).state()).isEqualTo(WaitEntry.State.BOOKED);
    }

    private static boolean record(Transaction transaction, Project project) {
        transaction.record(Projects.KIND, project);
        return true;
    }

    @Test
    void whoCannotBeAskedInTime_isToldToBeBookedInstead() {
        book(ANA, 0, 20);
        Job soon = at(BEN, 0, 2).within(START, START + 2 * HOUR + HOUR / 4);
        rejected(Code.CANNOT_WAIT, "--wait-until", () -> await(BEN, soon, true, WaitlistSettings.DEFAULT));
        assertThat(await(BEN, soon, false, WaitlistSettings.DEFAULT).until())
                .as("the last moment at which it can start")
                .isEqualTo(START + HOUR / 4 + 1);
        WaitEntry asked = await(BEN, soon.within(START, START + 3 * HOUR), true, WaitlistSettings.DEFAULT);
        assertThat(asked.until()).as("so that half an hour is left to ask").isEqualTo(START + HOUR / 2 + 1);
    }

    @Test
    void whoFitsIsBooked_andWhatNoWaitingHelpsIsRefused() {
        WaitingJobs.Outcome outcome = site.write(
                ANA,
                t -> WaitingJobs.bookOrWait(
                        t, ANA, at(ANA, 10, 20), Where.ANYWHERE, START + 9 * HOUR, false, WaitlistSettings.DEFAULT));
        assertThat(outcome).isInstanceOf(WaitingJobs.AtOnce.class);
        assertThatExceptionOfType(Refused.class)
                .isThrownBy(() -> await(
                        BEN,
                        job("ben", new Window(START + HOUR, START + 2 * HOUR), 2),
                        false,
                        WaitlistSettings.DEFAULT))
                .satisfies(refused -> assertThat(refused.refusal()).isInstanceOf(Refusal.TooManyServers.class));
        rejected(
                Code.NOT_ALLOWED,
                "ana",
                () -> site.write(
                        BEN,
                        t -> WaitingJobs.bookOrWait(
                                t,
                                BEN,
                                at(ANA, 10, 20),
                                Where.ANYWHERE,
                                START + HOUR,
                                false,
                                WaitlistSettings.DEFAULT)));
    }

    @Test
    void entriesOfOneAccountAreLimited_andWithdrawnOnes_areGone() {
        book(ANA, 10, 20);
        WaitlistSettings one = new WaitlistSettings(HOUR, HOUR, 1);
        WaitEntry first = await(BEN, at(BEN, 10, 20), false, one);
        rejected(Code.TOO_MANY_ENTRIES, "ben has 1", () -> await(BEN, at(BEN, 10, 11), false, one));
        assertThat(site.write(BEN, t -> WaitingJobs.withdraw(t, BEN, first.id()))
                        .state())
                .isEqualTo(WaitEntry.State.WITHDRAWN);
        rejected(Code.ENTRY_OVER, "e1 was withdrawn", () -> site.write(BEN, t -> WaitingJobs.withdraw(t, BEN, "e1")));
        await(BEN, at(BEN, 10, 11), false, one);
        rejected(
                Code.CANNOT_WAIT,
                "perUser",
                () -> await(CY, at(CY, 10, 11), false, new WaitlistSettings(HOUR, HOUR, 0)));
    }

    @Test
    void whatNobodyUses_orEndsEarly_isOffered() {
        ReservationId id = book(ANA, 0, 20);
        WaitEntry ben = await(
                BEN, Job.of("short", START, 2 * HOUR, START + 20 * HOUR).of("ben"), false, WaitlistSettings.DEFAULT);
        site.pass(HOUR);
        site.write(OLGA, t -> t.submit(new Command.NoShow(id)));
        assertThat(served(ben).window()).isEqualTo(new Window(START + HOUR, START + 3 * HOUR));
    }

    @Test
    void anUnknownEntry_isSaid() {
        rejected(Code.INVALID, "e3", () -> site.write(BEN, t -> WaitingJobs.decline(t, BEN, "r3")));
        assertThatExceptionOfType(Refused.class)
                .isThrownBy(() -> site.write(BEN, t -> WaitingJobs.decline(t, BEN, "e7")))
                .satisfies(refused -> assertThat(refused.refusal().code()).isEqualTo("unknown-entry"));
    }
}
