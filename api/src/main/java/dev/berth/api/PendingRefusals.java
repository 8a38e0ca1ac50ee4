package dev.berth.api;

import dev.berth.service.report.Refusals;
import dev.berth.service.report.Tally;
import dev.berth.service.report.UsageLedger;
import dev.berth.site.Site;
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
    private final Map<Refusals, Tally> counted = new HashMap<>();
    private volatile long flushed;

    PendingRefusals(Site site) {
        this.site = site;
    }

    /** @param asked server-milliseconds */
    void add(Refusals refusals, long asked, long now) {
        synchronized (counted) {
            counted.merge(refusals, new Tally(1, asked), Tally::plus);
        }
        if (Math.abs(now - flushed) >= PAUSE_MILLIS) {
            CompletableFuture<Boolean> unused = flush(now);
        }
    }

    /** Completes when all that were added before are durable, or could not be made so and are added again. */
    CompletableFuture<Boolean> flush(long now) {
        Map<Refusals, Tally> counts;
        synchronized (counted) {
            counts = Map.copyOf(counted);
            counted.clear();
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
                    synchronized (counted) {
                        counts.forEach((refusals, tally) -> counted.merge(refusals, tally, Tally::plus));
                    }
                    return false;
                });
    }
}
