package dev.berth.service.guard;

import dev.berth.engine.model.ReservationId;

/**
 * Whether a running reservation is used, as the guard of its host has measured.
 *
 * @param since from when on it was seen like this without a gap
 */
public record ReservationUse(ReservationId reservation, String host, State state, long since) {
    /** Use of the reservation's servers, as seen by the guard. */
    public enum State {
        /** Its owner computes there. */
        USED,
        /** Only root computes there, as it does for whoever runs a container. */
        UNCLEAR,
        /** Its owner does not compute there. */
        IDLE
    }
}
