package dev.berth.engine.admission;

import dev.berth.engine.admission.Admission.Outcome;
import dev.berth.engine.agreement.Prices;
import dev.berth.engine.calendar.Calendar;
import dev.berth.engine.calendar.Effort;
import dev.berth.engine.calendar.Query;
import dev.berth.engine.calendar.Repacking;
import dev.berth.engine.handout.Roster;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.Placement;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.ReservationId;
import dev.berth.engine.model.Shape;
import dev.berth.engine.model.Window;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Places on hosts with parts that others make room for: reservations that wait there go to other hosts, all at their own times.
 * Looked for only where a job finds no place otherwise.
 */
final class ClearedHosts {
    /** Numbers of servers of a moldable job for which hosts are cleared. */
    private static final int MOST_COUNTS = 4;

    private final Calendar calendar;
    private final Map<PoolId, Roster> rosters;
    private final Prices prices;
    private final Supplier<Effort> effort;

    ClearedHosts(Calendar calendar, Map<PoolId, Roster> rosters, Prices prices, Supplier<Effort> effort) {
        this.calendar = calendar;
        this.rosters = rosters;
        this.prices = prices;
        this.effort = effort;
    }

    /** Where the job goes if others that wait go to other hosts at their own times; null if nowhere. */
    Outcome.@Nullable Placed find(ReservationId id, Job job, long now) {
        if (!calendar.hasHosts()) {
            return null;
        }
        for (Roster roster : bySpeed()) {
            Pool pool = roster.pool();
            if (!pool.hasParts() || !job.requirements().match(pool)) {
                continue;
            }
            for (int servers : job.shape().counts().limit(MOST_COUNTS).toArray()) {
                if (effort.get().isSpent()) {
                    return null;
                }
                if (prices.allow(job, servers, pool.id())) {
                    Repacking found =
                            calendar.repack(pool.id(), Query.of(job, servers, now, Query.ANY_POOL), roster::waiting);
                    if (found != null) {
                        return placed(id, job, now, roster, found);
                    }
                }
            }
        }
        return null;
    }

    private static Outcome.Placed placed(ReservationId id, Job job, long now, Roster roster, Repacking repacking) {
        return new Outcome.Placed(
                Reservation.waiting(id, job, repacking.placement(), now), Map.of(), repacked(roster, repacking));
    }

    /** The waiting reservations of a pool that go to other hosts or devices. */
    static List<Reservation> repacked(Roster roster, Repacking repacking) {
        if (repacking.moved().isEmpty()) {
            return List.of();
        }
        List<Reservation> repacked = new ArrayList<>();
        long first = Long.MAX_VALUE;
        long last = Long.MIN_VALUE;
        for (Placement placement : repacking.moved().values()) {
            first = Math.min(first, placement.window().start());
            last = Math.max(last, placement.window().start());
        }
        // All keep their times, so those that go are among few.
        Iterator<Reservation> waiting = roster.waiting(first, last + 1);
        while (waiting.hasNext()) {
            Reservation reservation = waiting.next();
            Placement placement = repacking.moved().get(reservation.id());
            if (placement != null && !placement.equals(reservation.placement())) {
                repacked.add(reservation.withPlacement(placement));
            }
        }
        return List.copyOf(repacked);
    }

    private List<Roster> bySpeed() {
        List<Roster> hosts = new ArrayList<>();
        for (Roster roster : rosters.values()) {
            if (roster.pool().hasParts()) {
                hosts.add(roster);
            }
        }
        hosts.sort(Comparator.comparing(roster -> roster.pool().rate()));
        return hosts;
    }

    /**
     * The reservation at its own time on other hosts of its pool, if need be with others that wait on other hosts as well; null if
     * there is no room.
     */
    Outcome.@Nullable Placed atItsTime(Reservation reservation, Roster roster, long now) {
        Placement before = reservation.placement();
        Window window = before.window();
        Query query = new Query(
                now,
                window.start(),
                window.end(),
                new Shape.Stay(before.count(), window.length()),
                before.count(),
                Query.ANY_POOL,
                before.taken().slice(),
                before.taken().licences());
        Repacking found = calendar.repack(before.pool(), query, roster::waiting);
        return found == null
                ? null
                : new Outcome.Placed(reservation.withPlacement(found.placement()), Map.of(), repacked(roster, found));
    }
}
