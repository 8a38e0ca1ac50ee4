package dev.berth.engine.book;

import dev.berth.engine.admission.Admission.Outcome;
import dev.berth.engine.agreement.Carbon;
import dev.berth.engine.agreement.CurveSums;
import dev.berth.engine.agreement.Tariff;
import dev.berth.engine.agreement.TimeCurve;
import dev.berth.engine.calendar.Query;
import dev.berth.engine.handout.Roster;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.Money;
import dev.berth.engine.model.Outage;
import dev.berth.engine.model.Placement;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.Prefer;
import dev.berth.engine.model.Refusal;
import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.ReservationId;
import dev.berth.engine.model.Window;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * The free place that a user prefers: the cheapest, the first to end, or the one that causes the least carbon dioxide. Nothing
 * that is booked moves in time for it.
 *
 * <p>In a pool the cost of a window rises or falls evenly between the starts at which one of its ends meets a step of the
 * curve, and a start becomes possible or impossible only where a booking or an outage ends, or where the window would run into
 * one that begins. The best start is therefore one of these, or an end of the interval. They are tried from the best on; the
 * first with a place is the best. What a search rules out is not searched again. If more than {@link #MOST_STARTS} come into
 * question, or {@link #MOST_SEARCHES} searches or the effort do not suffice, the best that was found by then is taken.
 */
final class PreferredPlace {
    static final int MOST_STARTS = 20_000;
    static final int MOST_SEARCHES = 2_000;

    /** Starts that cost as much to look at as a step of an effort. */
    private static final int STARTS_AT_ONCE = 20;

    private final State state;
    private final ReservationId id;
    private final Job job;
    private int searches;
    private @Nullable Found best;

    PreferredPlace(State state, ReservationId id, Job job) {
        this.state = state;
        this.id = id;
        this.job = job;
    }

    /**
     * A place with what it costs.
     *
     * @param cost what is preferred to be low: the price, the end, or grams
     */
    record Found(Outcome.Placed placed, long cost, Money price) {
        private static final Comparator<Found> BETTER = Comparator.comparingLong(Found::cost)
                .thenComparingLong(found -> found.window().end());

        private Window window() {
            return placed.reservation().window();
        }
    }

    /**
     * The best place that the budget allows; null if there is none, or nothing to go by. The cheapest place may be above
     * the budget: then no place is within it.
     */
    @Nullable
    Found find(Prefer prefer) {
        if (prefer != Prefer.SOON && state.tariffs.isEmpty()) {
            return null;
        }
        for (Roster roster : state.rosters.values()) {
            Pool pool = roster.pool();
            if (roster.joinedTo() != null || !job.requirements().match(pool)) {
                continue;
            }
            if (prefer == Prefer.CLEAN && carbon(pool.id()) == null) {
                continue;
            }
            int most = state.calendar.namesServers(pool.id()) && !pool.hasParts() ? 1 : pool.servers();
            for (int servers : OfferSearch.tried(job.shape(), most)) {
                if (isSpent()) {
                    return best;
                }
                if (prefer == Prefer.CHEAP || state.prices.allow(job, servers, pool.id())) {
                    search(prefer, roster, servers);
                }
            }
        }
        return best;
    }

    /** Refusal of what costs more than the budget even in the cheapest place; null if it does not. */
    static @Nullable Refusal overBudget(Job job, @Nullable Found cheapest) {
        Money budget = job.terms().budget();
        return cheapest == null || budget == null || !cheapest.price().isAbove(budget)
                ? null
                : new Refusal.OverBudget(
                        job.id(),
                        budget,
                        cheapest.price(),
                        cheapest.placed().reservation().placement().pool());
    }

    private boolean isSpent() {
        return searches >= MOST_SEARCHES || state.effort.isSpent();
    }

    private @Nullable Carbon carbon(PoolId pool) {
        Tariff tariff = state.tariffs.get(pool);
        return tariff == null ? null : tariff.carbon();
    }

    private @Nullable TimeCurve curve(Prefer prefer, PoolId pool) {
        Tariff tariff = state.tariffs.get(pool);
        Carbon carbon = carbon(pool);
        return switch (prefer) {
            case CHEAP -> tariff == null ? null : tariff.hours();
            case CLEAN -> carbon == null ? null : carbon.curve();
            case SOON -> null;
        };
    }

    private void search(Prefer prefer, Roster roster, int servers) {
        PoolId pool = roster.pool().id();
        Query query = Query.of(job, servers, state.now, Query.ANY_POOL);
        long duration = query.duration(roster.pool().rate());
        long latest = job.deadline() - duration;
        if (latest < query.earliest()) {
            return;
        }
        TimeCurve curve = curve(prefer, pool);
        if (curve == null) {
            searches++;
            found(prefer, state.placing.earliest(id, job, servers, state.now, pool));
            return;
        }
        TreeMap<Long, Long> taken = new TreeMap<>();
        for (Start start : starts(prefer, roster, servers, new Interval(curve, query.earliest(), latest, duration))) {
            Map.Entry<Long, Long> known = taken.floorEntry(start.time());
            if (known != null && start.time() < known.getValue()) {
                continue;
            }
            if (isSpent()) {
                return;
            }
            searches++;
            Placement place = state.calendar.findEarliest(pool, query.from(start.time()));
            long free = place == null ? latest + 1 : place.window().start();
            if (place == null || free > start.time()) {
                taken.merge(start.time(), free, Math::max);
            } else if (found(
                    prefer, state.placing.asPlaced(Reservation.waiting(id, job, place, state.now), state.now))) {
                return;
            }
        }
    }

    /** A start and what the window from it on costs, in money or in grams. */
    private record Start(long time, long cost) {}

    /** Starts of windows of a duration, under a curve. */
    private record Interval(TimeCurve curve, long earliest, long latest, long duration) {
        CurveSums sums() {
            return new CurveSums(curve, earliest, latest + duration);
        }
    }

    /** Starts that come into question, the best first. */
    private Start[] starts(Prefer prefer, Roster roster, int servers, Interval interval) {
        long duration = interval.duration();
        CurveSums sums = interval.sums();
        LongStream turns = Arrays.stream(sums.turns(interval.earliest(), interval.latest(), duration));
        LongStream.Builder edges = LongStream.builder();
        // A licence may come free in another pool.
        Collection<Roster> concerned =
                job.requirements().licences().isEmpty() ? List.of(roster) : state.rosters.values();
        for (Roster each : concerned) {
            each.waiting().forEach(booked -> edges(booked.window(), duration, edges));
            each.bound().forEach(booked -> edges(booked.window(), duration, edges));
            each.running().forEach(booked -> edges(booked.window(), duration, edges));
            for (Outage outage : each.outages()) {
                edges(outage.window(), duration, edges);
            }
        }
        Function<BigInteger, Long> cost = cost(prefer, roster.pool(), servers, duration);
        Start[] starts = LongStream.concat(
                        turns, edges.build().filter(time -> time > interval.earliest() && time < interval.latest()))
                .distinct()
                .limit(MOST_STARTS)
                .mapToObj(time -> new Start(time, cost.apply(sums.between(time, time + duration))))
                .sorted(Comparator.comparingLong(Start::cost).thenComparingLong(Start::time))
                .toArray(Start[]::new);
        state.effort.spend(1 + (starts.length + sums.size()) / STARTS_AT_ONCE);
        return starts;
    }

    /** Cost of a window, by the sum of the curve over it. */
    private Function<BigInteger, Long> cost(Prefer prefer, Pool pool, int servers, long duration) {
        Tariff tariff = state.tariffs.get(pool.id());
        Carbon carbon = carbon(pool.id());
        if (prefer == Prefer.CLEAN && tariff != null && carbon != null) {
            int part = tariff.part(job.requirements().slice(), pool.parts());
            return sum -> carbon.grams(sum, servers, part, tariff.hour());
        }
        IntFunction<Money> price = state.prices.byFactor(job, servers, pool.id());
        return sum -> price.apply(sum.divide(BigInteger.valueOf(duration)).intValueExact())
                .millionths();
    }

    private static void edges(Window window, long duration, LongStream.Builder edges) {
        edges.add(window.end());
        edges.add(window.start() - duration);
    }

    /** Whether there is a place that the budget allows. */
    private boolean found(Prefer prefer, Outcome.@Nullable Placed placed) {
        if (placed == null) {
            return false;
        }
        Placement placement = placed.reservation().placement();
        Money price = state.prices.priceAt(
                state.prices.factor(placement), job, placement.count(), placement.pool(), state.now);
        Money budget = job.terms().budget();
        if (prefer != Prefer.CHEAP && budget != null && price.isAbove(budget)) {
            return false;
        }
        long cost = switch (prefer) {
            case CHEAP -> price.millionths();
            case SOON -> placement.window().end();
            case CLEAN -> state.prices.grams(placement);
        };
        Found found = new Found(placed, cost, price);
        if (best == null || Found.BETTER.compare(found, Objects.requireNonNull(best)) < 0) {
            best = found;
        }
        return true;
    }
}
