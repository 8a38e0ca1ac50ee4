package dev.berth.api;

import java.util.HashMap;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * This many requests a second for each caller, and a few seconds' worth at once.
 *
 * <p>Callers are remembered in two generations: when the young one is full the old one is forgotten, at no cost to anybody.
 * A caller that is forgotten has a full bucket again, so that takes as many other callers as a generation holds.
 */
final class Buckets {
    static final int GENERATION = 50_000;
    private static final double SECOND = 1e9;

    private final double perSecond;
    private final double most;
    private final LongSupplier nanos;
    private Map<String, Bucket> young = new HashMap<>();
    private Map<String, Bucket> old = new HashMap<>();

    private record Bucket(double left, long at) {}

    Buckets(double perSecond, LongSupplier nanos) {
        this.perSecond = perSecond;
        this.most = Math.max(1, 2 * perSecond);
        this.nanos = nanos;
    }

    /** Whether the caller may go on; if not, nothing is taken. */
    synchronized boolean take(String caller) {
        long now = nanos.getAsLong();
        Bucket bucket = young.get(caller);
        if (bucket == null) {
            bucket = old.remove(caller);
            if (young.size() >= GENERATION) {
                old = young;
                young = new HashMap<>();
            }
        }
        double left = bucket == null ? most : filled(bucket, now);
        boolean granted = left >= 1;
        young.put(caller, new Bucket(granted ? left - 1 : left, now));
        return granted;
    }

    synchronized int callers() {
        return young.size() + old.size();
    }

    private double filled(Bucket bucket, long now) {
        return Math.min(most, bucket.left() + (now - bucket.at()) / SECOND * perSecond);
    }
}
