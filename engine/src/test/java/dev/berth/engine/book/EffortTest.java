package dev.berth.engine.book;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.engine.agreement.Offer;
import dev.berth.engine.agreement.Tariff;
import dev.berth.engine.agreement.Wish;
import dev.berth.engine.calendar.Effort;
import dev.berth.engine.intake.Excess;
import dev.berth.engine.intake.Priority;
import dev.berth.engine.intake.Rounds;
import dev.berth.engine.intake.Rules;
import dev.berth.engine.intake.Sorting;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.JobId;
import dev.berth.engine.model.Money;
import dev.berth.engine.model.OverrunPolicy;
import dev.berth.engine.model.Placement;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.Refusal;
import dev.berth.engine.model.Requirements;
import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.ReservationId;
import dev.berth.engine.model.ServerSet;
import dev.berth.engine.model.Shape;
import dev.berth.engine.model.Terms;
import dev.berth.engine.model.Window;
import dev.berth.engine.model.Work;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever is asked of a book takes no more steps than it may; counted, not timed. */
class EffortTest {
    private static final int MOST = 50_000;
    /** Effort that a search under way may spend beyond the limit. */
    private static final long BEYOND = 20_000;

    private static Job job(long ready, long deadline, Shape shape, Money budget) {
        return new Job(
                new JobId("x"),
                "eve",
                ready,
                deadline,
                shape,
                new Requirements(null, Map.of()),
                new Terms(budget, null, null));
    }

    private static Job job(long ready, long deadline, Shape shape) {
        return new Job(new JobId("x"), "eve", ready, deadline, shape, new Requirements(null, Map.of()), Terms.NONE);
    }

    /** Thousands of reservations in three pools, most of the servers taken. */
    private static Book busy() {
        Book book = new Book("level");
        book.submit(new Command.AddPool(new Pool("slow", 300, "0.5")));
        book.submit(new Command.AddPool(new Pool("mid", 300, "0.8")));
        book.submit(new Command.AddPool(new Pool("fast", 400, "1")));
        SplittableRandom random = new SplittableRandom(14);
        for (int i = 0; i < 4_000; i++) {
            long ready = random.nextInt(4) == 0 ? 0 : random.nextInt(100_000);
            book.submit(new Command.Reserve(job(
                    ready,
                    ready + 5_000 + random.nextInt(20_000),
                    new Shape.Rigid(1 + random.nextInt(60), new Work(100 + random.nextInt(1_200))))));
        }
        return book;
    }

    private static void assertBounded(Effort effort) {
        assertThat(effort.spent()).isLessThan(effort.most() + BEYOND);
    }

    @Test
    void moldableJob_isPlacedAsIfEveryNumberWereTried() {
        for (long seed = 0; seed < 400; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            Book book = new Book(random.nextBoolean() ? "level" : "earliest");
            boolean priced = random.nextInt(3) == 0;
            for (int pool = 0; pool < 1 + random.nextInt(3); pool++) {
                book.submit(new Command.AddPool(new Pool("p" + pool, 2 + random.nextInt(20), "0." + (4 + pool))));
                if (priced) {
                    book.submit(new Command.SetTariff(
                            new PoolId("p" + pool),
                            new Tariff(Money.of("1"), 10, 100_000, 100_000, 50, 400_000, 100_000, 100_000)));
                }
            }
            for (int i = 0; i < 60; i++) {
                long ready = random.nextInt(100);
                book.submit(new Command.Reserve(job(
                        ready,
                        ready + 10 + random.nextInt(60),
                        new Shape.Rigid(1 + random.nextInt(12), new Work(1 + random.nextInt(20))))));
            }
            long ready = random.nextInt(60);
            int fewest = 1 + random.nextInt(4);
            Shape.Divisible shape = new Shape.Divisible(
                    fewest, fewest + random.nextInt(40), new Work(1 + random.nextInt(400)), random.nextInt(200_000));
            Money budget = priced ? Money.of("" + (1 + random.nextInt(60))) : null;
            Job asked = job(ready, ready + 5 + random.nextInt(60), shape, budget);
            Reservation expected = null;
            for (int servers = shape.fewest(); servers <= shape.most() && expected == null; servers++) {
                Shape one = new Shape.Divisible(servers, servers, shape.alone(), shape.serial());
                expected = reserved(book, asked.shaped(one));
            }
            Reservation found = reserved(book, asked);
            assertThat(found == null ? null : found.placement())
                    .as("seed %d", seed)
                    .isEqualTo(expected == null ? null : expected.placement());
        }
    }

    private static Reservation reserved(Book book, Job job) {
        return book.decide(new Command.Reserve(job)) instanceof Decision.Accepted accepted
                ? accepted.reservation()
                : null;
    }

