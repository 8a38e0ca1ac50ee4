package dev.berth.site;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.concurrent.atomic.AtomicLong;

/** A clock set by hand. */
public class HandClock extends Clock {
    private final AtomicLong millis;
    private final AtomicLong asked = new AtomicLong();

    public HandClock(long millis) {
        this.millis = new AtomicLong(millis);
    }

    public void pass(long more) {
        millis.addAndGet(more);
    }

    /** Number of times that somebody asked for the time, by which ticks of a site can be counted. */
    public long asked() {
        return asked.get();
    }

    @Override
    public long millis() {
        asked.incrementAndGet();
        return millis.get();
    }

    @Override
    public Instant instant() {
        asked.incrementAndGet();
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
