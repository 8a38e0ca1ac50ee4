package dev.berth.engine.book;

import dev.berth.engine.admission.Admission.Outcome;
import dev.berth.engine.admission.Placing;
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
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/**
 * Decides what a failure of servers does to those who were to have them. Each is replanned within its terms, the most
 * urgent first; nobody else moves in time. What ran on a failed server starts over. Who finds no place is degraded; what
 * was only held is an offer that no longer stands.
 */
final class FailureStep {
    private static final Comparator<Reservation> MOST_URGENT =
            Comparator.<Reservation>comparingLong(r -> r.job().deadline()).thenComparing(Reservation::id);

    private final State state;
    private final Placing placing;
    private final OutageStep outages;

    FailureStep(State state, OutageStep outages) {
        this.state = state;
        this.placing = state.placing;
        this.outages = outages;
    }

    Decision fail(Roster roster, ServerSet servers) {
        Refusal refusal = OutageStep.unknownOrOut(roster, servers, new Window(state.now, state.now + 1));
        if (refusal != null) {
            return new Refused(refusal);
        }
        PoolId pool = roster.pool().id();
        // The planned outages of a server that is out for good are part of that.
        List<Event> over = roster.outages().stream()
                .filter(outage -> servers.contains(outage.server()))
                .<Event>map(outage -> new Event.OutageEnded(pool, outage))
                .toList();
        List<Outage> failed = OutageStep.outages(servers, new Window(state.now, Window.FOREVER));
        List<Event> out = failed.stream()
                .<Event>map(outage -> new Event.OutagePlanned(pool, outage))
                .toList();
        Rearrangement rearrangement = new Rearrangement(state);
        try {
            over.forEach(rearrangement::add);
            takeOutDisplaced(roster, servers, failed, rearrangement);
            out.forEach(rearrangement::add);
            List<Event> events = new ArrayList<>(placeAgain(rearrangement));
            events.addAll(rearrangement.moves());
            events.addAll(rearrangement.renames());
            events.addAll(over);
            events.addAll(out);
            return new Accepted(List.copyOf(events));
        } finally {
            rearrangement.undo();
        }
    }

    private void takeOutDisplaced(Roster roster, ServerSet servers, List<Outage> failed, Rearrangement rearrangement) {
        Window window = new Window(state.now, Window.FOREVER);
        takeOut(outages.onServers(roster, servers, window), rearrangement);
        if (!state.calendar.namesServers()) {
            takeOut(Naming.unserved(roster, failed), rearrangement);
            Map<ReservationId, ServerSet> renamed = Naming.withOutages(roster, failed, state.now);
            if (renamed == null) {
                throw new IllegalStateException("servers were found for all that stays in "
                        + roster.pool().id());
            }
            rearrangement.rename(renamed);
        }
    }

    private void takeOut(List<ReservationId> displaced, Rearrangement rearrangement) {
        for (ReservationId id : displaced) {
            Reservation reservation = state.open.get(id);
            if (reservation != null) {
                rearrangement.takeOut(reservation);
            }
        }
    }

    /** Puts back what finds a place; the result closes or degrades the rest. */
    private List<Event> placeAgain(Rearrangement rearrangement) {
        List<Event> events = new ArrayList<>();
        for (Reservation reservation :
                rearrangement.takenOut().stream().sorted(MOST_URGENT).toList()) {
            if (reservation.state() == Reservation.State.HELD) {
                events.add(new Event.Closed(reservation.id(), Event.Cause.DISPLACED));
                continue;
            }
            switch (placing.place(
                    reservation.id(), reservation.movable(state.now).withoutBudget(), state.now)) {
                case Outcome.Placed placed -> rearrangement.putBack(placed, reservation);
                case Outcome.Unplaced unplaced ->
                    events.add(new Event.Degraded(reservation.in(Reservation.State.WAITING), unplaced.refusal()));
            }
        }
        return events;
    }
}