    @Test
    void numbersBeyondTheLargestPool_areNeverTried() {
        Book book = busy();
        Effort few = Effort.unlimited();
        Effort many = Effort.unlimited();
        Shape upToTheLargest = new Shape.Divisible(1, 400, new Work(40_000_000), 0);
        Shape upToTenMillion = new Shape.Divisible(1, 10_000_000, new Work(40_000_000), 0);
        Decision one = book.decide(new Command.Reserve(job(0, 110_000, upToTheLargest)), few);
        Decision other = book.decide(new Command.Reserve(job(0, 110_000, upToTenMillion)), many);
        assertThat(one).isInstanceOf(Decision.Refused.class);
        assertThat(((Decision.Refused) other).refusal().code())
                .isEqualTo(((Decision.Refused) one).refusal().code());
        assertThat(many.spent()).isEqualTo(few.spent()).isLessThan(MOST);
    }

    @ParameterizedTest
    @ValueSource(strings = {"direct", "replan", "reschedule-lff"})
    void whateverIsBooked_isBounded(String admission) {
        Book book = refilled(busy(), admission);
        for (String pool : List.of("slow", "mid", "fast")) {
            book.submit(new Command.SetTariff(
                    new PoolId(pool),
                    new Tariff(Money.of("1"), 1_000, 100_000, 100_000, 50_000, 400_000, 100_000, 100_000)));
        }
        List<Shape> shapes = List.of(
                new Shape.Rigid(290, new Work(900)),
                new Shape.Stay(399, 1),
                new Shape.Divisible(1, 10_000_000, new Work(3_000_000), 0),
                new Shape.Divisible(200, 10_000_000, new Work(3_000_000), 100_000));
        for (Shape shape : shapes) {
            for (Money budget : new Money[] {null, Money.of("0.01"), Money.of("500")}) {
                Job asked = budget == null ? job(0, 120_000, shape) : job(0, 120_000, shape, budget);
                Effort booking = Effort.of(MOST);
                book.decide(new Command.Reserve(asked), booking);
                assertBounded(booking);
                Effort offers = Effort.of(MOST);
                book.offers(asked.within(90_000, 95_000), new Wish(20, Wish.Ranking.PHI, 1_000_000), offers);
                assertBounded(offers);
            }
        }
    }

    /** With too little effort to look at every server, room is made on those that were looked at. */
    @ParameterizedTest
    @ValueSource(strings = {"ff-hu", "ff-ha", "ff-ha-tight", "ff-ha-plus", "ff-ha-plus-last"})
    void roomOnNamedServers_isMadeWithinBounds(String policy) {
        Book book = new Book(policy, "replan");
        PoolId pool = new PoolId("p");
        book.submit(new Command.AddPool(new Pool("p", 1_000, "1")));
        for (int i = 0; i < 10_000; i++) {
            Window window = new Window(i / 1_000 * 100L, i / 1_000 * 100L + 100);
            Job flexible = job(window.start(), 5_000, new Shape.Rigid(1, new Work(100)));
            Placement placement = new Placement(pool, 1, window, ServerSet.of(i % 1_000));
            book.apply(new Event.Reserved(Reservation.waiting(new ReservationId(i + 1), flexible, placement, 0)));
        }
        Command strict = new Command.Reserve(Job.exactly("strict", new Window(450, 550), 1));
        Effort all = Effort.unlimited();
        assertThat(book.decide(strict, all)).isInstanceOf(Decision.Accepted.class);
        Effort part = Effort.of(all.spent() / 4);
        assertThat(book.decide(strict, part)).isInstanceOf(Decision.Accepted.class);
        assertThat(part.spent()).isLessThan(part.most());
    }

    /** The same reservations in a book of another admission, taken over as they are. */
    private static Book refilled(Book from, String admission) {
        Book book = new Book("level", admission);
        from.pools().forEach(pool -> book.submit(new Command.AddPool(pool)));
        from.reservations().stream()
                .sorted((a, b) -> a.id().compareTo(b.id()))
                .forEach(reservation -> book.apply(new Event.Reserved(reservation)));
        return book;
    }

    @Test
    void manyAtOnce_areRefusedAsTooCostly() {
        Book book = busy();
        List<Job> jobs = IntStream.range(0, 5_000)
                .mapToObj(i -> job(0, 200_000, new Shape.Rigid(1, new Work(10))))
                .toList();
        byte[] before = book.snapshot();
        Effort effort = Effort.of(MOST);
        Decision decision = book.decide(new Command.Replace(List.of(), jobs), effort);
        assertThat(decision).isEqualTo(new Decision.Refused(new Refusal.TooCostly(MOST)));
        assertBounded(effort);
        assertThat(book.snapshot()).isEqualTo(before);
    }

