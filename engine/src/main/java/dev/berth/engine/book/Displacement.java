package dev.berth.engine.book;

import dev.berth.engine.admission.Admission.Outcome;
import dev.berth.engine.handout.Naming;
import dev.berth.engine.handout.Roster;
import dev.berth.engine.model.Amounts;
import dev.berth.engine.model.Devices;
import dev.berth.engine.model.Outage;
import dev.berth.engine.model.Placement;
import dev.berth.engine.model.Refusal;
import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.ReservationId;
import dev.berth.engine.model.ServerSet;
import dev.berth.engine.model.Taken;
import dev.berth.engine.model.Window;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Tries out that servers of a pool go out of service: takes out the reservations that were to have them, and finds each
 * another place within its terms, the most urgent first. Nobody else moves in time. {@link #undo} takes all of it back.
 */
final class Displacement {
    private static final Comparator<Reservation> MOST_URGENT =
            Comparator.<Reservation>comparingLong(r -> r.job().deadline()).thenComparing(Reservation::id);

    private final State state;
    private final Roster roster;
    private final List<Event> over = new ArrayList<>();
    private final List<Event> begun = new ArrayList<>();
    private final Rearrangement rearrangement;
    private final Map<Reservation, Refusal> unplaced = new LinkedHashMap<>();

    /** Settled servers that the displaced reservations did not lose; each keeps its own unless it finds another place. */
    private final Map<ReservationId, List<Outage>> kept = new LinkedHashMap<>();

    /** Why a reservation is not even looked at for another place; null if it is. */
    interface Rule {
        @Nullable
        Refusal stays(Reservation reservation);
    }

    Displacement(State state, Roster roster) {
        this.state = state;
        this.roster = roster;
        this.rearrangement = new Rearrangement(state);
    }

    /**
     * Takes servers out of service even if they are promised, and returns the events of it. A reservation without another place is
     * degraded, and keeps the settled servers that it did not lose; one that was only held ends, because its offer no longer stands.
     *
     * @param before ends other outages that the new ones take the place of
     * @param outages at most one for each server
     */
    static List<Event> forced(State state, Roster roster, List<Event> before, List<Outage> outages) {
        Displacement displacement = new Displacement(state, roster);
        try {
            displacement.carryOut(before, outages, Displacement::offered);
            List<Event> events = new ArrayList<>();
            displacement.unplaced().forEach((reservation, reason) -> events.add(lost(reservation, reason)));
            events.addAll(displacement.events());
            displacement.kept.values().forEach(own -> own.forEach(outage -> events.add(displacement.planned(outage))));
            return List.copyOf(events);
        } finally {
            displacement.undo();
        }
    }

    private Event planned(Outage outage) {
        return new Event.OutagePlanned(roster.pool().id(), outage);
    }

    /** Looks for no other place at all: for who only wants to know whether anybody would have to move. */
    static Refusal leavesAll(Reservation reservation) {
        return new Refusal.AlreadyStarted(reservation.id(), reservation.window().start());
    }

    private static @Nullable Refusal offered(Reservation reservation) {
        return reservation.state() == Reservation.State.HELD ? new Refusal.NotConfirmed(reservation.id()) : null;
    }

    private static Event lost(Reservation reservation, Refusal reason) {
        return reservation.state() == Reservation.State.HELD
                ? new Event.Closed(reservation.id(), Event.Cause.DISPLACED)
                : new Event.Degraded(reservation.in(Reservation.State.WAITING), reason);
    }

    /**
     * @param before ends what other outages of the servers overlap the new ones
     * @param outages at most one for each server
     */
    void carryOut(List<Event> before, List<Outage> outages, Rule rule) {
        over.addAll(before);
        over.forEach(rearrangement::add);
        takeOut(onServers(state, roster, outages));
        keepWhatIsLeft(outages);
        if (!state.calendar.namesServers(roster.pool().id())) {
            takeOut(Naming.unserved(roster, outages));
            Map<ReservationId, ServerSet> renamed = Naming.withOutages(roster, outages, state.now);
            if (renamed == null) {
                throw new IllegalStateException("servers were found for all that stays in "
                        + roster.pool().id());
            }
            rearrangement.rename(renamed);
        }
        outages.forEach(outage -> begun.add(planned(outage)));
        begun.forEach(rearrangement::add);
        placeAgain(rule);
    }

    /** Reservations that cannot leave these servers: those that run or are bound, and under a pinned policy those that wait. */
    static List<ReservationId> onServers(State state, Roster roster, List<Outage> outages) {
        Map<Integer, Window> out = new HashMap<>();
        outages.forEach(outage -> out.put(outage.server(), outage.window()));
        List<Reservation> tied = new ArrayList<>(roster.running());
        tied.addAll(roster.bound());
        if (state.calendar.namesServers(roster.pool().id())) {
            tied.addAll(roster.waiting());
        }
        return tied.stream()
                .filter(r -> r.placement().servers().stream().anyMatch(server -> {
                    Window window = out.get(server);
                    return window != null && window.overlaps(r.window());
                }))
                .map(Reservation::id)
                .toList();
    }

    private void takeOut(List<ReservationId> displaced) {
        for (ReservationId id : displaced) {
            Reservation reservation = state.open.get(id);
            if (reservation != null) {
                rearrangement.takeOut(reservation);
            }
        }
    }

    /** The settled servers that are not lost, for as long as they were promised: nobody who moves now may take them. */
    private void keepWhatIsLeft(List<Outage> outages) {
        for (Reservation reservation : rearrangement.takenOut()) {
            if (!reservation.isRunning() && !reservation.isBound()) {
                continue;
            }
            Window window = reservation.window().from(state.now);
            List<Outage> left = left(reservation, window, outages);
            if (!left.isEmpty()) {
                left.forEach(outage -> rearrangement.add(planned(outage)));
                kept.put(reservation.id(), left);
            }
        }
    }

    private static List<Outage> left(Reservation reservation, Window window, List<Outage> outages) {
        Placement placement = reservation.placement();
        List<Outage> left = new ArrayList<>();
        for (int i = 0; i < placement.servers().size(); i++) {
            int server = placement.servers().get(i);
            if (Roster.inService(server, window, outages)) {
                Taken own = Taken.of(
                        placement.taken().slice(),
                        Devices.of(placement.taken().devices().bits(i)),
                        Amounts.NONE);
                left.add(Outage.keptFor(reservation.id(), server, window, own));
            }
        }
        return left;
    }

    /** Another host at the same time, where servers have parts: no promise changes, so nobody need be asked. */
    private Outcome.@Nullable Placed sameTime(Reservation reservation) {
        boolean isTentative =
                reservation.state() == Reservation.State.WAITING || reservation.state() == Reservation.State.HELD;
        return isTentative && roster.pool().hasParts() ? state.placing.atItsTime(reservation, state.now) : null;
    }

    /** Looks for another place for a reservation, what it kept included; that stays its own if there is none. */
    private Outcome place(Reservation reservation) {
        List<Outage> own = kept.getOrDefault(reservation.id(), List.of());
        own.forEach(
                outage -> rearrangement.add(new Event.OutageEnded(roster.pool().id(), outage)));
        Outcome outcome = state.placing.place(
                reservation.id(), reservation.movable(state.now).withoutBudget(), state.now);
        if (outcome instanceof Outcome.Placed) {
            kept.remove(reservation.id());
        } else {
            own.forEach(outage -> rearrangement.add(planned(outage)));
        }
        return outcome;
    }

    private void placeAgain(Rule rule) {
        for (Reservation reservation :
                rearrangement.takenOut().stream().sorted(MOST_URGENT).toList()) {
            Outcome.Placed sameTime = sameTime(reservation);
            if (sameTime != null) {
                rearrangement.putBack(sameTime, reservation);
                continue;
            }
            Refusal stays = rule.stays(reservation);
            if (stays != null) {
                unplaced.put(reservation, stays);
                continue;
            }
            switch (place(reservation)) {
                case Outcome.Placed placed -> rearrangement.putBack(placed, reservation);
                case Outcome.Unplaced none -> unplaced.put(reservation, none.refusal());
            }
        }
    }

    /** Reservations that found no other place, as they were before, and why. */
    Map<Reservation, Refusal> unplaced() {
        return unplaced;
    }

    /** Reservations that were taken out, as they were before, in no particular order. */
    List<Reservation> takenOut() {
        return rearrangement.takenOut();
    }

    /**
     * Events that carry out the displacement, once the reservations without a place are gone; while they are applied,
     * there is never less room than at the end.
     */
    List<Event> events() {
        List<Event> events = new ArrayList<>(over);
        events.addAll(rearrangement.moves());
        events.addAll(rearrangement.renames());
        events.addAll(begun);
        return events;
    }

    void undo() {
        rearrangement.undo();
    }
}
