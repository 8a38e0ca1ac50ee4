package dev.berth.cli.run;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Signals that a command is sent before its time is over, and when.
 *
 * @param grace from TERM to the end, when it is killed
 * @param warning the signal that warns it, such as {@code USR1}; null for none
 * @param warn how long before the end it is warned
 */
record TimeLimits(Duration grace, @Nullable String warning, Duration warn) {
    /** A short window is not eaten up by the grace. */
    private static final int LEAST_SHARE = 10;

    /** The same for a window of this length. */
    TimeLimits within(Duration length) {
        Duration most = length.dividedBy(LEAST_SHARE);
        return new TimeLimits(grace.compareTo(most) < 0 ? grace : most, warning, warn);
    }
}
