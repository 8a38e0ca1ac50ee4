package dev.berth.site;

import java.time.Clock;

/** Where a site gets the time from: a clock that can be set, and what has elapsed, which nobody can set. */
@FunctionalInterface
public interface TimeSource {
    Reading read();

    /**
     * Both at one moment, in milliseconds.
     *
     * @param wall since the epoch, as the clock says
     * @param elapsed since some moment that stays the same while this process runs
     */
    record Reading(long wall, long elapsed) {}

    /** The clock, and what has elapsed by the hardware of this machine. */
    static TimeSource measured(Clock clock) {
        return new MachineTime(clock, System::nanoTime, new Suspension(System::nanoTime));
    }

    /** A clock that is the only measure of time, such as one that a test moves: what it says is what has elapsed. */
    static TimeSource following(Clock clock) {
        return () -> {
            long now = clock.millis();
            return new Reading(now, now);
        };
    }
}
