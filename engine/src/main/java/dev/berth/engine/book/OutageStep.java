package dev.berth.engine.book;

import dev.berth.engine.book.Decision.Accepted;
import dev.berth.engine.book.Decision.Refused;
import dev.berth.engine.handout.Naming;
import dev.berth.engine.handout.Roster;
import dev.berth.engine.handout.Tentative;
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

/** Decides which servers may go out of service when, and which are named for what waits. */
final class OutageStep {
    private final State state;

    OutageStep(State state) {
        this.state = state;
    }

    Decision nameServers(Roster roster) {
        List<Event> events = new ArrayList<>();
        Map<ReservationId, ServerSet> tentative = Tentative.servers(roster);
        for (Reservation reservation : roster.waiting()) {
            ServerSet servers = tentative.getOrDefault(reservation.id(), ServerSet.EMPTY);
            if (!servers.equals(reservation.placement().servers())) {
                events.add(new Event.Renamed(reservation.id(), servers));
            }
        }
        return new Accepted(List.copyOf(events));
    }

    Decision drain(Roster roster, ServerSet servers, Window asked, boolean reportOnly) {
        PoolId pool = roster.pool().id();
        if (asked.end() <= state.now) {
            return new Refused(new Refusal.TimeBackwards(state.now, asked.end()));
        }
        Window window = asked.from(state.now);
        Refusal refusal = unknownOrOut(roster, servers, window);
        if (refusal != null) {
            return new Refused(refusal);
        }
        List<Outage> outages = outages(servers, window);
        List<ReservationId> inTheWay = new ArrayList<>(onServers(roster, servers, window));
        Map<ReservationId, ServerSet> renamed = Map.of();
        if (!state.calendar.namesServers()) {
            state.effort.spend(Naming.stepsOfAll(roster, roster.waiting().size()));
            Map<ReservationId, ServerSet> found = Naming.withOutages(roster, outages, state.now);
            if (found != null) {
                renamed = found;
            } else {
                inTheWay.addAll(Naming.unserved(roster, outages));
            }
        }
        if (reportOnly) {
            return new Decision.Report(List.copyOf(inTheWay));
        }
        if (!inTheWay.isEmpty()) {
            return new Refused(new Refusal.ReservationsInTheWay(pool, servers, window, List.copyOf(inTheWay)));
        }
        List<Event> events = new ArrayList<>();
        renamed.forEach((id, named) -> events.add(new Event.Renamed(id, named)));
        outages.forEach(outage -> events.add(new Event.OutagePlanned(pool, outage)));
        return new Accepted(List.copyOf(events));
    }

    /** Reservations that cannot leave these servers: those that run, and under a pinned policy those that wait. */
    List<ReservationId> onServers(Roster roster, ServerSet servers, Window window) {
        List<Reservation> bound = new ArrayList<>(roster.running());
        if (state.calendar.namesServers()) {
            bound.addAll(roster.waiting());
        }
        return bound.stream()
                .filter(r -> r.window().overlaps(window))
                .filter(r -> r.placement().servers().stream().anyMatch(servers::contains))
                .map(Reservation::id)
                .toList();
    }

    Decision restore(Roster roster, ServerSet servers) {
        PoolId pool = roster.pool().id();
        Refusal unknown = unknown(roster, servers);
        if (unknown != null) {
            return new Refused(unknown);
        }
        List<Event> events = new ArrayList<>();
        for (int server : servers.stream().toArray()) {
            List<Outage> own = roster.outages().stream()
                    .filter(outage -> outage.server() == server)
                    .toList();
            if (own.isEmpty()) {
                return new Refused(new Refusal.InService(pool, server));
            }
            own.forEach(outage -> events.add(new Event.OutageEnded(pool, outage)));
        }
        return new Accepted(List.copyOf(events));
    }

    static List<Outage> outages(ServerSet servers, Window window) {
        return servers.stream().mapToObj(server -> new Outage(server, window)).toList();
    }

    private static @Nullable Refusal unknown(Roster roster, ServerSet servers) {
        int size = roster.pool().servers();
        return servers.stream()
                .filter(server -> server >= size)
                .mapToObj(server ->
                        (Refusal) new Refusal.UnknownServer(roster.pool().id(), server, size))
                .findFirst()
                .orElse(null);
    }

    static @Nullable Refusal unknownOrOut(Roster roster, ServerSet servers, Window window) {
        Refusal unknown = unknown(roster, servers);
        if (unknown != null) {
            return unknown;
        }
        for (Outage outage : roster.outages()) {
            if (servers.contains(outage.server()) && outage.window().overlaps(window)) {
                return new Refusal.OutOfService(roster.pool().id(), outage.server(), outage.window());
            }
        }
        return null;
    }
}
