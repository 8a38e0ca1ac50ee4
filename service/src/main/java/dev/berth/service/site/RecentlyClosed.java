package dev.berth.service.site;

import dev.berth.engine.calendar.Undo;
import dev.berth.engine.model.ReservationId;
import dev.berth.service.codec.Codec;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * What closed lately. A book forgets what has ended; people ask for it still. Follows from the events, so the journal
 * need not hold it.
 */
final class RecentlyClosed {
    private static final int KEPT = 10_000;

    /** In the order they closed. */
    private final LinkedHashMap<ReservationId, Past> byId = new LinkedHashMap<>();

    record All(List<Past> past) {}

    /** One that recovers under its old number is no longer past, should it close again. */
    Undo add(Past past) {
        byId.putLast(past.reservation().id(), past);
        Map.Entry<ReservationId, Past> dropped = byId.size() > KEPT ? byId.pollFirstEntry() : null;
        return () -> {
            byId.remove(past.reservation().id());
            if (dropped != null) {
                byId.putFirst(dropped.getKey(), dropped.getValue());
            }
        };
    }

    Optional<Past> find(ReservationId id) {
        return Optional.ofNullable(byId.get(id));
    }

    Collection<Past> all() {
        return Collections.unmodifiableCollection(byId.values());
    }

    Supplier<byte[]> capture() {
        All all = new All(List.copyOf(byId.values()));
        return () -> Codec.write(All.class, all);
    }

    void restore(byte[] bytes) {
        byId.clear();
        Codec.read(All.class, bytes)
                .past()
                .forEach(past -> byId.put(past.reservation().id(), past));
    }
}
