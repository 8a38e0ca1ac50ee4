package dev.berth.service.runs;

import dev.berth.engine.model.PoolId;
import dev.berth.wire.Fields;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * For how long the runner of a command may be silent before its servers are given back, in milliseconds.
 *
 * @param byPool where it is not the default
 */
public record SilenceLimits(Map<PoolId, Long> byPool) {
    public static final Duration DEFAULT = Duration.ofMinutes(10);
    static final String NEVER = "never";
    static final String RULE = "must be a duration such as PT10M, or never";

    /** Beats are so far apart that many are missing before anybody is taken for dead. */
    private static final int BEATS = 20;

    private static final long RAREST_BEAT = Duration.ofSeconds(30).toMillis();

    public SilenceLimits {
        byPool = Map.copyOf(byPool);
    }

    /** Reads the field of a pool; null if there is none. */
    public static @Nullable Long read(Fields pool) {
        return pool.parsed("silence", RULE, text -> {
            if (text.equals(NEVER)) {
                return Long.MAX_VALUE;
            }
            long millis = Duration.parse(text).toMillis();
            if (millis < 1_000) {
                throw new IllegalArgumentException("too short");
            }
            return millis;
        });
    }

    public long of(PoolId pool) {
        return byPool.getOrDefault(pool, DEFAULT.toMillis());
    }

    /** No pool has a shorter one. */
    public long least() {
        return byPool.values().stream().mapToLong(Long::longValue).reduce(DEFAULT.toMillis(), Math::min);
    }

    /** Whether silence in this pool gives nothing back. */
    public boolean isNever(PoolId pool) {
        return of(pool) == Long.MAX_VALUE;
    }

    /** No runner has to be heard more often than this. */
    public long leastBeat() {
        return Math.min(RAREST_BEAT, least() / BEATS);
    }

    /** How often a runner in this pool has to be heard. */
    public long beat(PoolId pool) {
        return Math.min(RAREST_BEAT, of(pool) / BEATS);
    }
}
