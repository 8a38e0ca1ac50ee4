package dev.berth.service.use;

import java.util.Map;

/**
 * Use of one server by its reservation, as one observer has measured it.
 *
 * @param isCovered whether all of it was looked at; if not, it may be in use although nothing was seen
 * @param held pieces of it that were looked at: whether something may be on them, so that they cannot be taken from a command that goes
 *     on elsewhere
 */
record ServerLoad(int server, boolean isCovered, boolean isUsed, Map<IdlePiece, Boolean> held, Loads loads) {
    /** Whether something is known of it: that it is in use, or that it is not. */
    boolean isKnown() {
        return isCovered || isUsed;
    }
}
