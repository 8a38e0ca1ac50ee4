package dev.berth.wire;

/** When a reservation may begin. */
enum Starts {
    /** At the promised time, not before. */
    AS_PROMISED,
    /** Starts as soon as servers are free for it, after a notice if the job has one. */
    WHEN_FREE
}
