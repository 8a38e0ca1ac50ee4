package dev.berth.service.workflow;

/**
 * Where and when a task of a booked plan runs.
 *
 * @param time how long it is expected to run
 * @param end of the slot, its spare time included; of what is done, when it was done
 * @param reservation its number; 0 for a task that takes no time and so no server
 */
public record Slot(String pool, long start, long time, long end, long reservation, Told told) {
    /** What is known of a task beside what its reservation tells. */
    public enum Told {
        NOTHING,
        FINISHED,
        FAILED,
        /** Given up with the rest of the plan. */
        RELEASED
    }

    public Slot told(Told now) {
        return new Slot(pool, start, time, end, reservation, now);
    }

    public Slot finished(long at) {
        return new Slot(pool, start, time, at, reservation, Told.FINISHED);
    }

    public Slot lasting(long longer, long until) {
        return new Slot(pool, start, longer, until, reservation, told);
    }

    public Slot reservedAs(long number) {
        return new Slot(pool, start, time, end, number, told);
    }
}
