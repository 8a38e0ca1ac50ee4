package dev.berth.service.http;

import dev.berth.service.report.UsageLedger;
import dev.berth.service.site.Site;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/**
 * Refusals that are counted and not yet durable. They are written together, at most once a minute: a refusal must cost
 * less than what it refuses. A crash loses those since the last time.
 */
final class PendingRefusals {
    private static final long PAUSE_MILLIS = 60_000;

    private final Site site;
    private final Map<String, Long> byUser = new HashMap<>();
    private volatile long flushed;

    PendingRefusals(Site site) {
        this.site = site;
    }

    void add(String user, long now) {
        synchronized (byUser) {
            byUser.merge(user, 1L, Long::sum);
        }
        if (Math.abs(now - flushed) >= PAUSE_MILLIS) {
            CompletableFuture<Boolean> unused = flush(now);
        }
    }

    /** Completes when all that were added before are durable, or could not be made so and are added again. */
    CompletableFuture<Boolean> flush(long now) {
        Map<String, Long> counts;
        synchronized (byUser) {
            counts = Map.copyOf(byUser);
            byUser.clear();
            flushed = now;
        }
        if (counts.isEmpty()) {
            return CompletableFuture.completedFuture(true);
        }
        return site.write("", transaction -> {
                    UsageLedger.refused(transaction, counts);
                    return true;
                })
                .exceptionally(failure -> {
                    synchronized (byUser) {
                        counts.forEach((user, count) -> byUser.merge(user, count, Long::sum));
                    }
                    return false;
                });
    }
}
