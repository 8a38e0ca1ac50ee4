package dev.berth.engine.admission;

import dev.berth.engine.admission.Admission.Outcome;
import dev.berth.engine.agreement.Prices;
import dev.berth.engine.calendar.Calendar;
import dev.berth.engine.calendar.Effort;
import dev.berth.engine.calendar.Query;
import dev.berth.engine.calendar.Repacking;
import dev.berth.engine.handout.Naming;
import dev.berth.engine.handout.Roster;
import dev.berth.engine.model.Amounts;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.Money;
import dev.berth.engine.model.Placement;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.Refusal;
import dev.berth.engine.model.Requirements;
import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.ReservationId;
import dev.berth.engine.model.ServerSet;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Direct admission: a job goes where the calendar says, and nothing that is booked moves in time. Where outages are
 * planned the placement must also find servers; if the calendar's own choice does not, the earliest start in that pool
 * that does is taken, and failing that the next pool. Pools over the job's budget are passed over.
 */
public final class Placing {
    private final Calendar calendar;
    private final Map<PoolId, Roster> rosters;
    private final boolean earlyStarts;
    private final Prices prices;
    private final Supplier<Effort> effort;
    private final LongSupplier lineEnds;
    private final ClearedHosts cleared;
    private final PlacingRefusals refusals;

    public Placing(String policy, Calendar calendar, Map<PoolId, Roster> rosters) {
        this(policy, calendar, rosters, false, Prices.FREE, Effort::unlimited, () -> Amounts.NONE, () -> Query.NO_LINE);
    }

    /**
     * One that gives up when the effort is spent.
     *
     * @param earlyStarts whether the book starts what its terms allow as soon as servers are free
     * @param effort what the decision that is being made may cost
     * @param licences of the site
     * @param lineEnds latest start of the last in line, as a {@link Query} has it
     */
    public Placing(
            String policy,
            Calendar calendar,
            Map<PoolId, Roster> rosters,
            boolean earlyStarts,
            Prices prices,
            Supplier<Effort> effort,
            Supplier<Amounts> licences,
            LongSupplier lineEnds) {
        this.calendar = calendar;
        this.rosters = rosters;
        this.earlyStarts = earlyStarts;
        this.prices = prices;
        this.effort = effort;
        this.lineEnds = lineEnds;
        this.cleared = new ClearedHosts(calendar, rosters, prices, effort);
        this.refusals = new PlacingRefusals(policy, calendar, rosters, licences);
    }

    public Outcome place(ReservationId id, Job job, long now) {
        Outcome.Placed placed = find(id, job, now, eligible(job));
        if (placed != null) {
            return placed;
        }
        Outcome.Placed onOthers = cleared.find(id, job, now);
        if (onOthers != null) {
            return onOthers;
        }
        if (effort.get().isSpent()) {
            return new Outcome.Unplaced(new Refusal.TooCostly(effort.get().most()));
        }
        Refusal overBudget = overBudget(id, job, now);
        return new Outcome.Unplaced(overBudget != null ? overBudget : explain(job, now));
    }

    /** The waiting reservations of a pool that go to other hosts or devices. */
    public static List<Reservation> repacked(Roster roster, Repacking repacking) {
        return ClearedHosts.repacked(roster, repacking);
    }

    /** The reservation at its own time on the same hosts or others, if there is room; null if not. */
    public Outcome.@Nullable Placed sameTime(Reservation reservation) {
        Placement before = reservation.placement();
        Placement placement = calendar.isFree(before) ? before : calendar.sameTime(before, any -> true);
        return placement == null ? null : new Outcome.Placed(reservation.withPlacement(placement), Map.of());
    }

    /**
     * The reservation at its own time on other hosts of its pool, if need be with others that wait on other hosts as well; null if
     * there is no room.
     */
    public Outcome.@Nullable Placed atItsTime(Reservation reservation, long now) {
        Outcome.Placed same = sameTime(reservation);
        return same != null
                ? same
                : cleared.atItsTime(reservation, roster(reservation.placement().pool()), now);
    }

    /**
     * The refusal that names the cheapest of all placements, or of those that were looked at before the effort was spent;
     * null if it is not the price that stands in the way.
     */
    private @Nullable Refusal overBudget(ReservationId id, Job job, long now) {
        Money budget = job.terms().budget();
        if (budget == null) {
            return null;
        }
        Job unlimited = job.under(job.terms().withBudget(null));
        Prices steady = prices.asOfNow(job);
        Refusal.OverBudget cheapest = null;
        for (Pool pool : matching(job, Query.ANY_POOL)) {
            Counts counts = new Counts(calendar, List.of(pool), job, now);
            for (int servers = counts.first(); servers > 0 && !effort.get().isSpent(); servers = counts.next()) {
                Money price = steady.of(job, servers, pool.id());
                if ((cheapest == null || cheapest.cheapest().isAbove(price))
                        && find(id, unlimited, servers, now, pool.id()::equals, Prices.FREE) != null) {
                    cheapest = new Refusal.OverBudget(job.id(), budget, price, pool.id());
                }
            }
        }
        return cheapest;
    }

