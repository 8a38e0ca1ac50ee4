package dev.berth.engine.calendar.skyline;

import dev.berth.engine.calendar.Locality;

/** A rule that sees no further than the steps around a job's interval, and so can choose on a list of them. */
interface LocalRule extends StartRule {
    /**
     * The same choice on a list of steps.
     *
     * @param steps those that hold from {@code earliest - 1} to {@code latest + duration}
     */
    long start(StepList steps, long now, long earliest, long latest, long duration, int servers);

    @Override
    default LocalRule whenFree() {
        return this;
    }

    @Override
    default LocalRule whenFreeInLine() {
        return whenFree();
    }

    /** {@link Locality#INTERVAL} is one instant more on either side of the interval. */
    Locality locality();
}
