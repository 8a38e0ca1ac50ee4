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
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Decides which servers may go out of service when, and which are named for what waits. */
final class OutageStep {
    private final State state;

    OutageStep(State state) {
        this.state = state;
    }

    Decision nameServers(Roster roster) {
        if (roster.pool().hasParts()) {
            return new Accepted(List.of());
        }
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

    /** Names all that starts by then, and settles it where it is more than an offer. */
    Decision bind(Roster roster, long until) {
        long before = Math.min(until, Window.FOREVER) + 1;
        if (roster.pool().hasParts()) {
            return new Accepted(boundOnHosts(roster, before));
        }
        List<Event> renamed = new ArrayList<>();
        List<Event> bound = new ArrayList<>();
        Map<ReservationId, ServerSet> named = Naming.startingBefore(roster, before);
        state.effort.spend(Naming.stepsOfAll(roster, named.size()));
        named.forEach((id, servers) -> {
            Reservation reservation = state.reservation(id);
            if (reservation.isWaiting()) {
                bound.add(new Event.Bound(id, servers));
            } else if (!servers.equals(reservation.placement().servers())) {
                renamed.add(new Event.Renamed(id, servers));
            }
        });
        renamed.addAll(bound);
        return new Accepted(List.copyOf(renamed));
    }

    /** They have hosts and devices that fit together, and keep them from now on. */
    private static List<Event> boundOnHosts(Roster roster, long before) {
        List<Event> bound = new ArrayList<>();
        for (Reservation reservation : roster.waiting()) {
            if (reservation.window().start() >= before) {
                break;
            }
            if (reservation.isWaiting()) {
                bound.add(new Event.Bound(
                        reservation.id(), reservation.placement().servers()));
            }
        }
        return List.copyOf(bound);
    }

    Decision shun(Roster roster, ServerSet servers) {
        Refusal unknown = unknown(roster, servers);
        if (unknown != null) {
            return new Refused(unknown);
        }
        // A policy that names servers when it books has made its choice already.
        return new Accepted(
                state.calendar.namesServers(roster.pool().id()) || servers.equals(roster.shunned())
                        ? List.of()
                        : List.of(new Event.Shunned(roster.pool().id(), servers)));
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
        if (roster.pool().hasParts()) {
            return drainHosts(roster, servers, window, outages, reportOnly);
        }
        List<ReservationId> inTheWay = new ArrayList<>(Displacement.onServers(state, roster, outages));
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

    /** Drains hosts: reservations that wait there go to others at their own times; one that cannot is in the way. */
    private Decision drainHosts(
            Roster roster, ServerSet servers, Window window, List<Outage> outages, boolean reportOnly) {
        Displacement displacement = new Displacement(state, roster);
        try {
            displacement.carryOut(List.of(), outages, Displacement::leavesAll);
            List<ReservationId> inTheWay = displacement.unplaced().keySet().stream()
                    .map(Reservation::id)
                    .toList();
            if (reportOnly) {
                return new Decision.Report(inTheWay);
            }
            return inTheWay.isEmpty()
                    ? new Accepted(List.copyOf(displacement.events()))
                    : new Refused(new Refusal.ReservationsInTheWay(roster.pool().id(), servers, window, inTheWay));
        } finally {
            displacement.undo();
        }
    }

    /** Drains, and replans the reservations that need the servers: all or nothing. */
    Decision evacuate(Roster roster, ServerSet servers, Window asked) {
        Decision plain = drain(roster, servers, asked, false);
        if (!(plain instanceof Refused refused && refused.refusal() instanceof Refusal.ReservationsInTheWay inTheWay)) {
            return plain;
        }
        Displacement displacement = evacuated(roster, servers, inTheWay.window());
        try {
            List<ReservationId> stuck = displacement.unplaced().keySet().stream()
                    .map(Reservation::id)
                    .toList();
            return stuck.isEmpty()
                    ? new Accepted(List.copyOf(displacement.events()))
                    : new Refused(
                            new Refusal.ReservationsInTheWay(roster.pool().id(), servers, inTheWay.window(), stuck));
        } finally {
            displacement.undo();
        }
    }

    private Displacement evacuated(Roster roster, ServerSet servers, Window window) {
        Displacement displacement = new Displacement(state, roster);
        displacement.carryOut(List.of(), outages(servers, window), OutageStep::stays);
        return displacement;
    }

    private static @Nullable Refusal stays(Reservation reservation) {
        return switch (reservation.state()) {
            case RUNNING ->
                new Refusal.AlreadyStarted(
                        reservation.id(), reservation.window().start());
            case BOUND ->
                new Refusal.AlreadyBound(
                        reservation.id(),
                        reservation.window().start(),
                        reservation.placement().servers());
            case HELD -> new Refusal.NotConfirmed(reservation.id());
            case WAITING -> null;
        };
    }

    /** Effects of draining on the reservations that are to have the servers: first the reservations in the way, by start. */
    List<Consequence> consequences(Roster roster, ServerSet servers, Window asked) {
        if (asked.end() <= state.now || unknownOrOut(roster, servers, asked.from(state.now)) != null) {
            return List.of();
        }
        Window window = asked.from(state.now);
        List<Reservation> having = having(roster, servers, window);
        Displacement displacement = evacuated(roster, servers, window);
        try {
            List<Consequence> consequences = new ArrayList<>();
            SortedSet<Reservation> displaced = new TreeSet<>(Roster.BY_START);
            displaced.addAll(displacement.takenOut());
            for (Reservation reservation : displaced) {
                Refusal reason = displacement.unplaced().get(reservation);
                consequences.add(
                        reason == null
                                ? moved(reservation, state.reservation(reservation.id()))
                                : new Consequence.CannotMove(reservation, reason));
            }
            having.stream()
                    .filter(reservation -> !displaced.contains(reservation))
                    .map(Consequence.TakesOtherServers::new)
                    .forEach(consequences::add);
            return List.copyOf(consequences);
        } finally {
            displacement.undo();
        }
    }

    /** Consequence for a displaced reservation; one that keeps its time and pool has not moved. */
    private static Consequence moved(Reservation before, Reservation after) {
        return after.placement().pool().equals(before.placement().pool())
                        && after.window().equals(before.window())
                ? new Consequence.TakesOtherServers(before)
                : new Consequence.Moves(before, after.placement());
    }

    /** Reservations that are to have one of the servers within a window, as far as known now, by start. */
    private List<Reservation> having(Roster roster, ServerSet servers, Window window) {
        if (roster.pool().hasParts()) {
            return roster.waiting().stream()
                    .filter(reservation -> reservation.window().overlaps(window))
                    .filter(reservation ->
                            reservation.placement().servers().stream().anyMatch(servers::contains))
                    .toList();
        }
        return Tentative.servers(roster).entrySet().stream()
                .filter(each -> each.getValue().stream().anyMatch(servers::contains))
                .map(each -> state.reservation(each.getKey()))
                .filter(reservation -> reservation.window().overlaps(window))
                .sorted(Roster.BY_START)
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

    private static List<Outage> outages(ServerSet servers, Window window) {
        return servers.stream().mapToObj(server -> new Outage(server, window)).toList();
    }

    static @Nullable Refusal unknown(Roster roster, ServerSet servers) {
        int size = roster.pool().servers();
        return servers.stream()
                .filter(server -> server >= size)
                .mapToObj(server ->
                        (Refusal) new Refusal.UnknownServer(roster.pool().id(), server, size))
                .findFirst()
                .orElse(null);
    }

    private static @Nullable Refusal unknownOrOut(Roster roster, ServerSet servers, Window window) {
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
