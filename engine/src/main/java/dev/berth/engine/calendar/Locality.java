package dev.berth.engine.calendar;

/** On how much of what is booked the place that a calendar finds for a job depends. */
public enum Locality {
    /**
     * Pools from the slowest on, in each the earliest start: taking capacity elsewhere changes nothing, and giving some
     * back only from the job's ready to the end of its place, or in a slower pool up to its deadline.
     */
    FIRST_FIT,
    /** On the pools' free servers from one instant before the job's interval to one after it. */
    INTERVAL,
    /** On anything. */
    GLOBAL
}
