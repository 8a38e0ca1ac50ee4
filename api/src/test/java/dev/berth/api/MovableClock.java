package dev.berth.api;

import dev.berth.site.TimeSource;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;

/** Stands still until it is moved. What has elapsed moves with it, unless it jumps. */
public final class MovableClock extends Clock implements TimeSource {
    private volatile Instant now;
    private volatile Duration jumped = Duration.ZERO;

    public MovableClock(String start) {
        now = Instant.parse(start);
    }

    public synchronized void move(Duration by) {
        now = now.plus(by);
    }

    /** Says another time, though none has elapsed. */
    synchronized void jump(Duration by) {
        jumped = jumped.plus(by);
        now = now.plus(by);
    }

    @Override
    public synchronized Reading read() {
        return new Reading(now.toEpochMilli(), now.minus(jumped).toEpochMilli());
    }

    @Override
    public Instant instant() {
        return now;
    }

    @Override
    public ZoneId getZone() {
        return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
        return this;
    }
}
