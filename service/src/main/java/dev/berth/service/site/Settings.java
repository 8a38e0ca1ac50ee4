package dev.berth.service.site;

import java.time.Duration;

/**
 * How a site works.
 *
 * @param waiting how many writes may wait before more are refused as {@link Overloaded}
 * @param together how many writes share one transaction of the journal at most
 * @param snapshotEvery after how many entries a snapshot is taken, so that a restart is short
 * @param tick how often it is seen whether something is due
 */
public record Settings(int waiting, int together, long snapshotEvery, Duration tick) {
    public static final Settings DEFAULT = new Settings(10_000, 1_000, 50_000, Duration.ofMillis(100));

    public Settings {
        if (waiting < 1 || together < 1 || snapshotEvery < 1 || tick.isNegative() || tick.isZero()) {
            throw new IllegalArgumentException("settings of a site are above 0");
        }
    }

    public Settings withSnapshotEvery(long entries) {
        return new Settings(waiting, together, entries, tick);
    }

    public Settings withWaiting(int most) {
        return new Settings(most, together, snapshotEvery, tick);
    }

    public Settings withTick(Duration other) {
        return new Settings(waiting, together, snapshotEvery, other);
    }
}
