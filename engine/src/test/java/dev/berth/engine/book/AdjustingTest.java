package dev.berth.engine.book;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.engine.agreement.Adjustment;
import dev.berth.engine.agreement.Quote;
import dev.berth.engine.agreement.Tariff;
import dev.berth.engine.book.Decision.Accepted;
import dev.berth.engine.book.Decision.Refused;
import dev.berth.engine.calendar.Calendars;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.Money;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.Requirements;
import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.ReservationId;
import dev.berth.engine.model.ServerSet;
import dev.berth.engine.model.Shape;
import dev.berth.engine.model.Terms;
import dev.berth.engine.model.Window;
import dev.berth.engine.model.Work;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Every adjustment by hand, with its quote. A server costs 1 per unit of time at rate 1; half of it if flexible. */
class AdjustingTest {
    private static final PoolId POOL = new PoolId("p");
    private static final Adjustment FIX = new Adjustment.Fix();

    private static Book book(int servers) {
        return book("level", servers);
    }

    private static Book book(String policy, int servers) {
        Book book = new Book(policy);
        book.submit(new Command.AddPool(new Pool("p", servers, "1")));
        book.submit(new Command.SetTariff(
                POOL, Tariff.flat(Money.of("1"), 1).withDiscounts(500_000, 0, 1).withFees(200_000, 100_000)));
        return book;
    }

    private static Reservation reserve(Book book, Job job) {
        return ((Accepted) book.submit(new Command.Reserve(job))).reservation();
    }

    private static Quote quote(String before, String after, String fee) {
        return new Quote(Money.of(before), Money.of(after), Money.of(fee));
    }

    /** Asks first, then does it: the same answer. */
    private static Quote adjust(Book book, Reservation reservation, Adjustment adjustment) {
        Command command = new Command.Adjust(reservation.id(), adjustment);
        Accepted asked = (Accepted) book.decide(command);
        assertThat(book.submit(command)).isEqualTo(asked);
        return asked.quote();
    }

    private static String refused(Book book, Reservation reservation, Adjustment adjustment) {
        byte[] before = book.snapshot();
        Refused refused = (Refused) book.submit(new Command.Adjust(reservation.id(), adjustment));
        assertThat(book.snapshot()).isEqualTo(before);
        return refused.refusal().code();
    }

    private static Reservation now(Book book, Reservation reservation) {
        return book.reservation(reservation.id()).orElseThrow();
    }

    private static Window at(long start, long end) {
        return new Window(start, end);
    }

    @Test
    void fix_takesTheIntervalAway_andCostsPriceAndPenalty() {
        Book book = book(1);
        Reservation flexible = reserve(book, Job.of("j", 0, 10, 20));
        assertThat(flexible.agreement().price()).isEqualTo(Money.of("5"));
        assertThat(adjust(book, flexible, FIX)).isEqualTo(quote("5", "10", "2"));
        assertThat(now(book, flexible).isFixed()).isTrue();
        assertThat(now(book, flexible).window()).isEqualTo(flexible.window());
        assertThat(now(book, flexible).agreement().fees()).isEqualTo(Money.of("2"));
        assertThat(adjust(book, flexible, FIX)).as("nothing more to give").isEqualTo(quote("10", "10", "0"));
    }

    @Test
    void relax_givesFlexibility_andBringsAnIncentive() {
        Book book = book(1);
        Reservation strict = reserve(book, Job.of("j", 10, 10, 20));
        assertThat(adjust(book, strict, new Adjustment.Relax(5, 25))).isEqualTo(quote("10", "5", "-0.50"));
        assertThat(now(book, strict).job()).isEqualTo(Job.of("j", 5, 10, 25));
        assertThat(now(book, strict).window()).isEqualTo(at(10, 20));
        assertThat(refused(book, strict, new Adjustment.Relax(6, 40))).isEqualTo("narrower-interval");
        assertThat(refused(book, strict, new Adjustment.Relax(0, 24))).isEqualTo("narrower-interval");
        assertThat(refused(book, strict, new Adjustment.Relax(-1, 40))).isEqualTo("terms-out-of-range");
    }

