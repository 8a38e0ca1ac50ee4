package dev.berth.engine.calendar.slices;

/** Receiver of runs of consecutive starts, such as a host allows. */
interface StartSink {
    /** A run from its first start to its last; the result tells whether later ones of the same host are wanted as well. */
    boolean add(long low, long high);
}
