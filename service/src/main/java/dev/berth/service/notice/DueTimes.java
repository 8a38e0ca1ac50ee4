package dev.berth.service.notice;

import dev.berth.engine.model.ReservationId;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/** Reservations in the order in which their owners are to be reminded. */
final class DueTimes {
    private final TreeSet<Due> order = new TreeSet<>(Comparator.comparingLong(Due::time)
            .thenComparingLong(due -> due.id().number()));
    private final Map<ReservationId, Long> times = new HashMap<>();

    private record Due(long time, ReservationId id) {}

    void put(ReservationId id, long time) {
        remove(id);
        times.put(id, time);
        order.add(new Due(time, id));
    }

    void remove(ReservationId id) {
        Long before = times.remove(id);
        if (before != null) {
            order.remove(new Due(before, id));
        }
    }

    /** Reservations due by a time, the earliest first. */
    List<ReservationId> until(long time, int most) {
        return order.stream()
                .takeWhile(due -> due.time() <= time)
                .limit(most)
                .map(Due::id)
                .toList();
    }

    void clear() {
        order.clear();
        times.clear();
    }

    /** All of them; a copy. */
    Map<ReservationId, Long> all() {
        return Map.copyOf(times);
    }
}
