package dev.berth.slurm.client;

import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;

/** Unix users whom Slurm has refused because it does not know them. Each is forgotten after some minutes, because it may have been added. */
final class Strangers {
    private static final long KNOWN_FOR = Duration.ofMinutes(10).toMillis();

    /** Beyond that all are forgotten. */
    private static final int MOST = 10_000;

    private final Map<String, Long> until = new ConcurrentHashMap<>();
    private final LongSupplier clock;

    /** @param clock the time in milliseconds since the epoch */
    Strangers(LongSupplier clock) {
        this.clock = clock;
    }

    void add(String user) {
        if (until.size() >= MOST) {
            until.clear();
        }
        until.put(user, clock.getAsLong() + KNOWN_FOR);
    }

    Set<String> names() {
        long now = clock.getAsLong();
        until.values().removeIf(end -> end <= now);
        return until.keySet().stream().collect(Collectors.toUnmodifiableSet());
    }
}
