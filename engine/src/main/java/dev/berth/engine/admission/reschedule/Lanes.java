package dev.berth.engine.admission.reschedule;

import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.Reservation;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Waiting reservations, grouped by the servers on which they have to make room together. Where servers are counted, a
 * group is a whole pool. Where a placement names its server (castillo), it is that server alone: the pool may have a
 * server free at every instant and yet none for the whole of a window.
 */
final class Lanes {
    private final boolean named;
    private final Map<PoolId, List<Lane>> byPool = new HashMap<>();

    /** @param named whether placements name their servers, one each */
    Lanes(boolean named) {
        this.named = named;
    }

    /** A reservation waits in its place now. */
    void insert(Reservation reservation) {
        PoolId pool = reservation.placement().pool();
        List<Lane> lanes = byPool.computeIfAbsent(pool, id -> new ArrayList<>());
        while (lanes.size() <= index(reservation)) {
            lanes.add(new Lane(pool, named ? lanes.size() : Lane.COUNTED));
        }
        lanes.get(index(reservation)).insert(reservation);
    }

    /** A reservation no longer waits in its place. */
    void remove(Reservation reservation) {
        of(reservation.placement().pool()).get(index(reservation)).remove(reservation);
    }

    private int index(Reservation reservation) {
        return named ? reservation.placement().servers().get(0) : 0;
    }

    /** Lanes of a pool, by server number. */
    List<Lane> of(PoolId pool) {
        return byPool.getOrDefault(pool, List.of());
    }

    /** Begins a decision. */
    void begin() {
        byPool.values().forEach(lanes -> lanes.forEach(Lane::begin));
    }
}
