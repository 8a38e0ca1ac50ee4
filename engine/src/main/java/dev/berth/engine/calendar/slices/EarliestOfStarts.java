package dev.berth.engine.calendar.slices;

/** The earliest start that some host allows; of each further host only earlier ones are of interest. */
final class EarliestOfStarts implements StartSink {
    private long earliest = -1;

    /** The start; -1 if no host allows one. */
    long earliest() {
        return earliest;
    }

    @Override
    public boolean add(long low, long high) {
        earliest = low;
        return false;
    }
}
