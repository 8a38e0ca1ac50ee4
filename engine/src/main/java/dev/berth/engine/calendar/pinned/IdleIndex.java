package dev.berth.engine.calendar.pinned;

import dev.berth.engine.calendar.Effort;
import dev.berth.engine.calendar.Query;
import org.jspecify.annotations.Nullable;

/** Holds the idle periods of all servers and picks the one a job goes to; the algorithms of castillo differ here. */
interface IdleIndex {
    void insert(IdlePeriod period);

    void remove(IdlePeriod period);

    /** Removes one and inserts another that starts at the same time on the same server. */
    default void replace(IdlePeriod before, IdlePeriod after) {
        remove(before);
        insert(after);
    }

    /** The idle period this algorithm chooses, or null if none is feasible; its steps are counted on the effort. */
    @Nullable
    IdlePeriod choose(Query query, Effort effort);

    /** Some idle period that ended by {@code now}, or null. */
    @Nullable
    IdlePeriod endedBy(long now);
}
