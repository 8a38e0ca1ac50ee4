package dev.berth.engine.book;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.engine.agreement.Adjustment;
import dev.berth.engine.agreement.Quote;
import dev.berth.engine.agreement.Tariff;
import dev.berth.engine.book.Decision.Accepted;
import dev.berth.engine.model.Conditions;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.Lateness;
import dev.berth.engine.model.Lateness.Step;
import dev.berth.engine.model.Money;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.RandomLateness;
import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.ReservationId;
import dev.berth.engine.model.Window;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Fees for late cancellations and for no-shows, by the terms that were agreed. */
class LateCancellationTest {
    private static final PoolId POOL = new PoolId("p");
    /** A server costs 1 an hour of 10 units; 10% of the price from 50 before the start on, 40% from 20. */
    private static final Tariff TARIFF = Tariff.flat(Money.of("1"), 10)
            .withFees(200_000, 100_000)
            .withLateness(new Lateness(false, List.of(new Step(50, 100_000), new Step(20, 400_000)), 250_000));

    private final Book book = book(TARIFF);

    private static Book book(Tariff tariff) {
        Book book = new Book("prompt");
        book.submit(new Command.AddPool(new Pool("p", 4, "1")));
        book.submit(new Command.SetTariff(POOL, tariff));
        return book;
    }

    /** Costs 10: 2 servers for 50 units from 100 on. */
    private ReservationId reserve() {
        return ((Accepted) book.submit(new Command.Reserve(Job.exactly("a", new Window(100, 150), 2))))
                .reservation()
                .id();
    }

    private Quote cancel(ReservationId id) {
        return ((Accepted) book.decide(new Command.Cancel(id))).quote();
    }

    private static Quote quote(String before, String after, String fee) {
        return new Quote(Money.of(before), Money.of(after), Money.of(fee));
    }

    @Test
    void cancellation_isFreeUntilTheFirstStep_thenRises() {
        ReservationId id = reserve();
        book.submit(new Command.Advance(49));
        assertThat(cancel(id)).isEqualTo(quote("10", "0", "0"));
        book.submit(new Command.Advance(50));
        assertThat(cancel(id)).isEqualTo(quote("10", "0", "1"));
        book.submit(new Command.Advance(80));
        assertThat(cancel(id)).isEqualTo(quote("10", "0", "4"));
        book.submit(new Command.Advance(125));
        assertThat(cancel(id)).as("half is used up, and the rest costs 40%").isEqualTo(quote("10", "5", "2"));
        Accepted cancelled = (Accepted) book.submit(new Command.Cancel(id));
        assertThat(((Event.Changed) cancelled.events().getFirst())
                        .reservation()
                        .agreement()
                        .fees())
                .isEqualTo(Money.of("2"));
    }

    @Test
    void termsThatWereAgreed_outliveTheTariff() {
        ReservationId id = reserve();
        book.submit(new Command.SetTariff(POOL, Tariff.flat(Money.of("7"), 10).withFees(1_000_000, 0)));
        book.submit(new Command.Advance(60));
        assertThat(cancel(id)).isEqualTo(quote("10", "0", "1"));
        assertThat(Book.restore(book.snapshot()).reservation(id)).isEqualTo(book.reservation(id));
    }

    @Test
    void withoutLateness_aCancellationCostsThePenaltyOfTheTariff() {
        Book plain = book(TARIFF.withLateness(null));
        ReservationId id = ((Accepted) plain.submit(new Command.Reserve(Job.exactly("a", new Window(100, 150), 2))))
                .reservation()
                .id();
        plain.submit(new Command.SetTariff(POOL, TARIFF));
        assertThat(((Accepted) plain.decide(new Command.Cancel(id))).quote()).isEqualTo(quote("10", "0", "2"));
    }

    @Test
    void noShow_costsItsShareBesideThePrice() {
        ReservationId id = reserve();
        book.submit(new Command.Advance(110));
        Accepted closed = (Accepted) book.submit(new Command.NoShow(id));
        Reservation settled = ((Event.Changed) closed.events().getFirst()).reservation();
        assertThat(settled.agreement().price()).isEqualTo(Money.of("10"));
        assertThat(settled.agreement().fees()).isEqualTo(Money.of("2.50"));
        assertThat(closed.events().get(1)).isEqualTo(new Event.Closed(id, Event.Cause.NO_SHOW));
    }

    @Test
    void moving_makesALateCancellationNoCheaper() {
        ReservationId id = reserve();
        book.submit(new Command.Advance(85));
        Accepted moved = (Accepted) book.submit(new Command.Adjust(id, new Adjustment.Move(500)));
        assertThat(moved.quote().fee()).isEqualTo(Money.ZERO);
        assertThat(cancel(id)).as("as dear as before it was moved").isEqualTo(quote("10", "0", "4"));
    }

    @Test
    void movedToAnEarlierTimeByTheSite_aCancellationIsNoDearer() {
        Conditions agreed = ((Accepted) book.submit(new Command.Reserve(Job.of("a", 0, 20, 300))))
                .reservation()
                .agreement()
                .conditions()
                .changed(300, 200, 0);
        assertThat(agreed.cancellation(120, 130))
                .as("moved from 200 to 120, where it runs")
                .isZero();
        assertThat(agreed.cancellation(120, 150)).isEqualTo(100_000);
        assertThat(agreed.cancellation(280, 190)).as("moved to a later time").isZero();
    }

    @Test
    void shrinkingAndThenCancelling_isNeverCheaperThanToCancel() {
        int compared = 0;
        for (long seed = 1; seed <= 300; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            Book changing = book(Tariff.flat(Money.of("1"), 1)
                    .withFees(random.nextInt(1_000_001), 0)
                    .withLateness(RandomLateness.next(random)));
            Job job = Job.of("a", 60, 20, 200, 4);
            ReservationId id = ((Accepted) changing.submit(new Command.Reserve(job)))
                    .reservation()
                    .id();
            changing.submit(new Command.Advance(random.nextInt(60)));
            Money outright =
                    ((Accepted) changing.decide(new Command.Cancel(id))).quote().fee();
            Decision change = random.nextBoolean()
                    ? changing.submit(new Command.Adjust(id, new Adjustment.Shrink(10, 2)))
                    : changing.submit(new Command.Adjust(id, new Adjustment.Move(random.nextInt(50))));
            if (change instanceof Accepted accepted) {
                Money after = ((Accepted) changing.decide(new Command.Cancel(id)))
                        .quote()
                        .fee();
                Money total = accepted.quote().fee().plus(after);
                // Cents are rounded twice.
                assertThat(outright.minus(total).isAbove(Money.of("0.01")))
                        .as("seed " + seed)
                        .isFalse();
                compared++;
            }
        }
        assertThat(compared).isGreaterThan(200);
    }
}
