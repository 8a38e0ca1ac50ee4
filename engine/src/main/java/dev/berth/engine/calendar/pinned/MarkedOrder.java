package dev.berth.engine.calendar.pinned;

/**
 * Order in which FF-HA+ searches the nodes that step 1 has marked. Castillo V-B does not say, and much depends on it:
 * the first node that holds a feasible idle period decides.
 */
enum MarkedOrder {
    /** Order of marking: from the earliest starts to the latest. */
    FIRST_MARKED_FIRST,
    /** The other way round: from the latest starts that are early enough back to the earliest. */
    LAST_MARKED_FIRST
}
