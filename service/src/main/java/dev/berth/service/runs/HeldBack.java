package dev.berth.service.runs;

import dev.berth.engine.model.ReservationId;
import java.util.Collections;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Runs whose runners fell silent together, and that keep their servers all the same because a {@link SilenceBrake} is on.
 *
 * @param since when it went on
 */
public record HeldBack(SortedSet<ReservationId> reservations, long since) {
    public HeldBack {
        reservations = Collections.unmodifiableSortedSet(new TreeSet<>(reservations));
    }
}
