package dev.berth.engine.book;

import dev.berth.engine.book.Decision.Accepted;
import dev.berth.engine.book.Decision.Refused;
import dev.berth.engine.handout.Naming;
import dev.berth.engine.handout.Roster;
import dev.berth.engine.model.Outage;
import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.Refusal;
import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.ReservationId;
import dev.berth.engine.model.ServerSet;
import dev.berth.engine.model.Window;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Decides what it means that others have servers for a while, and that they have them no longer. A block takes what no other
 * outage of the server takes already, and gives back what none of them takes still.
 */
final class BlockStep {
    private final State state;

    BlockStep(State state) {
        this.state = state;
    }

    Decision block(Roster roster, ServerSet servers, Window asked, String cause) {
        Refusal refusal = refusal(roster, servers, asked);
        return refusal == null
                ? new Accepted(Displacement.forced(
                        state, roster, ended(roster, servers, cause), blocks(servers, asked.from(state.now), cause)))
                : new Refused(refusal);
    }

    /** Blocks servers that nobody needs; who was to have one of them takes another at the same time. */
    Decision avoid(Roster roster, ServerSet servers, Window asked, String cause) {
        Refusal refusal = refusal(roster, servers, asked);
        if (refusal != null) {
            return new Refused(refusal);
        }
        Window window = asked.from(state.now);
        Displacement displacement = new Displacement(state, roster);
        try {
            displacement.carryOut(
                    ended(roster, servers, cause), blocks(servers, window, cause), Displacement::leavesAll);
            List<ReservationId> inTheWay = displacement.unplaced().keySet().stream()
                    .map(Reservation::id)
                    .toList();
            return inTheWay.isEmpty()
                    ? new Accepted(List.copyOf(displacement.events()))
                    : new Refused(new Refusal.ReservationsInTheWay(roster.pool().id(), servers, window, inTheWay));
        } finally {
            displacement.undo();
        }
    }

    private @Nullable Refusal refusal(Roster roster, ServerSet servers, Window asked) {
        return asked.end() <= state.now
                ? new Refusal.TimeBackwards(state.now, asked.end())
                : OutageStep.unknown(roster, servers);
    }

    /** Events that end the earlier blocks of the servers by the same cause: the new window replaces them. */
    private static List<Event> ended(Roster roster, ServerSet servers, String cause) {
        List<Event> ended = new ArrayList<>();
        servers.forEach(server -> {
            Outage known = find(roster, server, cause);
            if (known != null) {
                ended.add(new Event.OutageEnded(roster.pool().id(), known));
            }
        });
        return ended;
    }

    private static List<Outage> blocks(ServerSet servers, Window window, String cause) {
        return servers.stream()
                .mapToObj(server -> Outage.block(server, window, cause))
                .toList();
    }

    /** Gives everybody the servers that a reservation kept when it lost others. */
    List<Event> letGo(ReservationId reservation) {
        List<Event> events = new ArrayList<>();
        for (Roster roster : state.rosters.values()) {
            List<Event> ended = new ArrayList<>();
            for (Outage outage : roster.outages()) {
                if (outage.isKeptFor(reservation)) {
                    ended.add(new Event.OutageEnded(roster.pool().id(), outage));
                }
            }
            if (!ended.isEmpty()) {
                events.addAll(named(roster, ended));
                events.addAll(ended);
            }
        }
        return events;
    }

    Decision unblock(Roster roster, ServerSet servers, String cause) {
        Refusal unknown = OutageStep.unknown(roster, servers);
        if (unknown != null) {
            return new Refused(unknown);
        }
        PoolId pool = roster.pool().id();
        List<Event> ended = new ArrayList<>();
        for (int server : servers.stream().toArray()) {
            Outage known = find(roster, server, cause);
            if (known == null) {
                return new Refused(new Refusal.NotBlocked(pool, server, cause));
            }
            ended.add(new Event.OutageEnded(pool, known));
        }
        List<Event> events = new ArrayList<>(named(roster, ended));
        events.addAll(ended);
        return new Accepted(List.copyOf(events));
    }

    private static @Nullable Outage find(Roster roster, int server, String cause) {
        return roster.outages().stream()
                .filter(outage -> outage.server() == server && cause.equals(outage.cause()))
                .findFirst()
                .orElse(null);
    }

    /**
     * Names what has to have servers in advance once these outages have ended: where one of them covered the start of another, the
     * server now goes out later than it did. All are named as if the outages stayed, which always can be done.
     */
    private List<Event> named(Roster roster, List<Event> ended) {
        if (state.calendar.namesServers(roster.pool().id())) {
            return List.of();
        }
        long until;
        Trial trial = new Trial(state);
        try {
            ended.forEach(trial::add);
            until = roster.namedUntil(state.now);
        } finally {
            trial.undo();
        }
        if (until <= roster.namedUntil(state.now)) {
            return List.of();
        }
        List<Event> events = new ArrayList<>();
        Map<ReservationId, ServerSet> named = Naming.startingBefore(roster, until);
        state.effort.spend(Naming.stepsOfAll(roster, named.size()));
        named.forEach((id, servers) -> {
            Reservation reservation = state.reservation(id);
            if (!servers.equals(reservation.placement().servers())) {
                events.add(new Event.Renamed(id, servers));
            }
        });
        return events;
    }
}
