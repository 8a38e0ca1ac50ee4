package dev.berth.service.use;

import dev.berth.engine.model.ReservationId;
import java.util.Set;

/**
 * State of an idle reservation, and what follows from it.
 *
 * @param since from when on all of these pieces have been idle
 * @param idleFor for how long somebody has seen that, in milliseconds
 * @param until when they are given back; 0 if the rule gives nothing back, or its owner was not told yet
 * @param isWhole whether all of it is idle; if not, its other pieces go on
 * @param pieces those that are idle
 */
public record IdleState(
        ReservationId reservation,
        IdleRule rule,
        Step step,
        long since,
        long idleFor,
        long until,
        boolean isWhole,
        Set<IdlePiece> pieces) {
    public IdleState {
        pieces = Set.copyOf(pieces);
    }

    /** Action that is due. */
    public enum Step {
        /** Nothing yet, or nothing more. */
        NONE,
        /** Its owner is told. */
        TELL,
        /** The servers are given back. */
        GIVE_BACK
    }
}
