package dev.berth.service.use;

import dev.berth.engine.model.PoolId;
import java.util.Map;
import java.util.Optional;

/** Rules for idle reservations, by pool. Pools without a rule measure, and give nothing back. */
public record IdleRules(Map<PoolId, IdleRule> byPool) {
    public static final IdleRules NONE = new IdleRules(Map.of());

    public IdleRules {
        byPool = Map.copyOf(byPool);
    }

    public Optional<IdleRule> of(PoolId pool) {
        return Optional.ofNullable(byPool.get(pool));
    }

    /** Percent of what is booked below which a reservation of a pool is idle. */
    int below(PoolId pool) {
        return of(pool).map(IdleRule::below).orElse(IdleRule.USUAL_BELOW);
    }
}