    @Test
    void relax_neverRaisesThePrice_norDoesFixLowerIt_whateverTheTariffIsByNow() {
        Book book = book(1);
        Reservation strict = reserve(book, Job.of("j", 10, 10, 20));
        book.submit(new Command.SetTariff(POOL, Tariff.flat(Money.of("9"), 1)));
        assertThat(adjust(book, strict, new Adjustment.Relax(5, 25))).isEqualTo(quote("10", "10", "0"));
        book.submit(new Command.SetTariff(POOL, Tariff.flat(Money.of("0.1"), 1)));
        assertThat(adjust(book, strict, FIX)).isEqualTo(quote("10", "10", "0"));
    }

    @Test
    void move_shiftsThePlacement_elseGoesAnywhereInTheNewInterval_elseIsRefused() {
        for (String policy : Calendars.names()) {
            Book book = book(policy, 1);
            Reservation moved = reserve(book, Job.of("j", 10, 5, 20));
            assertThat(adjust(book, moved, new Adjustment.Move(-3))).isEqualTo(quote("2.50", "2.50", "0"));
            assertThat(now(book, moved).window())
                    .isEqualTo(at(moved.window().start() - 3, moved.window().end() - 3));
            reserve(book, Job.exactly("wall", at(30, 36), 1));
            long by = 31 - now(book, moved).window().start();
            assertThat(adjust(book, moved, new Adjustment.Move(by)).fee()).isEqualTo(Money.ZERO);
            assertThat(now(book, moved).window()).isEqualTo(at(36, 41));
            reserve(book, Job.exactly("wider", at(50, 90), 1));
            assertThat(refused(book, moved, new Adjustment.Move(20))).isEqualTo("no-capacity");
            assertThat(refused(book, moved, new Adjustment.Move(-50))).isEqualTo("terms-out-of-range");
            book.submit(new Command.Advance(36));
            assertThat(refused(book, moved, new Adjustment.Move(1))).isEqualTo("already-started");
        }
    }

    @Test
    void extend_growsWhereItIs_orMoves() {
        Book book = book(1);
        Reservation waiting = reserve(book, Job.of("j", 10, 5, 15));
        assertThat(adjust(book, waiting, new Adjustment.Extend(3))).isEqualTo(quote("5", "8", "0"));
        assertThat(now(book, waiting).window()).isEqualTo(at(10, 18));
        assertThat(now(book, waiting).job()).isEqualTo(Job.of("j", 10, 8, 18));
        reserve(book, Job.exactly("wall", at(18, 20), 1));
        assertThat(refused(book, waiting, new Adjustment.Extend(1))).isEqualTo("no-capacity");
        adjust(book, waiting, new Adjustment.Relax(0, 30));
        adjust(book, waiting, new Adjustment.Extend(1));
        assertThat(now(book, waiting).window().length()).isEqualTo(9);
        assertThat(refused(book, waiting, new Adjustment.Extend(Work.MOST))).isEqualTo("terms-out-of-range");
    }

    @Test
    void extend_byServers_takesMoreForTheSameTime_orMoves() {
        Book book = book(3);
        Reservation waiting = reserve(book, Job.of("j", 10, 5, 15));
        assertThat(adjust(book, waiting, new Adjustment.Extend(0, 1))).isEqualTo(quote("5", "10", "0"));
        assertThat(now(book, waiting).window()).isEqualTo(at(10, 15));
        assertThat(now(book, waiting).placement().count()).isEqualTo(2);
        reserve(book, Job.exactly("wall", at(12, 20), 1));
        assertThat(refused(book, waiting, new Adjustment.Extend(0, 1))).isEqualTo("no-capacity");
        assertThat(refused(book, waiting, new Adjustment.Extend(0, 2))).isEqualTo("too-many-servers");
        adjust(book, waiting, new Adjustment.Relax(0, 30));
        adjust(book, waiting, new Adjustment.Extend(1, 1));
        assertThat(now(book, waiting).placement().count()).isEqualTo(3);
        assertThat(now(book, waiting).window().length()).isEqualTo(6);
    }

