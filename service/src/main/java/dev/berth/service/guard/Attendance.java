package dev.berth.service.guard;

import dev.berth.engine.model.ReservationId;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Whose owners have come, and who was warned of a pause. A no-show is an owner who never came, so a reservation counts as one only if a
 * guard has watched it from its start on and has never seen it in use. What was used before, or may have been while nobody looked, is
 * in a pause: its owner is warned, and has the same time again.
 */
final class Attendance {
    private final Set<ReservationId> came = new HashSet<>();
    /** Until when the owner has to come back. */
    private final Map<ReservationId, Long> warned = new HashMap<>();

    /** Its owner has come, or may have. */
    void came(ReservationId id) {
        came.add(id);
    }

    boolean hasCome(ReservationId id) {
        return came.contains(id);
    }

    /** Its owner knows that the servers are given back then. */
    void warned(ReservationId id, long until) {
        warned.put(id, until);
    }

    Optional<Long> warned(ReservationId id) {
        return Optional.ofNullable(warned.get(id));
    }

    /** It is in use again, or its time is counted anew. */
    void forgetWarning(ReservationId id) {
        warned.remove(id);
    }

    void keep(Predicate<ReservationId> isOpen) {
        came.removeIf(isOpen.negate());
        warned.keySet().removeIf(isOpen.negate());
    }

    void clear() {
        came.clear();
        warned.clear();
    }
}
