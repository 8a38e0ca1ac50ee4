package dev.berth.engine.book;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.engine.agreement.Demand;
import dev.berth.engine.agreement.Quote;
import dev.berth.engine.agreement.Tariff;
import dev.berth.engine.book.Decision.Accepted;
import dev.berth.engine.book.Decision.Refused;
import dev.berth.engine.calendar.Calendars;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.Money;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.Refusal;
import dev.berth.engine.model.Requirements;
import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.Terms;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class PricingTest {
    private static final PoolId SLOW = new PoolId("slow");
    private static final PoolId FAST = new PoolId("fast");

    /** Slow servers cost 1 an hour of 10 units, fast ones 4. */
    private static Book book() {
        Book book = new Book("level");
        book.submit(new Command.AddPool(new Pool("slow", 2, "0.5")));
        book.submit(new Command.AddPool(new Pool("fast", 2, "1")));
        book.submit(new Command.SetTariff(SLOW, Tariff.flat(Money.of("1"), 10)));
        book.submit(new Command.SetTariff(FAST, Tariff.flat(Money.of("4"), 10)));
        return book;
    }

    private static Job budget(Job job, String money) {
        return job.under(Terms.budget(Money.of(money)));
    }

    @Test
    void reservedAndHeld_haveTheirPriceAndQuote() {
        Book book = book();
        Accepted slow = (Accepted) book.submit(new Command.Reserve(Job.of("a", 0, 20, 50)));
        assertThat(slow.reservation().agreement().price())
                .as("40 units at half the rate")
                .isEqualTo(Money.of("2"));
        assertThat(slow.quote()).isEqualTo(Quote.price(Money.of("2")));
        Accepted fast = (Accepted) book.submit(new Command.Hold(Job.of("b", 0, 20, 30, 2), 9));
        assertThat(fast.quote().after()).isEqualTo(Money.of("16"));
        assertThat(book.reservation(fast.reservation().id()))
                .hasValueSatisfying(r -> assertThat(r.agreement().price()).isEqualTo(Money.of("16")));
        assertThat(book.tariff(FAST)).isPresent();
    }

    @Test
    void poolsOverBudget_arePassedOver_andIfAllAre_theCheapestIsNamed() {
        Book book = book();
        Reservation dear =
                ((Accepted) book.submit(new Command.Reserve(budget(Job.of("a", 0, 20, 20), "8")))).reservation();
        assertThat(dear.placement().pool()).isEqualTo(FAST);
        Refused refused = (Refused) book.submit(new Command.Reserve(budget(Job.of("b", 0, 20, 20), "7.99")));
        assertThat(refused.refusal())
                .isEqualTo(new Refusal.OverBudget(Job.of("b", 0, 1, 1).id(), Money.of("7.99"), Money.of("8"), FAST));
        assertThat(refused.refusal().code()).isEqualTo("over-budget");
        Refused both = (Refused) book.submit(new Command.Reserve(budget(Job.of("c", 0, 20, 90), "1")));
        assertThat(both.refusal()).isInstanceOfSatisfying(Refusal.OverBudget.class, over -> {
            assertThat(over.cheapest()).isEqualTo(Money.of("2"));
            assertThat(over.pool()).isEqualTo(SLOW);
        });
        book.submit(new Command.Reserve(Job.of("d", 0, 20, 40, 2).requiring(Requirements.pool("slow"))));
        Refused full = (Refused) book.submit(new Command.Reserve(budget(Job.of("e", 0, 20, 40), "2")));
        assertThat(full.refusal().code()).as("the slow pool is full").isEqualTo("over-budget");
        assertThat(((Refused) book.submit(new Command.Reserve(budget(Job.of("f", 0, 20, 10), "2"))))
                        .refusal()
                        .code())
                .isEqualTo("deadline-impossible");
    }

    @Test
    void surcharge_goesByTheLeastBusyPartOfTheInterval() {
        Book book = new Book("level");
        book.submit(new Command.AddPool(new Pool("p", 4, "1")));
        book.submit(new Command.SetTariff(
                new PoolId("p"), Tariff.flat(Money.of("1"), 10).withSurcharge(1_000_000)));
        assertThat(price(book, Job.of("first", 0, 10, 10, 2)))
                .as("itself half of the pool")
                .isEqualTo(Money.of("3.00"));
        book.submit(new Command.Reserve(Job.of("first", 0, 10, 10, 2)));
        assertThat(price(book, Job.of("beside", 0, 10, 10)))
                .as("three quarters")
                .isEqualTo(Money.of("1.75"));
        assertThat(price(book, Job.of("later", 0, 10, 15)))
                .as("all of it overlaps")
                .isEqualTo(Money.of("1.75"));
        assertThat(price(book, Job.of("after", 0, 10, 20))).as("a quarter").isEqualTo(Money.of("1.25"));
    }

    private static Money price(Book book, Job job) {
        return ((Accepted) book.decide(new Command.Reserve(job))).quote().after();
    }

    static Stream<String> policies() {
        return Calendars.names().stream();
    }

    @ParameterizedTest
    @MethodSource("policies")
    void price_isNeverBelowTheFloor_neverDearerWithMoreFlexibility_andEqualForEqualRequests(String policy) {
        PoolId pool = new PoolId("p");
        int compared = 0;
        for (long seed = 1; seed <= 150; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            Book book = new Book(policy);
            book.submit(new Command.AddPool(new Pool("p", 1 + random.nextInt(5), "0.8")));
            Tariff tariff = new RandomAgreements(random).tariff();
            book.submit(new Command.SetTariff(pool, tariff));
            for (int i = 0; i < 25; i++) {
                String where = policy + ", seed " + seed + ", job " + i;
                book.submit(new Command.Advance(book.now() + random.nextInt(4)));
                long ready = book.now() + random.nextInt(20);
                long work = 1 + random.nextInt(10);
                Job job = Job.of("j" + i, ready, work, ready + 2 * work + random.nextInt(30));
                Job wider = job.within(Math.max(0, ready - random.nextInt(15)), job.deadline() + random.nextInt(15));
                if (!(book.decide(new Command.Reserve(job)) instanceof Accepted accepted)) {
                    continue;
                }
                Money price = accepted.quote().after();
                assertThat(price(book, wider).isAbove(price)).as(where).isFalse();
                assertThat(price(book, job)).as(where).isEqualTo(price);
                Demand demand = Demand.of(job, 1, book.pools().getFirst().rate(), book.now());
                assertThat(tariff.floor(demand).isAbove(price)).as(where).isFalse();
                compared++;
                book.submit(new Command.Reserve(job));
            }
        }
        assertThat(compared).isGreaterThan(1_000);
    }

    @Test
    void cancellation_costsItsFee_andWhatIsUsedUp() {
        Book book = new Book("level");
        book.submit(new Command.AddPool(new Pool("p", 1, "1")));
        book.submit(new Command.SetTariff(
                new PoolId("p"), Tariff.flat(Money.of("10"), 10).withFees(250_000, 0)));
        Reservation waiting = ((Accepted) book.submit(new Command.Reserve(Job.of("w", 20, 10, 30)))).reservation();
        Reservation running = ((Accepted) book.submit(new Command.Reserve(Job.of("r", 0, 10, 10)))).reservation();
        Accepted held = (Accepted) book.submit(new Command.Hold(Job.of("h", 40, 10, 50), 30));
        book.submit(new Command.Advance(4));
        assertThat(((Accepted) book.decide(new Command.Cancel(waiting.id()))).quote())
                .isEqualTo(new Quote(Money.of("10"), Money.ZERO, Money.of("2.50")));
        Accepted cancelled = (Accepted) book.submit(new Command.Cancel(running.id()));
        assertThat(cancelled.quote()).isEqualTo(new Quote(Money.of("10"), Money.of("4"), Money.of("1.50")));
        assertThat(cancelled.events().getFirst())
                .as("the journal knows what is due")
                .isInstanceOfSatisfying(
                        Event.Changed.class,
                        changed -> assertThat(changed.reservation().agreement().fees())
                                .isEqualTo(Money.of("1.50")));
        assertThat(book.reservation(running.id())).isEmpty();
        Reservation offer = held.reservation();
        assertThat(((Accepted) book.submit(new Command.Cancel(offer.id()))).quote())
                .isEqualTo(new Quote(Money.of("10"), Money.ZERO, Money.ZERO));
    }
}
