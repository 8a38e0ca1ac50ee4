package dev.berth.service.quota;

import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Charges against one quota by reservation, with their sum in a sliding window. */
final class Charges {
    private final TreeMap<Long, DatedAmounts> byReservation = new TreeMap<>();
    private final SlidingSum sum = new SlidingSum();

    @Nullable
    DatedAmounts get(long reservation) {
        return byReservation.get(reservation);
    }

    /** Replaces the charge of a reservation; null if it is charged no more. */
    void put(long reservation, @Nullable DatedAmounts parts) {
        DatedAmounts before = parts == null ? byReservation.remove(reservation) : byReservation.put(reservation, parts);
        if (before != null) {
            sum.remove(before);
        }
        if (parts != null) {
            sum.add(parts);
        }
    }

    void putAll(Map<Long, DatedAmounts> charges) {
        charges.forEach(this::put);
    }

    int size() {
        return byReservation.size();
    }

    /** Removes the charge of the oldest reservation, which has the lowest number. */
    Map.Entry<Long, DatedAmounts> removeOldest() {
        Map.Entry<Long, DatedAmounts> oldest = Objects.requireNonNull(byReservation.pollFirstEntry());
        sum.remove(oldest.getValue());
        return oldest;
    }

    /** Removes the oldest up to the first that was charged at a time or later; returns what was removed. */
    Map<Long, DatedAmounts> removeBefore(long time) {
        Map<Long, DatedAmounts> removed = new HashMap<>();
        while (!byReservation.isEmpty() && byReservation.firstEntry().getValue().time() < time) {
            Map.Entry<Long, DatedAmounts> oldest = removeOldest();
            removed.put(oldest.getKey(), oldest.getValue());
        }
        return removed;
    }

    /** All charges, by number of reservation. */
    Map<Long, DatedAmounts> all() {
        return byReservation;
    }

    /** Amount charged after a time. */
    long since(long time) {
        return sum.since(time);
    }
}
