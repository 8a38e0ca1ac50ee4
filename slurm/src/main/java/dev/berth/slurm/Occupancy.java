package dev.berth.slurm;

import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.ReservationId;
import dev.berth.engine.model.Window;
import dev.berth.wire.ReservationName;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/** Reservations that have each node now or soon, by the book, and which of them have running jobs, by the cluster. */
final class Occupancy {
    private final long now;
    private final ReservationName names;
    private final Map<NodeServers.Place, List<Reservation>> settled = new HashMap<>();
    private final Set<ReservationId> workedIn = new HashSet<>();

    private Occupancy(long now, ReservationName names) {
        this.now = now;
        this.names = names;
    }

    static Occupancy of(BookNow book, Census census, ReservationName names) {
        Occupancy occupancy = new Occupancy(book.now(), names);
        for (PoolId pool : book.places().pools()) {
            for (Reservation each : book.open(pool)) {
                if (each.isRunning() || each.isBound()) {
                    each.placement()
                            .servers()
                            .forEach(server -> occupancy
                                    .settled
                                    .computeIfAbsent(new NodeServers.Place(pool, server), any -> new ArrayList<>())
                                    .add(each));
                }
            }
        }
        for (ClusterJob job : census.jobs()) {
            if (job.isRunning()) {
                occupancy.reservationOf(job).ifPresent(occupancy.workedIn::add);
            }
        }
        return occupancy;
    }

    /** The reservation of the book in which a job is; empty if it is in none or in one of others. */
    Optional<ReservationId> reservationOf(ClusterJob job) {
        return job.reservation().flatMap(names::read);
    }

    /** The nodes of each pool that fail, and which of them somebody has or is about to have. */
    Map<PoolId, Brake.Look> failing(NodeServers places, NodeWatch nodes) {
        Map<PoolId, Brake.Look> looks = new HashMap<>();
        places.pools().forEach(pool -> looks.put(pool, Brake.Look.at(places.size(pool))));
        places.byNode().forEach((node, place) -> {
            Brake.Look look = looks.get(place.pool());
            if (look != null && nodes.isFailing(node)) {
                look.failing().add(node);
                if (settled.containsKey(place)) {
                    look.promised().add(node);
                }
            }
        });
        return looks;
    }

    /** Until when the reservation that runs on a node has it; now if none does. */
    long runsUntil(NodeServers.Place place) {
        return until(place, Reservation::isRunning);
    }

    /** The same, but only of one in which a job runs. */
    long workedOnUntil(NodeServers.Place place) {
        return until(place, each -> workedIn.contains(each.id()));
    }

    /** The next time in which nobody is settled on a node; it may have no end. */
    Window nextGap(NodeServers.Place place) {
        long start = now;
        for (Reservation each : settled.getOrDefault(place, List.of()).stream()
                .sorted(Comparator.comparingLong(one -> one.window().start()))
                .toList()) {
            if (each.window().start() > start) {
                return new Window(start, each.window().start());
            }
            start = Math.max(start, each.window().end());
        }
        return new Window(start, Window.FOREVER);
    }

    private long until(NodeServers.Place place, Predicate<Reservation> which) {
        return settled.getOrDefault(place, List.of()).stream()
                .filter(which)
                .mapToLong(each -> each.window().end())
                .reduce(now, Math::max);
    }
}
