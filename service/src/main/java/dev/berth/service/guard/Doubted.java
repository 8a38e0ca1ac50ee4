package dev.berth.service.guard;

import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.ReservationId;
import java.util.Collections;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Reservations of a pool that guards call unused for too long, and that keep their servers all the same: they became unused together, so
 * the guards may be wrong.
 *
 * @param since when the first of them became unused
 * @param until when the first of them is given back if nobody uses it until then
 */
public record Doubted(PoolId pool, SortedSet<ReservationId> reservations, long since, long until) {
    public Doubted {
        reservations = Collections.unmodifiableSortedSet(new TreeSet<>(reservations));
    }
}
