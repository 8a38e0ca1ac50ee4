package dev.berth.engine.book;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.engine.agreement.Carbon;
import dev.berth.engine.agreement.Tariff;
import dev.berth.engine.agreement.TimeCurve;
import dev.berth.engine.agreement.TimeCurve.Step;
import dev.berth.engine.book.Decision.Accepted;
import dev.berth.engine.calendar.Effort;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.Money;
import dev.berth.engine.model.Part;
import dev.berth.engine.model.Parts;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.Prefer;
import dev.berth.engine.model.Requirements;
import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.Slice;
import dev.berth.engine.model.Window;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The preferred window, compared with one found by trying every start of every pool. */
class PreferTest {
    @ParameterizedTest
    @ValueSource(strings = {"prompt", "earliest", "level", "ff-ha-plus"})
    void preferred_isTheBestOfAllWindowsThatAreFree(String policy) {
        Map<Prefer, Integer> found = new EnumMap<>(Prefer.class);
        for (long seed = 1; seed <= 250; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            boolean parts = random.nextInt(3) == 0;
            Book book = filled(policy, random, parts);
            for (Prefer prefer : Prefer.values()) {
                long ready = random.nextInt(60);
                Job job = Job.of("a", ready, 2 + random.nextInt(30), ready + 20 + random.nextInt(120));
                job = parts && random.nextBoolean() ? job.requiring(slice(random)) : job;
                Optional<Long> best = byHand(book, job, prefer);
                Decision decision =
                        book.decide(new Command.Reserve(job.under(job.terms().preferring(prefer))));
                String where = "seed %d, %s, %s, %s".formatted(seed, policy, prefer, job);
                if (best.isPresent()) {
                    Reservation reservation = ((Accepted) decision).reservation();
                    assertThat(cost(prefer, reservation)).as(where).isEqualTo(best.get());
                    found.merge(prefer, 1, Integer::sum);
                }
            }
        }
        for (Prefer prefer : Prefer.values()) {
            assertThat(found.get(prefer)).as("windows compared, %s", prefer).isGreaterThan(100);
        }
    }

    private static long cost(Prefer prefer, Reservation reservation) {
        return switch (prefer) {
            case CHEAP -> reservation.agreement().price().millionths();
            case SOON -> reservation.window().end();
            case CLEAN -> reservation.agreement().conditions().grams();
        };
    }

    private static Optional<Long> byHand(Book book, Job job, Prefer prefer) {
        Long best = null;
        for (Pool pool : book.pools()) {
            if (prefer == Prefer.CLEAN
                    && book.tariff(pool.id()).map(Tariff::carbon).isEmpty()) {
                continue;
            }
            long duration = job.shape().duration(1, pool.rate());
            for (long start = Math.max(job.ready(), book.now()); start + duration <= job.deadline(); start++) {
                Job exact =
                        job.requiring(job.requirements().withPool(pool.id())).within(start, start + duration);
                if (book.decide(new Command.Reserve(exact)) instanceof Accepted accepted
                        && accepted.events().size() == 1) {
                    long each = cost(prefer, accepted.reservation());
                    best = best == null ? each : Math.min(best, each);
                }
            }
        }
        return Optional.ofNullable(best);
    }

    private static Requirements slice(SplittableRandom random) {
        return Requirements.slice(Slice.of(Map.of("cores", 1L + random.nextInt(4))));
    }

    private static Book filled(String policy, SplittableRandom random, boolean parts) {
        Book book = new Book(policy);
        for (int i = 0; i < 2; i++) {
            Pool pool = new Pool("p" + i, 1 + random.nextInt(3), i == 0 ? "1" : "0.5");
            book.submit(new Command.AddPool(parts ? pool.withParts(Parts.of(Part.amount("cores", 4))) : pool));
            if (random.nextInt(5) > 0) {
                book.submit(new Command.SetTariff(
                        pool.id(),
                        Tariff.flat(Money.of("10"), 10)
                                .withCurves(
                                        random.nextInt(5) > 0 ? curve(random, 3_000_000) : null,
                                        random.nextInt(5) > 0 ? new Carbon(1_000_000, curve(random, 900)) : null)));
            }
        }
        for (int left = random.nextInt(12); left > 0; left--) {
            long start = random.nextInt(140);
            Job job = Job.exactly("x", new Window(start, start + 1 + random.nextInt(40)), 1);
            book.submit(new Command.Reserve(parts && random.nextBoolean() ? job.requiring(slice(random)) : job));
        }
        book.submit(new Command.Advance(random.nextInt(30)));
        return book;
    }

    private static TimeCurve curve(SplittableRandom random, int most) {
        List<Step> steps = new ArrayList<>();
        long time = random.nextInt(40);
        for (int left = 1 + random.nextInt(8); left > 0; left--) {
            steps.add(new Step(time, random.nextInt(most)));
            time += 1 + random.nextInt(30);
        }
        return new TimeCurve(steps, time, most / 2);
    }

    @Test
    void withoutTariffs_thePolicyChooses_alsoWhereNobodyKnowsTheCarbon() {
        Book book = new Book("level");
        book.submit(new Command.AddPool(new Pool("p", 2, "1")));
        Job job = Job.of("a", 5, 10, 60);
        Window usual =
                ((Accepted) book.decide(new Command.Reserve(job))).reservation().window();
        for (Prefer prefer : List.of(Prefer.CHEAP, Prefer.CLEAN)) {
            assertThat(((Accepted) book.decide(
                                    new Command.Reserve(job.under(job.terms().preferring(prefer)))))
                            .reservation()
                            .window())
                    .isEqualTo(usual);
        }
        book.submit(new Command.SetTariff(new PoolId("p"), Tariff.flat(Money.of("1"), 10)));
        assertThat(((Accepted) book.decide(
                                new Command.Reserve(job.under(job.terms().preferring(Prefer.CLEAN)))))
                        .reservation()
                        .window())
                .isEqualTo(usual);
    }

    @Test
    void search_isBoundedByItsEffort() {
        Book book = new Book("prompt");
        book.submit(new Command.AddPool(new Pool("p", 1, "1")));
        List<Step> steps = new ArrayList<>();
        for (int i = 0; i < 5_000; i++) {
            steps.add(new Step(10L * i, i % 7 * 100_000));
        }
        book.submit(new Command.SetTariff(
                new PoolId("p"),
                Tariff.flat(Money.of("1"), 10).withCurves(new TimeCurve(steps, 50_000, 1_000_000), null)));
        for (int i = 0; i < 2_400; i++) {
            book.submit(new Command.Reserve(Job.exactly("x", new Window(20L * i, 20L * i + 13), 1)));
        }
        Job job = Job.of("a", 0, 9, 60_000).under(Job.of("a", 0, 1, 1).terms().preferring(Prefer.CHEAP));
        Effort effort = Effort.of(3_000);
        Decision decision = book.decide(new Command.Reserve(job), effort);
        assertThat(decision).isInstanceOf(Accepted.class);
        assertThat(effort.spent()).isLessThan(20_000);
    }
}
