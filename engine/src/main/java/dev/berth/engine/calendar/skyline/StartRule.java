package dev.berth.engine.calendar.skyline;

/** Chooses among the starts at which a pool has enough servers free for the whole duration. */
@FunctionalInterface
public interface StartRule {
    /**
     * The chosen start within {@code [earliest, latest]}, or -1 if no start is feasible.
     *
     * @param now what lies before it plays no part in the choice
     */
    long start(Skyline skyline, long now, long earliest, long latest, long duration, int servers);

    /** The rule for a job that may start earlier than it is placed, as soon as servers are free; by default the same. */
    default StartRule whenFree() {
        return this;
    }

    /**
     * The rule for such a job while all that are open have to start in the order in which they asked, this one last; by default
     * {@link #whenFree}.
     */
    default StartRule whenFreeInLine() {
        return whenFree();
    }
}
