package dev.berth.site;

import java.time.Duration;

/**
 * How a site works.
 *
 * @param waiting how many writes may wait before more are refused as {@link Overloaded}
 * @param together how many writes share one transaction of the journal at most
 * @param snapshotEvery after how many entries a snapshot is taken, so that a restart is short
 * @param tick how often it is seen whether something is due
 * @param retention how long entries stay in the journal before they go to its archive
 * @param journalBytes of the journal; when it has more, the oldest entries go earlier
 * @param visibility what users see of each other's reservations
 */
public record Settings(
        int waiting,
        int together,
        long snapshotEvery,
        Duration tick,
        Duration retention,
        long journalBytes,
        Visibility visibility) {
    public static final Settings DEFAULT = new Settings(
            10_000, 1_000, 50_000, Duration.ofMillis(100), Duration.ofDays(30), 4L << 30, Visibility.NAMES);

    public Settings {
        if (waiting < 1
                || together < 1
                || snapshotEvery < 1
                || tick.isNegative()
                || tick.isZero()
                || retention.isNegative()
                || journalBytes < 0) {
            throw new IllegalArgumentException("settings of a site are above 0");
        }
    }

    public Settings withSnapshotEvery(long entries) {
        return new Settings(waiting, together, entries, tick, retention, journalBytes, visibility);
    }

    public Settings withWaiting(int most) {
        return new Settings(most, together, snapshotEvery, tick, retention, journalBytes, visibility);
    }

    public Settings withTick(Duration other) {
        return new Settings(waiting, together, snapshotEvery, other, retention, journalBytes, visibility);
    }

    public Settings withRetention(Duration other, long bytes) {
        return new Settings(waiting, together, snapshotEvery, tick, other, bytes, visibility);
    }

    public Settings withVisibility(Visibility other) {
        return new Settings(waiting, together, snapshotEvery, tick, retention, journalBytes, other);
    }
}