    /** The lowest price at which a pool could take the job on its fewest servers; nothing if none could. */
    public Money leastPrice(Job job) {
        return matching(job, Query.ANY_POOL).stream()
                .filter(pool -> pool.servers() >= job.servers())
                .map(pool -> prices.of(job, job.servers(), pool.id()))
                .min(Comparator.naturalOrder())
                .orElse(Money.ZERO);
    }

    private List<Pool> matching(Job job, Predicate<PoolId> eligible) {
        List<Pool> matching = new ArrayList<>(rosters.size());
        for (Roster roster : rosters.values()) {
            if (job.requirements().match(roster.pool())
                    && eligible.test(roster.pool().id())) {
                matching.add(roster.pool());
            }
        }
        return matching;
    }

    /** The pools that a job accepts. */
    public Predicate<PoolId> eligible(Job job) {
        Requirements wanted = job.requirements();
        return wanted.isEmpty()
                ? Query.ANY_POOL
                : pool -> wanted.match(roster(pool).pool());
    }

    /** Where the job goes within these pools; null if nowhere. */
    public Outcome.@Nullable Placed find(ReservationId id, Job job, long now, Predicate<PoolId> eligible) {
        if (!job.shape().isMoldable()) {
            return find(id, job, job.shape().fewest(), now, eligible, prices);
        }
        Prices steady = job.terms().budget() == null ? prices : prices.asOfNow(job);
        Counts counts = new Counts(calendar, matching(job, eligible), job, now);
        for (int servers = counts.first(); servers > 0 && !effort.get().isSpent(); servers = counts.next()) {
            Outcome.Placed placed = find(id, job, servers, now, eligible, steady);
            if (placed != null) {
                return placed;
            }
        }
        return null;
    }

    private Outcome.@Nullable Placed find(
            ReservationId id, Job job, int servers, long now, Predicate<PoolId> anyOf, Prices priced) {
        Predicate<PoolId> eligible =
                job.terms().budget() == null ? anyOf : anyOf.and(pool -> priced.allow(job, servers, pool));
        Placement found = calendar.find(query(job, servers, now, eligible));
        while (found != null) {
            Outcome.Placed placed = withServers(Reservation.waiting(id, job, found, now), now);
            if (placed != null) {
                return placed;
            }
            PoolId without = found.pool();
            eligible = eligible.and(pool -> !pool.equals(without));
            found = calendar.find(query(job, servers, now, eligible));
        }
        return null;
    }

    /** Where the calendar would put the job, planned outages left out of account; null if nowhere. */
    public @Nullable Placement findCounted(Job job, long now) {
        return findCountedWithout(job, now, List.of());
    }

    /** The same, if these bookings were not there. */
    public @Nullable Placement findCountedWithout(Job job, long now, List<Placement> absent) {
        Predicate<PoolId> eligible = eligible(job);
        if (!job.shape().isMoldable()) {
            return findWithout(query(job, job.shape().fewest(), now, eligible), absent);
        }
        // Numbers that cannot fit are passed over by how free the pools are, which takes the calendar as it would be.
        absent.forEach(calendar::release);
        try {
            Counts counts = new Counts(calendar, matching(job, eligible), job, now);
            for (int servers = counts.first(); servers > 0 && !effort.get().isSpent(); servers = counts.next()) {
                Placement found = calendar.find(query(job, servers, now, eligible));
                if (found != null) {
                    return found;
                }
            }
            return null;
        } finally {
            absent.forEach(calendar::book);
        }
    }

    private Query query(Job job, int servers, long now, Predicate<PoolId> eligible) {
        Query query = Query.of(job, servers, now, eligible);
        return earlyStarts && job.terms().notice() != null
                ? query.startingEarly(true).behind(lineEnds.getAsLong())
                : query;
    }

    private @Nullable Placement findWithout(Query query, List<Placement> absent) {
        return absent.isEmpty() ? calendar.find(query) : calendar.findWithout(query, absent);
    }

    /** The reservation as it is placed, if the calendar and the planned outages allow it; null if not. */
    public Outcome.@Nullable Placed asPlaced(Reservation reservation, long now) {
        if (!calendar.isFree(reservation.placement())) {
            return null;
        }
        Roster roster = roster(reservation.placement().pool());
        return counted(roster, reservation, now)
                ? new Outcome.Placed(reservation, Map.of())
                : named(roster, reservation, now);
    }

