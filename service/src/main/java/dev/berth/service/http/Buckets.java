package dev.berth.service.http;

import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

/** So many requests a second for each caller, and a few seconds' worth at once. */
final class Buckets {
    private static final int MOST_CALLERS = 100_000;
    private static final double SECOND = 1e9;

    private final double perSecond;
    private final double most;
    private final LongSupplier nanos;
    private final ConcurrentHashMap<String, Bucket> byCaller = new ConcurrentHashMap<>();

    private record Bucket(double left, long at) {}

    Buckets(double perSecond, LongSupplier nanos) {
        this.perSecond = perSecond;
        this.most = Math.max(1, 2 * perSecond);
        this.nanos = nanos;
    }

    /** Whether the caller may go on; if not, nothing is taken. */
    boolean take(String caller) {
        long now = nanos.getAsLong();
        if (byCaller.size() > MOST_CALLERS) {
            // Whoever has been away for long enough has a full bucket, which is what a new one is.
            byCaller.values().removeIf(bucket -> filled(bucket, now) >= most);
        }
        boolean[] granted = new boolean[1];
        byCaller.compute(caller, (name, bucket) -> {
            double left = bucket == null ? most : filled(bucket, now);
            granted[0] = left >= 1;
            return new Bucket(granted[0] ? left - 1 : left, now);
        });
        return granted[0];
    }

    private double filled(Bucket bucket, long now) {
        return Math.min(most, bucket.left() + (now - bucket.at()) / SECOND * perSecond);
    }
}
