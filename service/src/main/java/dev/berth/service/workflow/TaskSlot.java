package dev.berth.service.workflow;

/**
 * Where and when a task of a booked plan runs.
 *
 * @param time how long it is expected to run
 * @param end of the slot, its spare time included; of what is done, when it was done
 * @param reservation its number; 0 for a task that takes no time and so no server
 */
public record TaskSlot(String pool, long start, long time, long end, long reservation, Told told) {
    /** State reported for a task, beyond what its reservation shows. */
    public enum Told {
        NOTHING,
        FINISHED,
        FAILED,
        /** Given up with the rest of the plan. */
        RELEASED
    }

    public TaskSlot told(Told now) {
        return new TaskSlot(pool, start, time, end, reservation, now);
    }

    public TaskSlot finished(long at) {
        return new TaskSlot(pool, start, time, at, reservation, Told.FINISHED);
    }

    public TaskSlot lasting(long longer, long until) {
        return new TaskSlot(pool, start, longer, until, reservation, told);
    }

    public TaskSlot reservedAs(long number) {
        return new TaskSlot(pool, start, time, end, number, told);
    }
}
