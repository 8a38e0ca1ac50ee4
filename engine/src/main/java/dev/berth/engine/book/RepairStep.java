package dev.berth.engine.book;

import dev.berth.engine.admission.Admission.Outcome;
import dev.berth.engine.admission.Placing;
import dev.berth.engine.calendar.Query;
import dev.berth.engine.calendar.Undo;
import dev.berth.engine.handout.Roster;
import dev.berth.engine.model.Degraded;
import dev.berth.engine.model.Placement;
import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.ServerSet;
import dev.berth.engine.model.Window;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a book does with capacity that comes back: first it keeps the promises that a failure has left without servers,
 * then it pulls forward what may start now (castillo VI). Nobody else's promise is touched.
 */
final class RepairStep {
    /** What comes back is put to use with a part of the effort, the decision itself goes before. */
    private static final int PART = 10;

    /** Of looking at one that waits, in steps; where it may be free, a search comes on top. */
    private static final int LOOK = 10;

    /** Of taking one out and putting it back. */
    private static final int TRY = 200;

    private final State state;
    private final Placing placing;

    RepairStep(State state) {
        this.state = state;
        this.placing = state.placing;
    }

    /** What was decided, and then what follows from the capacity that it gives back. */
    Decision after(Decision decision) {
        return decision instanceof Decision.Accepted accepted
                        && after(accepted.events()) instanceof Decision.Accepted repaired
                ? new Decision.Accepted(repaired.events(), accepted.quote())
                : decision;
    }

    /** The same for new terms of a reservation: a mere move does not call for another of somebody else. */
    Decision afterChange(Reservation before, Decision decision) {
        return decision instanceof Decision.Accepted accepted && shrinks(before, accepted) ? after(decision) : decision;
    }

    private static boolean shrinks(Reservation before, Decision.Accepted change) {
        if (!(change.events().getLast() instanceof Event.Changed changed)) {
            return false;
        }
        Placement was = before.placement();
        Placement is = changed.reservation().placement();
        long shorter = was.window().length() - is.window().length();
        int fewer = was.count() - is.count();
        return shorter >= 0 && fewer >= 0 && (shorter > 0 || fewer > 0);
    }

    /** The events, and then what follows from the capacity that they give back. */
    Decision after(List<Event> events) {
        boolean nobodyWaits = state.degraded.isEmpty()
                && state.rosters.values().stream()
                        .allMatch(roster -> roster.waiting().isEmpty());
        return nobodyWaits ? new Decision.Accepted(List.copyOf(events)) : withRepair(events);
    }

    private Decision withRepair(List<Event> events) {
        Trial trial = new Trial(state);
        try {
            events.forEach(trial::add);
            recover(trial);
            pullForward(trial);
            return new Decision.Accepted(trial.events());
        } finally {
            trial.undo();
        }
    }

    /** Tries again what is degraded, and closes what is too late for good. */
    void timePassed(Trial trial) {
        recover(trial);
        for (Degraded lost : List.copyOf(state.degraded.values())) {
            if (placing.isHopeless(lost.reservation().job(), state.now)) {
                trial.add(new Event.Closed(lost.reservation().id(), Event.Cause.DISPLACED));
            }
        }
    }

    /**
     * Places again what is degraded and now finds room, in the order in which it was first accepted, as far as the effort
     * reaches.
     */
    private void recover(Trial trial) {
        long most = state.effort.shareOf(PART);
        for (Degraded lost : List.copyOf(state.degraded.values())) {
            if (state.effort.spent() >= most) {
                return;
            }
            Reservation reservation = lost.reservation();
            if (placing.place(reservation.id(), reservation.job().withoutBudget(), state.now)
                    instanceof Outcome.Placed placed) {
                rename(placed, trial);
                trial.add(new Event.Recovered(
                        reservation.withPlacement(placed.reservation().placement())));
            }
        }
    }

    /**
     * Moves what waits, may start now and finds its servers free from now on to start now: once through all of them, by
     * start. One goes to another pool only if its own is taken, and only if it ends there no later than planned. What is
     * held stays: it is an offer of just that window. Those that start soonest come first, and who is left when the effort
     * is spent stays where it is.
     */
    void pullForward(Trial trial) {
        long most = state.effort.shareOf(PART);
        List<Reservation> waiting = new ArrayList<>();
        for (Roster roster : state.rosters.values()) {
            int left = (int) Math.min(Integer.MAX_VALUE, (most - state.effort.spent()) / LOOK);
            for (Reservation reservation : roster.waiting()) {
                if (reservation.job().ready() <= state.now
                        && reservation.window().start() > state.now
                        && reservation.isWaiting()) {
                    waiting.add(reservation);
                    if (--left <= 0) {
                        break;
                    }
                }
            }
        }
        waiting.sort(Roster.BY_START);
        for (Reservation reservation : waiting) {
            if (state.effort.spent() >= most) {
                return;
            }
            state.effort.spend(LOOK);
            Outcome.Placed placed = startingNow(reservation);
            if (placed != null) {
                rename(placed, trial);
                trial.add(new Event.Moved(List.of(placed.reservation())));
            }
        }
    }

    static void rename(Outcome.Placed placed, Trial trial) {
        placed.renamed().forEach((id, servers) -> trial.add(new Event.Renamed(id, servers)));
    }

    private Outcome.@Nullable Placed startingNow(Reservation reservation) {
        PoolId own = reservation.placement().pool();
        Outcome.Placed placed = startingNow(reservation, state.roster(own));
        if (placed != null) {
            return placed;
        }
        for (Roster roster : state.rosters.values()) {
            if (!roster.pool().id().equals(own)
                    && reservation.job().requirements().match(roster.pool())) {
                placed = startingNow(reservation, roster);
                if (placed != null) {
                    return placed;
                }
            }
        }
        return null;
    }

    /** The number of servers stays: what was promised as wide as this does not become narrower on the way. */
    private Outcome.@Nullable Placed startingNow(Reservation reservation, Roster roster) {
        PoolId pool = roster.pool().id();
        int count = reservation.placement().count();
        long end = state.now
                + reservation.job().shape().duration(count, roster.pool().rate());
        if (end > reservation.window().end() || !mayBeFree(reservation, pool, count, end)) {
            return null;
        }
        state.effort.spend(TRY);
        // Its own booking may be in its own way.
        Undo removed = state.apply(new Event.Closed(reservation.id(), Event.Cause.CANCELLED));
        try {
            Query query = new Query(state.now, state.now, end, reservation.job().shape(), count, Query.ANY_POOL);
            Placement found = state.calendar.findEarliest(pool, query);
            return found == null ? null : placing.asPlaced(reservation.withPlacement(found), state.now);
        } finally {
            removed.undo();
        }
    }

    /** A quick look at the part of the time that the reservation does not hold itself; most that wait fail here. */
    private boolean mayBeFree(Reservation reservation, PoolId pool, int count, long end) {
        if (state.calendar.namesServers()) {
            return true;
        }
        boolean own = pool.equals(reservation.placement().pool());
        long until = own ? Math.min(end, reservation.window().start()) : end;
        return state.calendar.isFree(new Placement(pool, count, new Window(state.now, until), ServerSet.EMPTY));
    }
}
