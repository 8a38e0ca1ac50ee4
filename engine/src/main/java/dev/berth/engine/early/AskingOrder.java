package dev.berth.engine.early;

import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.ReservationId;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Order in which reservations asked, beside the one in which they have to start. They stand in a line if these are the same: nobody
 * who asked later has to start sooner. What is kept here follows from the reservations that are in.
 */
public final class AskingOrder {
    /** The latest start of each, by number. */
    private final TreeMap<Long, Long> latest = new TreeMap<>();

    /** How many of them have to start sooner than the one before them. */
    private int overtaking;

    /** Takes in a reservation, or its new terms. */
    public void put(Reservation reservation) {
        Long number = reservation.id().number();
        long start = CandidateGroup.latest(reservation);
        Long before = latest.get(number);
        if (before != null && before == start) {
            return;
        }
        if (before != null) {
            remove(reservation.id());
        }
        Map.Entry<Long, Long> lower = latest.lowerEntry(number);
        Map.Entry<Long, Long> higher = latest.higherEntry(number);
        overtaking += overtakes(lower, start) + overtakes(start, higher) - overtakes(lower, higher);
        latest.put(number, start);
    }

    /** Takes out a reservation, if it is in. */
    public void remove(ReservationId id) {
        Long start = latest.remove(id.number());
        if (start != null) {
            Map.Entry<Long, Long> lower = latest.lowerEntry(id.number());
            Map.Entry<Long, Long> higher = latest.higherEntry(id.number());
            overtaking -= overtakes(lower, start) + overtakes(start, higher) - overtakes(lower, higher);
        }
    }

    /** Whether all of them have to start in the order in which they asked. */
    public boolean isLine() {
        return overtaking == 0;
    }

    /** The latest start of the last that asked; {@code Long.MIN_VALUE} if there is none. */
    public long end() {
        return latest.isEmpty() ? Long.MIN_VALUE : latest.lastEntry().getValue();
    }

    private static int overtakes(Map.@Nullable Entry<Long, Long> before, Map.@Nullable Entry<Long, Long> after) {
        return before == null || after == null ? 0 : overtakes(before, after.getValue());
    }

    private static int overtakes(Map.@Nullable Entry<Long, Long> before, long start) {
        return before != null && start < before.getValue() ? 1 : 0;
    }

    private static int overtakes(long start, Map.@Nullable Entry<Long, Long> after) {
        return after != null && after.getValue() < start ? 1 : 0;
    }
}