    @Test
    void extend_byServers_ofARunningOne_isRefused_asIsAWiderOneUnderAPinnedPolicy() {
        Book book = book(3);
        Reservation running = reserve(book, Job.of("j", 0, 5, 5));
        book.submit(new Command.Advance(2));
        assertThat(refused(book, running, new Adjustment.Extend(0, 1))).isEqualTo("terms-out-of-range");
        Book pinned = book("ff-ha", 3);
        Reservation waiting = reserve(pinned, Job.of("j", 5, 5, 10));
        assertThat(refused(pinned, waiting, new Adjustment.Extend(0, 1))).isEqualTo("single-server-only");
    }

    @Test
    void extend_ofARunningOne_growsAtItsEnd() {
        for (String policy : Calendars.names()) {
            Book book = book(policy, 2);
            Reservation running = reserve(book, Job.of("j", 0, 5, 5));
            book.submit(new Command.Advance(2));
            ServerSet servers = now(book, running).placement().servers();
            assertThat(adjust(book, running, new Adjustment.Extend(5))).isEqualTo(quote("5", "10", "0"));
            assertThat(now(book, running).window()).isEqualTo(at(0, 10));
            assertThat(now(book, running).placement().servers()).isEqualTo(servers);
            book.submit(new Command.Drain(POOL, servers, at(12, 20), false));
            assertThat(refused(book, running, new Adjustment.Extend(3))).isEqualTo("no-capacity");
            adjust(book, running, new Adjustment.Extend(2));
            book.submit(new Command.Advance(11));
            assertThat(now(book, running).isRunning()).isTrue();
        }
    }

    /** Server by server: what is named for the one that waits has to make room. */
    @Test
    void extend_ofARunningOne_beforeAPlannedOutage_renamesThoseThatWait_orIsRefused() {
        Book book = book(2);
        Reservation running = reserve(book, Job.of("j", 0, 5, 5));
        book.submit(new Command.Advance(1));
        int own = now(book, running).placement().servers().get(0);
        book.submit(new Command.Drain(POOL, ServerSet.of(1 - own), at(20, 30), false));
        Reservation waiting = reserve(book, Job.of("w", 6, 4, 10));
        adjust(book, running, new Adjustment.Extend(5));
        assertThat(book.handout(POOL).get(waiting.id())).isEqualTo(ServerSet.of(1 - own));
        Reservation across = reserve(book, Job.of("across", 12, 10, 22));
        assertThat(book.handout(POOL).get(across.id())).isEqualTo(ServerSet.of(own));
        assertThat(refused(book, running, new Adjustment.Extend(3)))
                .as("the count allows it, but no server would be left that serves across the outage")
                .isEqualTo("no-capacity");
        adjust(book, running, new Adjustment.Extend(2));
    }

    @Test
    void shrink_givesTimeAndServersBack_andCostsAsMuchOfACancellation() {
        Book book = book(4);
        Reservation wide = reserve(book, Job.of("j", 10, 10, 20, 4));
        assertThat(adjust(book, wide, new Adjustment.Shrink(5, 0)))
                .as("half of 40 given up, a fifth of it due")
                .isEqualTo(quote("40", "20", "4"));
        assertThat(now(book, wide).job()).isEqualTo(Job.of("j", 10, 5, 15, 4));
        assertThat(adjust(book, wide, new Adjustment.Shrink(0, 2))).isEqualTo(quote("20", "10", "2"));
        assertThat(now(book, wide).placement().count()).isEqualTo(2);
        assertThat(refused(book, wide, new Adjustment.Shrink(5, 0))).isEqualTo("terms-out-of-range");
        assertThat(refused(book, wide, new Adjustment.Shrink(0, 2))).isEqualTo("terms-out-of-range");
        assertThat(reserve(book, Job.of("other", 10, 5, 15, 2)).window()).isEqualTo(at(10, 15));
    }

