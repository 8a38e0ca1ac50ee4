package dev.berth.site;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.concurrent.atomic.AtomicLong;

/** A clock set by hand. */
public class HandClock extends Clock {
    private final AtomicLong millis;

    public HandClock(long millis) {
        this.millis = new AtomicLong(millis);
    }

    public void pass(long more) {
        millis.addAndGet(more);
    }

    @Override
    public long millis() {
        return millis.get();
    }

    @Override
    public Instant instant() {
        return Instant.ofEpochMilli(millis.get());
    }

    @Override
    public ZoneId getZone() {
        return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
        throw new UnsupportedOperationException();
    }
}
