package dev.berth.site;

import java.time.Clock;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * The time of a machine. {@link System#nanoTime} stands still while a machine is suspended and its clock does not: how
 * long it was suspended is looked up whenever the two have moved apart.
 */
final class MachineTime implements TimeSource {
    private static final long APART = 1_000;

    private final Clock clock;
    private final LongSupplier nanos;
    private final LongSupplier suspended;
    private long lookedUpAt;
    private long suspendedBefore;

    /** @param suspended for how many milliseconds the machine was suspended since this process began */
    MachineTime(Clock clock, LongSupplier nanos, LongSupplier suspended) {
        this.clock = clock;
        this.nanos = nanos;
        this.suspended = suspended;
        this.lookedUpAt = clock.millis() - TimeUnit.NANOSECONDS.toMillis(nanos.getAsLong());
    }

    @Override
    public synchronized Reading read() {
        long wall = clock.millis();
        long awake = TimeUnit.NANOSECONDS.toMillis(nanos.getAsLong());
        long apart = wall - awake;
        if (Math.abs(apart - lookedUpAt) > APART) {
            suspendedBefore = Math.max(suspendedBefore, suspended.getAsLong());
            lookedUpAt = apart;
        }
        return new Reading(wall, awake + suspendedBefore);
    }
}
