package dev.berth.engine.book;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.engine.admission.Admissions;
import dev.berth.engine.agreement.Adjustment;
import dev.berth.engine.agreement.Quote;
import dev.berth.engine.agreement.Tariff;
import dev.berth.engine.book.Decision.Accepted;
import dev.berth.engine.book.Decision.Refused;
import dev.berth.engine.model.BadValue;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.Money;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.Refusal;
import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.Terms;
import dev.berth.engine.model.Window;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The provider asks for flexibility (netto 2.1), worked out by hand: one server that costs 1 per unit of time, half if flexible. */
class ConcedingTest {
    private static final PoolId POOL = new PoolId("p");

    private static Book book(String admission) {
        Book book = new Book("level", admission);
        book.submit(new Command.AddPool(new Pool("p", 1, "1")));
        book.submit(new Command.SetTariff(
                POOL, Tariff.flat(Money.of("1"), 1).withDiscounts(500_000, 0, 1).withFees(200_000, 100_000)));
        return book;
    }

    private static Reservation reserve(Book book, Job job) {
        return ((Accepted) book.submit(new Command.Reserve(job))).reservation();
    }

    private static Job strict(String name, long start, long end) {
        return Job.of(name, start, end - start, end);
    }

    private static Adjustment concede(long deadline, String discount) {
        return new Adjustment.Concede(deadline, Money.of(discount));
    }

    private static String refused(Book book, Command command) {
        byte[] before = book.snapshot();
        Refused refused = (Refused) book.submit(command);
        assertThat(book.snapshot()).isEqualTo(before);
        return refused.refusal().code();
    }

    /** Half of it flexible, by the tariff, would cost 7.50, and 0.37 would come on top; what was agreed on is 3 less, and no fee. */
    @Test
    void concede_lowersThePriceByTheDiscount_andNothingElse() {
        Book book = book("direct");
        Reservation before = reserve(book, strict("j", 10, 20));
        Command command = new Command.Adjust(before.id(), concede(25, "3"));
        assertThat(((Accepted) book.decide(command)).quote())
                .isEqualTo(new Quote(Money.of("10"), Money.of("7"), Money.ZERO));
        book.submit(command);
        Reservation after = book.reservation(before.id()).orElseThrow();
        assertThat(after.job()).isEqualTo(before.job().within(10, 25));
        assertThat(after.placement()).isEqualTo(before.placement());
        assertThat(after.agreement().fees()).isEqualTo(Money.ZERO);
    }

    @Test
    void concede_isRefused_whereItWouldTakeOrCostSomething() {
        Book book = book("direct");
        Reservation waiting = reserve(book, strict("waiting", 10, 20));
        assertThat(refused(book, new Command.Adjust(waiting.id(), concede(19, "1"))))
                .isEqualTo("narrower-interval");
        assertThat(refused(book, new Command.Adjust(waiting.id(), concede(25, "10.01"))))
                .isEqualTo("terms-out-of-range");
        assertThat(refused(book, new Command.Adjust(waiting.id(), concede(Window.FOREVER, "1"))))
                .isEqualTo("terms-out-of-range");
        assertThatThrownBy(() -> concede(25, "-1")).isInstanceOf(BadValue.class);
        book.submit(new Command.Advance(10));
        assertThat(refused(book, new Command.Adjust(waiting.id(), concede(25, "1"))))
                .isEqualTo("already-started");
    }

    /** Half of the time before the start it would be fixed, and what was conceded would be gone. */
    @Test
    void concede_leavesItFlexibleUntilItStarts() {
        Book book = book("direct");
        Job fixing = Job.of("j", 10, 10, 22).under(Terms.fixAfter(50));
        Reservation before = reserve(book, fixing);
        book.submit(new Command.Adjust(before.id(), concede(30, "1")));
        book.submit(new Command.Advance(9));
        Job after = book.reservation(before.id()).orElseThrow().job();
        assertThat(after.deadline()).isEqualTo(30);
        assertThat(after.terms().fixAfter()).isNull();
    }

