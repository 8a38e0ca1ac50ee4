package dev.berth.site;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * For how long this machine was suspended since this was made, in milliseconds. Linux counts the seconds since it was
 * booted with those of suspension; other systems do not say, and nor does a virtual machine that was paused from outside.
 */
final class Suspension implements LongSupplier {
    private static final Path UPTIME = Path.of("/proc/uptime");

    private final LongSupplier nanos;
    private final long begin;

    Suspension(LongSupplier nanos) {
        this.nanos = nanos;
        this.begin = beyondAwake();
    }

    @Override
    public long getAsLong() {
        return Math.max(0, beyondAwake() - begin);
    }

    private long beyondAwake() {
        long awake = TimeUnit.NANOSECONDS.toMillis(nanos.getAsLong());
        try {
            String seconds = Files.readString(UPTIME).split(" ", 2)[0];
            return Math.round(Double.parseDouble(seconds) * 1_000) - awake;
        } catch (IOException | NumberFormatException e) {
            return 0;
        }
    }
}
