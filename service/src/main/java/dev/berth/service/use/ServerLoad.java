package dev.berth.service.use;

/**
 * Use of one server by its reservation, as one observer has measured it.
 *
 * @param isCovered whether all of it was looked at; if not, it may be in use although nothing was seen
 * @param isHeld whether something may be on its cards or its host, so that it cannot be taken from a command that goes on elsewhere
 */
record ServerLoad(int server, boolean isCovered, boolean isUsed, boolean isHeld, Loads loads) {
    /** Whether something is known of it: that it is in use, or that it is not. */
    boolean isKnown() {
        return isCovered || isUsed;
    }
}
