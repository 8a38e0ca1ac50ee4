package dev.berth.engine.book;

import dev.berth.engine.admission.Admission.Outcome;
import dev.berth.engine.model.Placement;
import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.ReservationId;
import dev.berth.engine.model.ServerSet;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Takes reservations out of the book and puts them back elsewhere, to find out what has to move. What comes of it is one
 * {@link Event.Moved}, however long the way there was: the steps themselves are taken back.
 */
final class Rearrangement {
    private final State state;
    private final Trial trial;
    private final Map<ReservationId, Reservation> takenOut = new LinkedHashMap<>();
    /** Earlier servers of the renamed reservations that were not taken out. */
    private final Map<ReservationId, ServerSet> renamed = new LinkedHashMap<>();

    /** Reservations that went to other hosts without being taken out, as they were before. */
    private final Map<ReservationId, Reservation> repacked = new LinkedHashMap<>();

    Rearrangement(State state) {
        this.state = state;
        this.trial = new Trial(state);
    }

    void takeOut(Reservation reservation) {
        takenOut.put(reservation.id(), reservation);
        trial.add(new Event.Closed(reservation.id(), Event.Cause.CANCELLED));
    }

    List<Reservation> takenOut() {
        return List.copyOf(takenOut.values());
    }

    void putBack(Outcome.Placed placed, Reservation reservation) {
        rename(placed.renamed());
        repack(placed.repacked());
        trial.add(new Event.Reserved(reservation
                .in(reservation.state() == Reservation.State.HELD ? Reservation.State.HELD : Reservation.State.WAITING)
                .withPlacement(placed.reservation().placement())));
    }

    void rename(Map<ReservationId, ServerSet> servers) {
        servers.forEach((id, named) -> {
            Reservation open = state.open.get(id);
            if (open != null && !takenOut.containsKey(id)) {
                renamed.putIfAbsent(id, open.placement().servers());
            }
            trial.add(new Event.Renamed(id, named));
        });
    }

    /** Others go to other hosts or devices at their own times. */
    private void repack(List<Reservation> others) {
        if (others.isEmpty()) {
            return;
        }
        for (Reservation other : others) {
            Reservation open = state.open.get(other.id());
            if (open != null && !takenOut.containsKey(other.id())) {
                repacked.putIfAbsent(other.id(), open);
            }
        }
        trial.add(new Event.Repacked(others));
    }

    /** Something else that has to be so while places are looked for. */
    void add(Event event) {
        trial.add(event);
    }

    /** Event that moves the reservations that came back to another place; empty if there are none. */
    List<Event> moves() {
        List<Reservation> moved = new ArrayList<>();
        takenOut.forEach((id, before) -> {
            Reservation after = state.open.get(id);
            if (after != null && (isLetGo(before) || !sameTime(before.placement(), after.placement()))) {
                moved.add(after);
            }
        });
        return moved.isEmpty() ? List.of() : List.of(new Event.Moved(List.copyOf(moved)));
    }

    /** Whether its servers were settled, and it waits for others now. */
    private static boolean isLetGo(Reservation before) {
        return before.isRunning() || before.isBound();
    }

    /** Events for the reservations that keep their place but get other servers. */
    List<Event> renames() {
        List<Event> events = new ArrayList<>();
        List<Reservation> others = new ArrayList<>();
        takenOut.forEach((id, before) -> {
            Reservation after = state.open.get(id);
            if (after == null || isLetGo(before) || !sameTime(before.placement(), after.placement())) {
                return;
            }
            if (isOnHosts(after)) {
                if (!after.placement().equals(before.placement())) {
                    others.add(after);
                }
            } else {
                addRename(after, before.placement().servers(), events);
            }
        });
        renamed.forEach((id, before) -> {
            Reservation after = state.open.get(id);
            if (after != null) {
                addRename(after, before, events);
            }
        });
        repacked.forEach((id, before) -> {
            Reservation after = state.open.get(id);
            if (after != null && !after.placement().equals(before.placement())) {
                others.add(after);
            }
        });
        if (!others.isEmpty()) {
            events.add(new Event.Repacked(List.copyOf(others)));
        }
        return events;
    }

    private boolean isOnHosts(Reservation reservation) {
        return state.roster(reservation.placement().pool()).pool().hasParts();
    }

    private static void addRename(Reservation after, ServerSet before, List<Event> events) {
        ServerSet servers = after.placement().servers();
        if (!servers.equals(before)) {
            events.add(new Event.Renamed(after.id(), servers));
        }
    }

    private boolean sameTime(Placement before, Placement after) {
        return before.pool().equals(after.pool())
                && before.count() == after.count()
                && before.window().equals(after.window())
                // Where the calendar names servers, others are another booking; hosts are tentative until the start.
                && (state.roster(before.pool()).pool().hasParts()
                        || !state.calendar.namesServers(before.pool())
                        || before.servers().equals(after.servers()));
    }

    void undo() {
        trial.undo();
    }
}
