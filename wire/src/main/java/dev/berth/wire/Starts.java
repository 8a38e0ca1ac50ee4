package dev.berth.wire;

/** When a reservation may begin. */
enum Starts {
    /** At the promised time, not before. */
    AS_PROMISED,
    /** As soon as servers are free for it, perhaps after a notice. */
    WHEN_FREE
}