    @Test
    void shrink_ofARunningOne_givesUpTheHighestNumbers_butNotThePast() {
        Book book = book(4);
        Reservation running = reserve(book, Job.of("j", 0, 10, 10, 3));
        book.submit(new Command.Advance(4));
        ServerSet servers = now(book, running).placement().servers();
        assertThat(refused(book, running, new Adjustment.Shrink(6, 0))).isEqualTo("already-used");
        adjust(book, running, new Adjustment.Shrink(5, 1));
        assertThat(now(book, running).window()).isEqualTo(at(0, 5));
        assertThat(now(book, running).placement().servers()).isEqualTo(servers.lowest(2));
        assertThat(reserve(book, Job.of("now", 4, 1, 5, 2)).window()).isEqualTo(at(4, 5));
        assertThat(refused(book, running, FIX)).isEqualTo("already-started");
    }

    /** Any of its servers, whatever the policy; it is settled as if they had been cancelled. */
    @Test
    void release_ofARunningOne_givesBackTheServersThatAreNamed() {
        for (String policy : List.of("level", "prompt", "earliest", "terms")) {
            Book book = book(policy, 4);
            Reservation running = reserve(book, Job.exactly("j", at(0, 10), 3));
            assertThat(refused(book, running, new Adjustment.Release(ServerSet.of(0))))
                    .as("%s: it does not run", policy)
                    .isEqualTo("terms-out-of-range");
            book.submit(new Command.Advance(4));
            ServerSet servers = now(book, running).placement().servers();
            ServerSet middle = ServerSet.of(servers.get(1));
            assertThat(refused(book, running, new Adjustment.Release(servers)))
                    .as(policy)
                    .isEqualTo("terms-out-of-range");
            assertThat(refused(book, running, new Adjustment.Release(ServerSet.of(77))))
                    .as(policy)
                    .isEqualTo("terms-out-of-range");
            Quote quote = adjust(book, running, new Adjustment.Release(middle));
            // Of the 10 that it costs 4 are used up, and 20% of the rest are due.
            assertThat(quote).as(policy).isEqualTo(quote("30", "20", "5.20"));
            assertThat(now(book, running).placement().servers())
                    .as(policy)
                    .isEqualTo(ServerSet.of(servers.get(0), servers.get(2)));
            assertThat(now(book, running).window()).isEqualTo(at(0, 10));
            Reservation next = reserve(book, Job.exactly("next", at(4, 10), 2));
            book.submit(new Command.Advance(5));
            assertThat(now(book, next).placement().servers().contains(middle.get(0)))
                    .as("%s: others have it", policy)
                    .isTrue();
        }
    }

    @Test
    void staysAndMoldableJobs_areExtendedAndShrunkAsTheyWereGiven() {
        Book book = book(3);
        Reservation stay = reserve(book, Job.exactly("stay", at(5, 10), 1));
        adjust(book, stay, new Adjustment.Extend(2));
        assertThat(now(book, stay).job().shape()).isEqualTo(new Shape.Stay(1, 7));
        Reservation moldable = reserve(book, Job.of("m", 20, 24, new Shape.Divisible(1, 3, new Work(12), 0)));
        assertThat(moldable.placement().count()).isEqualTo(3);
        adjust(book, moldable, new Adjustment.Shrink(1, 1));
        assertThat(now(book, moldable).job().shape()).isEqualTo(new Shape.Rigid(2, new Work(3)));
        assertThat(now(book, moldable).job().deadline()).isEqualTo(23);
    }

