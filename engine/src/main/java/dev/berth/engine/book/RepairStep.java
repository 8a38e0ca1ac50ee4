package dev.berth.engine.book;

import dev.berth.engine.admission.Admission.Outcome;
import dev.berth.engine.model.Degraded;
import dev.berth.engine.model.Placement;
import dev.berth.engine.model.Reservation;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * Uses returned capacity at once to keep the promises that a failure left without servers. Nobody else's promise is
 * touched. Early starts are looked for when time advances ({@link EarlyStartStep}).
 */
final class RepairStep {
    /** Divisor of the effort that gives the share for repairs; the decision itself comes first. */
    private static final int PART = 10;

    private final State state;

    private final BlockStep block;

    RepairStep(State state, BlockStep block) {
        this.state = state;
        this.block = block;
    }

    /** Adds to a decision the repairs that are possible with the capacity that it gives back. */
    Decision after(Decision decision) {
        return decision instanceof Decision.Accepted accepted
                        && after(accepted.events()) instanceof Decision.Accepted repaired
                ? new Decision.Accepted(repaired.events(), accepted.quote())
                : decision;
    }

    /** The same for new terms of a reservation: a mere move does not call for moving anybody else. */
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
        return state.degraded.isEmpty() ? new Decision.Accepted(List.copyOf(events)) : withRepair(events);
    }

    private Decision withRepair(List<Event> events) {
        Trial trial = new Trial(state);
        try {
            events.forEach(trial::add);
            recover(trial);
            return new Decision.Accepted(trial.events());
        } finally {
            trial.undo();
        }
    }

    /** Tries again what is degraded, and closes what is too late for good. */
    void timePassed(Trial trial) {
        if (state.degraded.isEmpty()) {
            return;
        }
        recover(trial);
        for (Degraded lost : List.copyOf(state.degraded.values())) {
            if (state.placing.isHopeless(lost.reservation().job(), state.now) && !keeps(lost)) {
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
            List<Event> letGo = block.letGo(reservation.id());
            if (placed(reservation, letGo) instanceof Outcome.Placed placed) {
                letGo.forEach(trial::add);
                rename(placed, trial);
                trial.add(new Event.Recovered(
                        reservation.withPlacement(placed.reservation().placement())));
            }
        }
    }

    /** Looks for a place with what it kept, and leaves everything as it was. */
    private Outcome placed(Reservation reservation, List<Event> letGo) {
        Trial trial = new Trial(state);
        try {
            letGo.forEach(trial::add);
            return state.placing.place(
                    reservation.id(), reservation.movable(state.now).withoutBudget(), state.now);
        } finally {
            trial.undo();
        }
    }

    /** Whether it still has servers of its own, so that its owner can use these until its window ends. */
    private boolean keeps(Degraded lost) {
        return state.rosters.values().stream()
                .flatMap(roster -> roster.outages().stream())
                .anyMatch(outage -> outage.isKeptFor(lost.reservation().id()));
    }

    /** Decides about a reservation as if it had given back what it kept; if that is accepted, it has. */
    Decision withoutWhatItKept(Degraded lost, Supplier<Decision> decide) {
        List<Event> letGo = block.letGo(lost.reservation().id());
        Trial trial = new Trial(state);
        try {
            letGo.forEach(trial::add);
            Decision decision = decide.get();
            if (!(decision instanceof Decision.Accepted accepted)) {
                return decision;
            }
            List<Event> events = new ArrayList<>(letGo);
            events.addAll(accepted.events());
            return new Decision.Accepted(List.copyOf(events), accepted.quote());
        } finally {
            trial.undo();
        }
    }

    static void rename(Outcome.Placed placed, Trial trial) {
        AdmissionStep.repacked(placed).forEach(trial::add);
        placed.renamed().forEach((id, servers) -> trial.add(new Event.Renamed(id, servers)));
    }
}
