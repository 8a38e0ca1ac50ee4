package dev.berth.engine.admission;

import dev.berth.engine.calendar.Calendar;
import dev.berth.engine.calendar.Query;
import dev.berth.engine.handout.Naming;
import dev.berth.engine.handout.Roster;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.Placement;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.Refusal;
import dev.berth.engine.model.Requirements;
import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.ReservationId;
import dev.berth.engine.model.ServerSet;
import dev.berth.engine.model.Shape;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.PrimitiveIterator;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Direct admission: a job goes where the calendar says, and nothing that is booked moves in time. Where outages are
 * planned the placement must also find servers; if the calendar's own choice does not, the earliest start in that pool
 * that does is taken, and failing that the next pool.
 */
public final class Placing {
    private final String policy;
    private final Calendar calendar;
    private final Map<PoolId, Roster> rosters;

    public Placing(String policy, Calendar calendar, Map<PoolId, Roster> rosters) {
        this.policy = policy;
        this.calendar = calendar;
        this.rosters = rosters;
    }

    /** Where the job goes, or why it goes nowhere. */
    public sealed interface Outcome {
        /** The reservation to be, and other tentative servers for some that wait. */
        record Placed(Reservation reservation, Map<ReservationId, ServerSet> renamed) implements Outcome {}

        record Refused(Refusal refusal) implements Outcome {}
    }

    public Outcome place(ReservationId id, Job job, long now) {
        Outcome.Placed placed = find(id, job, now, eligible(job));
        return placed != null ? placed : new Outcome.Refused(explain(job, now));
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
        Shape shape = job.shape();
        if (!shape.isMoldable()) {
            return find(id, job, shape.fewest(), now, eligible);
        }
        PrimitiveIterator.OfInt counts = shape.counts().iterator();
        while (counts.hasNext()) {
            Outcome.Placed placed = find(id, job, counts.nextInt(), now, eligible);
            if (placed != null) {
                return placed;
            }
        }
        return null;
    }

    private Outcome.@Nullable Placed find(ReservationId id, Job job, int servers, long now, Predicate<PoolId> anyOf) {
        Predicate<PoolId> eligible = anyOf;
        Placement found = calendar.find(Query.of(job, servers, now, eligible));
        while (found != null) {
            Outcome.Placed placed = withServers(Reservation.waiting(id, job, found, now), now);
            if (placed != null) {
                return placed;
            }
            PoolId without = found.pool();
            eligible = eligible.and(pool -> !pool.equals(without));
            found = calendar.find(Query.of(job, servers, now, eligible));
        }
        return null;
    }

    /** Where the calendar would put the job, planned outages left out of account; null if nowhere. */
    public @Nullable Placement findCounted(Job job, long now) {
        Predicate<PoolId> eligible = eligible(job);
        if (!job.shape().isMoldable()) {
            return calendar.find(Query.of(job, now, eligible));
        }
        PrimitiveIterator.OfInt counts = job.shape().counts().iterator();
        while (counts.hasNext()) {
            Placement found = calendar.find(Query.of(job, counts.nextInt(), now, eligible));
            if (found != null) {
                return found;
            }
        }
        return null;
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

    /** Whether counting suffices, or the reservation needs its servers named in advance. */
    private boolean counted(Roster roster, Reservation reservation, long now) {
        return calendar.namesServers() || reservation.window().start() >= roster.namedUntil(now);
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

    private static Outcome.@Nullable Placed named(Roster roster, Reservation reservation, long now) {
        Map<ReservationId, ServerSet> servers = Naming.admit(roster, reservation, now);
        if (servers == null) {
            return null;
        }
        ServerSet own = servers.getOrDefault(reservation.id(), ServerSet.EMPTY);
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
        for (long from = query.earliest(); from <= latest; ) {
            Placement free = calendar.findEarliest(pool, query.from(from));
            if (free == null || free.window().start() >= counted) {
                return free;
            }
            long start = free.window().start();
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
        PoolId named = job.requirements().pool();
        if (named != null && !rosters.containsKey(named)) {
            return new Refusal.UnknownPool(named, Set.copyOf(rosters.keySet()));
        }
        List<Pool> matching = rosters.values().stream()
                .map(Roster::pool)
                .filter(job.requirements()::match)
                .toList();
        if (matching.isEmpty()) {
            return new Refusal.NoMatchingPool(job.id(), job.requirements(), Set.copyOf(rosters.keySet()));
        }
        Pool largest =
                matching.stream().max(Comparator.comparingInt(Pool::servers)).orElseThrow();
        if (job.servers() > largest.servers()) {
            return new Refusal.TooManyServers(job.id(), job.servers(), largest.id(), largest.servers());
        }
        Pool fastest = matching.stream()
                .filter(pool -> pool.servers() >= job.servers())
                .max(Comparator.comparing(Pool::rate))
                .orElseThrow();
        long earliest = Math.max(job.ready(), now);
        long earliestEnd = earliest
                + job.shape()
                        .counts()
                        .filter(servers -> servers <= fastest.servers())
                        .mapToLong(servers -> job.shape().duration(servers, fastest.rate()))
                        .min()
                        .orElseThrow();
        if (earliestEnd > job.deadline()) {
            return new Refusal.DeadlineImpossible(job.id(), job.deadline(), earliestEnd, fastest.id());
        }
        if (calendar.namesServers() && job.servers() > 1) {
            return new Refusal.SingleServerOnly(job.id(), job.servers(), policy);
        }
        return new Refusal.NoCapacity(
                job.id(),
                job.servers(),
                earliest,
                job.deadline(),
                matching.stream().map(Pool::id).toList());
    }
}