    @Test
    void whatIf_refusesWhatIsLeftWhenItIsSpent() {
        Book book = busy();
        List<Command> commands = new ArrayList<>();
        book.reservations().stream().limit(1_000).forEach(r -> commands.add(new Command.Cancel(r.id())));
        byte[] before = book.snapshot();
        Effort effort = Effort.of(5_000);
        List<Decision> decisions = book.whatIf(commands, effort);
        assertThat(decisions).hasSize(commands.size());
        assertThat(decisions.getFirst()).isInstanceOf(Decision.Accepted.class);
        assertThat(decisions.getLast()).isEqualTo(new Decision.Refused(new Refusal.TooCostly(5_000)));
        assertBounded(effort);
        assertThat(book.snapshot()).isEqualTo(before);
    }

    @Test
    void capacityThatComesBack_isPutToUseWithinBounds() {
        Book book = busy();
        book.submit(new Command.Advance(1));
        Reservation running = book.reservations().stream()
                .filter(Reservation::isRunning)
                .findFirst()
                .orElseThrow();
        Effort cancel = Effort.of(MOST);
        assertThat(book.decide(new Command.Cancel(running.id()), cancel)).isInstanceOf(Decision.Accepted.class);
        assertThat(cancel.spent()).isLessThan(MOST / 2);
        Effort push = Effort.of(MOST);
        book.decide(new Command.Overrun(running.id(), 50_000, OverrunPolicy.PUSH), push);
        assertBounded(push);
    }

    /** Each with another notice and another number of servers, so that no two are found by one search. */
    @Test
    void earlyStartsOfManyKinds_areBounded_andGoOnWithTheNextAdvance() {
        Book book = new Book("level");
        book.submit(new Command.AddPool(new Pool("p", 3_000, "1")));
        ReservationId all = ((Decision.Accepted)
                        book.submit(new Command.Reserve(job(0, 50_000, new Shape.Rigid(3_000, new Work(50_000))))))
                .reservation()
                .id();
        for (int i = 1; i <= 2_000; i++) {
            Job small = job(0, 2_000_000, new Shape.Rigid(i, new Work(100)));
            book.submit(new Command.Reserve(small.under(small.terms().whenFree(i))));
        }
        book.submit(new Command.Advance(1));
        book.submit(new Command.Finish(all));
        int advances = 0;
        long starts;
        do {
            Effort effort = Effort.of(MOST);
            Decision.Accepted decision = (Decision.Accepted) book.decide(new Command.Advance(book.now()), effort);
            assertBounded(effort);
            decision.events().forEach(book::apply);
            starts = decision.events().stream()
                    .filter(Event.StartsEarly.class::isInstance)
                    .count();
            advances++;
        } while (starts > 0);
        assertThat(advances).isGreaterThan(2);
    }

    @Test
    void offers_areFewerWhenTheEffortIsSpent_andEachStillHolds() {
        Book book = busy();
        Job asked = job(90_000, 95_000, new Shape.Divisible(1, 10_000_000, new Work(2_000_000), 0));
        Wish wish = new Wish(20, Wish.Ranking.PHI, 1_000_000);
        List<Offer> all = book.offers(asked, wish);
        Effort little = Effort.of(2_000);
        List<Offer> some = book.offers(asked, wish, little);
        assertThat(some.size()).isLessThanOrEqualTo(all.size());
        for (Offer offer : some) {
            assertThat(book.decide(new Command.Reserve(offer.job()))).isInstanceOf(Decision.Accepted.class);
        }
        assertBounded(little);
    }

    @Test
    void withOutagesAhead_aBookingIsBounded() {
        Book book = busy();
        for (String pool : List.of("slow", "mid", "fast")) {
            book.submit(
                    new Command.Drain(new PoolId(pool), ServerSet.of(0, 1, 2, 3), new Window(300_000, 300_100), false));
        }
        assertThat(book.outages(new PoolId("fast"))).isNotEmpty();
        Effort effort = Effort.of(MOST);
        book.decide(
                new Command.Reserve(job(0, 120_000, new Shape.Divisible(1, 10_000_000, new Work(3_000_000), 0))),
                effort);
        assertBounded(effort);
    }

    @Test
    void roundThatIsTooLarge_isGoneOnWithInTheNext() {
        int requests = 10_000;
        Book book = busy();
        book.submit(new Command.SetRounds(new Rounds(100, new Rules(5, 3, Sorting.SHORTEST, new Excess.Discard()))));
        for (int i = 0; i < requests; i++) {
            book.submit(new Command.Enqueue(
                    job(0, 200_000, new Shape.Rigid(1, new Work(10))), new Priority(Priority.LEVELS / 2)));
        }
        Effort effort = Effort.of(MOST);
        Decision decision = book.decide(new Command.Advance(100), effort);
        assertBounded(effort);
        ((Decision.Accepted) decision).events().forEach(book::apply);
        assertThat(book.queued()).isNotEmpty().hasSizeLessThan(requests);
        book.submit(new Command.Advance(200));
        assertThat(book.queued()).isEmpty();
    }
}