    @Test
    void budget_holdsForAdjustments_unlessTheyMakeNothingDearer() {
        Book book = book(1);
        Terms six = Terms.budget(Money.of("6"));
        Reservation tight = reserve(book, Job.of("j", 0, 10, 20).under(six));
        assertThat(refused(book, tight, FIX)).isEqualTo("over-budget");
        assertThat(refused(book, tight, new Adjustment.Extend(10))).isEqualTo("over-budget");
        adjust(book, tight, new Adjustment.Relax(0, 40));
        assertThat(book.submit(
                        new Command.Change(tight.id(), Job.of("j", 0, 10, 20).under(Terms.budget(Money.of("4"))))))
                .isInstanceOf(Refused.class);
    }

    @Test
    void change_isPriced_andGoesToAPoolWithinBudget() {
        Book book = book(1);
        Reservation changed = reserve(book, Job.of("j", 0, 10, 20));
        Accepted narrower = (Accepted) book.submit(new Command.Change(changed.id(), Job.of("j", 0, 10, 10)));
        assertThat(narrower.quote()).isEqualTo(quote("5", "10", "2"));
        book.submit(new Command.AddPool(new Pool("free", 1, "1")));
        Job cheap = Job.of("j", 0, 10, 10).under(Terms.budget(Money.of("2")));
        Accepted elsewhere = (Accepted) book.submit(new Command.Change(changed.id(), cheap));
        assertThat(elsewhere.quote()).isEqualTo(quote("10", "0", "0"));
        assertThat(now(book, changed).placement().pool()).isEqualTo(new PoolId("free"));
    }

    @Test
    void fixByItself_isPricedLikeFix_andNeverFails() {
        Book book = book(1);
        Terms terms = new Terms(Money.of("5"), 50, null);
        Reservation fixing = reserve(book, Job.of("j", 20, 10, 40).under(terms));
        book.submit(new Command.Advance(15));
        assertThat(now(book, fixing).isFixed()).isTrue();
        assertThat(now(book, fixing).agreement().price()).isEqualTo(Money.of("10"));
        assertThat(now(book, fixing).agreement().fees()).isEqualTo(Money.of("2"));
        assertThat(adjust(book, fixing, new Adjustment.Shrink(1, 0)))
                .as("over its budget already, but this makes it cheaper")
                .isEqualTo(quote("10", "9", "0.20"));
    }

    @Test
    void whatIsHeldOrUnknown_isNotAdjusted() {
        Book book = book(1);
        Accepted held = (Accepted) book.submit(new Command.Hold(Job.of("h", 10, 5, 30), 8));
        Reservation offer = held.reservation();
        assertThat(refused(book, offer, FIX)).isEqualTo("not-confirmed");
        Refused change = (Refused) book.submit(new Command.Change(offer.id(), Job.of("h", 0, 5, 5)));
        assertThat(change.refusal().code()).isEqualTo("not-confirmed");
        assertThat(book.submit(new Command.Adjust(new ReservationId(9), FIX))).isInstanceOf(Refused.class);
        assertThat(book.submit(new Command.SetTariff(new PoolId("q"), Tariff.flat(Money.ZERO, 1))))
                .isInstanceOf(Refused.class);
    }

    @Test
    void move_toAnotherPool_paysNoFeeForWhatThatPoolMakesOfIt() {
        Book book = book(1);
        book.submit(new Command.AddPool(new Pool("slow", 1, "0.3")));
        book.submit(new Command.SetTariff(new PoolId("slow"), Tariff.flat(Money.of("1"), 1)));
        Reservation moved = reserve(book, Job.of("j", 0, 10, 15));
        adjust(book, moved, new Adjustment.Relax(0, 40));
        reserve(book, Job.exactly("wall", at(40, 90), 1).requiring(Requirements.pool("p")));
        assertThat(adjust(book, moved, new Adjustment.Move(45)).fee()).isEqualTo(Money.ZERO);
        assertThat(now(book, moved).placement().pool()).isEqualTo(new PoolId("slow"));
    }
}
