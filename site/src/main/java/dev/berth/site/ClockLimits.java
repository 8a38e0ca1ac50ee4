package dev.berth.site;

import java.time.Duration;

/**
 * Limits within which a clock is believed.
 *
 * @param tolerance how far it may deviate from the time that has elapsed
 * @param longestAbsence how long a site may have been closed, by its clock
 */
public record ClockLimits(Duration tolerance, Duration longestAbsence) {
    public static final ClockLimits DEFAULT = new ClockLimits(Duration.ofMinutes(1), Duration.ofDays(30));

    /** Everything: for a clock that is the only measure of time. */
    static final ClockLimits NONE = new ClockLimits(Duration.ofDays(1_000_000_000), Duration.ofDays(1_000_000_000));

    public ClockLimits {
        if (tolerance.isNegative() || tolerance.isZero() || longestAbsence.compareTo(tolerance) < 0) {
            throw new IllegalArgumentException(
                    "tolerance must be greater than zero, and longestAbsence at least as long as tolerance");
        }
    }
}