    @Test
    void concede_isNothingForWhoHasLostTheServers() {
        Book book = book("direct");
        Reservation lost = reserve(book, strict("j", 10, 20));
        book.submit(new Command.Fail(POOL, dev.berth.engine.model.ServerSet.of(0)));
        assertThat(book.degraded(lost.id())).isPresent();
        assertThat(refused(book, new Command.Adjust(lost.id(), concede(30, "1"))))
                .isEqualTo("lost-servers");
    }

    /** Under every admission policy, also under the one that moves nobody by itself. */
    @Test
    void giveWay_movesTheOneWhoMay_andHoldsTheJobInItsPlace() {
        for (String admission : Admissions.names()) {
            Book book = book(admission);
            Reservation flexible = reserve(book, strict("flexible", 10, 20));
            Job wanted = strict("wanted", 12, 17);
            Command way = new Command.GiveWay(flexible.id(), wanted, 5);
            assertThat(refused(book, way)).as(admission).isEqualTo("no-capacity");
            book.submit(new Command.Adjust(flexible.id(), concede(27, "2")));
            List<Event> events = ((Accepted) book.submit(way)).events();
            assertThat(events).as(admission).hasSize(2);
            assertThat(events.getFirst())
                    .isInstanceOfSatisfying(
                            Event.Moved.class,
                            moved -> assertThat(moved.reservations().getFirst().window())
                                    .isEqualTo(new Window(17, 27)));
            assertThat(events.get(1)).isInstanceOfSatisfying(Event.Held.class, held -> {
                assertThat(held.reservation().window()).isEqualTo(new Window(12, 17));
                assertThat(held.reservation().agreement().price()).isEqualTo(Money.of("5"));
                assertThat(held.until()).isEqualTo(5);
            });
            assertThat(book.reservation(flexible.id()).orElseThrow().agreement().price())
                    .isEqualTo(Money.of("8"));
        }
    }

    @Test
    void giveWay_neverMovesWhatStartsAsPromised_toAnEarlierTime() {
        Book book = book("direct");
        Reservation early = reserve(book, Job.of("early", 0, 10, 40));
        book.submit(new Command.Adjust(early.id(), new Adjustment.Move(10)));
        Window promised = book.reservation(early.id()).orElseThrow().window();
        Job wanted = strict("wanted", promised.start(), promised.end());
        Accepted accepted = (Accepted) book.submit(new Command.GiveWay(early.id(), wanted, 5));
        assertThat(accepted.reservation().window()).isEqualTo(promised);
        assertThat(book.reservation(early.id()).orElseThrow().window().start()).isGreaterThanOrEqualTo(promised.end());
    }

    @Test
    void giveWay_isRefused_forWhatIsHeld_runs_orIsOverItsBudget() {
        Book book = book("direct");
        Reservation held = ((Accepted) book.submit(new Command.Hold(Job.of("held", 10, 10, 60), 8))).reservation();
        Job wanted = strict("wanted", 10, 20);
        assertThat(refused(book, new Command.GiveWay(held.id(), wanted, 5))).isEqualTo("not-confirmed");
        book.submit(new Command.Confirm(held.id()));
        assertThat(refused(book, new Command.GiveWay(held.id(), wanted, 0))).isEqualTo("time-backwards");
        Job poor = wanted.under(Terms.budget(Money.of("9.99")));
        assertThat(refused(book, new Command.GiveWay(held.id(), poor, 5))).isEqualTo("no-capacity");
        assertThat(((Refused) book.decide(new Command.GiveWay(held.id(), strict("long", 10, 65), 5))).refusal())
                .isInstanceOf(Refusal.NoCapacity.class);
        book.submit(new Command.Advance(
                book.reservation(held.id()).orElseThrow().window().start()));
        assertThat(refused(book, new Command.GiveWay(held.id(), wanted, 100))).isEqualTo("already-started");
    }
}
