package dev.berth.service.guard;

import dev.berth.engine.model.PoolId;
import dev.berth.wire.Fields;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * For how long the owner of a reservation may stay away before its servers are given back, in milliseconds; twice that for who has come
 * before and pauses. Pools without a limit give nothing back.
 */
public record NoShowLimits(Map<PoolId, Long> byPool) {
    public static final NoShowLimits NONE = new NoShowLimits(Map.of());

    public NoShowLimits {
        byPool = Map.copyOf(byPool);
    }

    /** Reads the field of a pool; null if there is none. */
    public static @Nullable Long read(Fields pool) {
        return pool.positiveDuration("noShow");
    }

    public Optional<Long> of(PoolId pool) {
        return Optional.ofNullable(byPool.get(pool));
    }
}
