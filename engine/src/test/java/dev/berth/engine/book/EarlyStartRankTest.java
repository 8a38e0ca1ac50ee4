package dev.berth.engine.book;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.engine.calendar.Scenario;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.Placement;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.ReservationId;
import dev.berth.engine.model.ServerSet;
import dev.berth.engine.model.Terms;
import dev.berth.engine.model.Window;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Early starts compared with those found by hand: at every instant every waiting reservation is looked at, servers are counted
 * instant by instant, and the first by rank that fits starts, until none fits.
 */
class EarlyStartRankTest {
    private static final int SCENARIOS = 1_000;

    /** Notice first, because who needs none can start now; then who has to start soonest. */
    private static final Comparator<Reservation> RANK = Comparator.comparingLong(EarlyStartRankTest::notice)
            .thenComparingLong(r -> r.job().deadline() - r.window().length())
            .thenComparingLong(r -> r.window().start())
            .thenComparing(Reservation::id);

    private static long notice(Reservation reservation) {
        return reservation.job().terms().leastNotice();
    }

    private record Early(ReservationId reservation, Placement placement) {}

    @ParameterizedTest
    @ValueSource(strings = {"earliest", "level", "prompt"})
    void whoStartsEarly_isWhoWouldByHand(String policy) {
        int starts = 0;
        int elsewhere = 0;
        for (long seed = 1; seed <= SCENARIOS; seed++) {
            Scenario scenario = new Scenario(seed, true);
            Book book = new Book(policy);
            scenario.pools.forEach(pool -> book.submit(new Command.AddPool(pool)));
            int steps = scenario.steps();
            for (int step = 0; step < steps; step++) {
                scenario.now = book.now();
                ask(book, scenario, step);
                Map<ReservationId, PoolId> pools = open(book).stream()
                        .collect(Collectors.toMap(
                                Reservation::id, r -> r.placement().pool()));
                List<Early> byHand = byHand(book);
                List<Early> told = advance(book);
                assertThat(told)
                        .as("policy %s, seed %d, step %d, time %d", policy, seed, step, book.now())
                        .isEqualTo(byHand);
                starts += told.size();
                elsewhere += (int) told.stream()
                        .filter(early -> !early.placement.pool().equals(pools.get(early.reservation)))
                        .count();
            }
        }
        assertThat(starts).isGreaterThan(SCENARIOS / 4);
        assertThat(elsewhere).isPositive();
    }

    private static void ask(Book book, Scenario scenario, int step) {
        for (int i = 0; i < 3; i++) {
            Job job = scenario.job(10 * step + i);
            switch (scenario.random.nextInt(6)) {
                case 0 -> book.submit(new Command.Reserve(job));
                case 1 ->
                    book.submit(new Command.Reserve(job.under(Terms.NONE.whenFree(1 + scenario.random.nextInt(4)))));
                default -> book.submit(new Command.Reserve(job.whenFree()));
            }
        }
        List<Reservation> open = open(book);
        if (!open.isEmpty() && scenario.random.nextInt(3) == 0) {
            ReservationId id = open.get(scenario.random.nextInt(open.size())).id();
            book.submit(scenario.random.nextBoolean() ? new Command.Cancel(id) : new Command.Finish(id));
        }
    }

    private static List<Early> advance(Book book) {
        List<Early> early = new ArrayList<>();
        Decision.Accepted accepted = (Decision.Accepted) book.submit(new Command.Advance(book.now() + 1));
        for (Event event : accepted.events()) {
            if (event instanceof Event.StartsEarly e) {
                early.add(new Early(e.reservation().id(), e.reservation().placement()));
            }
        }
        return early;
    }

    private static List<Reservation> open(Book book) {
        return book.reservations().stream()
                .sorted(Comparator.comparing(Reservation::id))
                .toList();
    }

    /** Early starts at the present instant, and then at the next one. */
    private static List<Early> byHand(Book book) {
        List<Reservation> all = new ArrayList<>(open(book));
        List<Early> early = new ArrayList<>();
        startAll(book, all, book.now(), early);
        startAll(book, all, book.now() + 1, early);
        return early;
    }

    private static void startAll(Book book, List<Reservation> all, long now, List<Early> early) {
        for (Optional<Reservation> next = first(book, all, now); next.isPresent(); next = first(book, all, now)) {
            Reservation started = next.get();
            all.replaceAll(r -> r.id().equals(started.id()) ? started : r);
            early.add(new Early(started.id(), started.placement()));
        }
    }

    private static Optional<Reservation> first(Book book, List<Reservation> all, long now) {
        return all.stream()
                .filter(r -> r.isWaiting() && r.job().terms().notice() != null)
                .sorted(RANK)
                .flatMap(r -> placed(book, all, r, now + notice(r)).stream())
                .findFirst();
    }

    /** Places it in its own pool if it fits there, else in the first pool that it accepts and in which it ends no later. */
    private static Optional<Reservation> placed(Book book, List<Reservation> all, Reservation waits, long at) {
        if (waits.window().start() <= at || waits.job().ready() > at) {
            return Optional.empty();
        }
        List<Pool> pools = new ArrayList<>(book.pools());
        pools.sort(
                Comparator.comparing(pool -> !pool.id().equals(waits.placement().pool())));
        for (Pool pool : pools) {
            boolean own = pool.id().equals(waits.placement().pool());
            int count = waits.placement().count();
            Window window = new Window(at, at + waits.job().shape().duration(count, pool.rate()));
            boolean accepted = own
                    || (waits.job().requirements().match(pool)
                            && window.end() <= waits.window().end());
            if (accepted && isFree(pool, window, count, all, waits)) {
                return Optional.of(waits.withPlacement(new Placement(pool.id(), count, window, ServerSet.EMPTY)));
            }
        }
        return Optional.empty();
    }

    private static boolean isFree(Pool pool, Window window, int count, List<Reservation> all, Reservation without) {
        for (long t = window.start(); t < window.end(); t++) {
            int busy = 0;
            for (Reservation other : all) {
                Window taken = other.window();
                if (!other.id().equals(without.id())
                        && other.placement().pool().equals(pool.id())
                        && taken.start() <= t
                        && t < taken.end()) {
                    busy += other.placement().count();
                }
            }
            if (busy + count > pool.servers()) {
                return false;
            }
        }
        return true;
    }
}