    /**
     * The reservation as it is placed, which the calendar allows, on servers that nobody else is named; null if there are none.
     * Nobody is given other servers for it.
     */
    public @Nullable Reservation beside(Reservation reservation, long now) {
        Roster roster = roster(reservation.placement().pool());
        if (counted(roster, reservation, now)) {
            return reservation;
        }
        ServerSet servers = Naming.beside(roster, reservation, now, effort.get());
        return servers == null ? null : reservation.withServers(servers);
    }

    /**
     * Earliest placement in one pool on this many servers; null if the job would end after the deadline. A pool whose servers are
     * named when they are booked takes one server at a time.
     */
    public Outcome.@Nullable Placed earliest(ReservationId id, Job job, int servers, long now, PoolId pool) {
        Roster roster = roster(pool);
        if (servers > 1 && calendar.namesServers(pool) && !roster.pool().hasParts()) {
            return null;
        }
        Placement found = calendar.namesServers(pool)
                ? calendar.findEarliest(pool, Query.of(job, servers, now, Query.ANY_POOL))
                : earliestBeside(roster, job, servers, now);
        return found == null ? null : asPlaced(Reservation.waiting(id, job, found, now), now);
    }

    /** Whether the job would end too late even if nothing else were booked. */
    public boolean isHopeless(Job job, long now) {
        long longest = job.deadline() - Math.max(job.ready(), now);
        return rosters.values().stream()
                .map(Roster::pool)
                .filter(job.requirements()::match)
                .noneMatch(pool -> {
                    int quickest = job.shape().quickest(pool.servers());
                    return quickest > 0 && job.shape().duration(quickest, pool.rate()) <= longest;
                });
    }

    /** Whether counting suffices, or the reservation needs its servers named in advance. */
    private boolean counted(Roster roster, Reservation reservation, long now) {
        return calendar.namesServers(roster.pool().id()) || reservation.window().start() >= roster.namedUntil(now);
    }

    /** Effort of the decision under way. */
    public Effort effort() {
        return effort.get();
    }

    /** The rate of a pool, in millionths. */
    public int rate(PoolId pool) {
        return roster(pool).pool().rate().millionths();
    }

    private Roster roster(PoolId pool) {
        Roster roster = rosters.get(pool);
        if (roster == null) {
            throw new IllegalArgumentException("no pool " + pool + " on this site");
        }
        return roster;
    }

    private Outcome.@Nullable Placed withServers(Reservation reservation, long now) {
        Roster roster = roster(reservation.placement().pool());
        if (counted(roster, reservation, now)) {
            return new Outcome.Placed(reservation, Map.of());
        }
        Outcome.Placed placed = named(roster, reservation, now);
        if (placed != null) {
            return placed;
        }
        Placement beside = earliestBeside(
                roster, reservation.job(), reservation.placement().count(), now);
        if (beside == null) {
            return null;
        }
        Reservation later = reservation.withPlacement(beside);
        return counted(roster, later, now) ? new Outcome.Placed(later, Map.of()) : named(roster, later, now);
    }

    private Outcome.@Nullable Placed named(Roster roster, Reservation reservation, long now) {
        Map<ReservationId, ServerSet> servers = Naming.admit(roster, reservation, now, effort.get());
        if (servers == null) {
            return null;
        }
        // Left out if it keeps the servers it is named.
        ServerSet own =
                servers.getOrDefault(reservation.id(), reservation.placement().servers());
        Map<ReservationId, ServerSet> others = new LinkedHashMap<>(servers);
        others.remove(reservation.id());
        return new Outcome.Placed(reservation.withServers(own), others);
    }

    /** The earliest placement that the count allows and that has servers free beside what is named already. */
    private @Nullable Placement earliestBeside(Roster roster, Job job, int servers, long now) {
        PoolId pool = roster.pool().id();
        Query query = Query.of(job, servers, now, Query.ANY_POOL);
        long duration = query.duration(roster.pool().rate());
        long latest = job.deadline() - duration;
        long counted = roster.namedUntil(now);
        for (long from = query.earliest(); from <= latest && !effort.get().isSpent(); ) {
            Placement free = calendar.findEarliest(pool, query.from(from));
            if (free == null || free.window().start() >= counted) {
                return free;
            }
            long start = free.window().start();
            effort.get().spend(Naming.stepsBeside(roster));
            long beside = Naming.firstStartBeside(roster, now, start, latest, duration, servers);
            if (beside == start) {
                return free;
            }
            from = beside < 0 ? counted : Math.min(beside, counted);
        }
        return null;
    }

    /** Why no pool takes the job: the first of the rules that it breaks, the scarcity of capacity last. */
    public Refusal explain(Job job, long now) {
        return refusals.explain(job, now, eligible(job));
    }
}
