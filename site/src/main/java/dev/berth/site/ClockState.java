package dev.berth.site;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/**
 * How a site stands with its clock, in milliseconds since the epoch.
 *
 * @param sinceStart whether time has not passed since the site was opened
 * @param time of the site; stays while time is stopped
 * @param wall what the clock says
 * @param expected what it should say by what has elapsed; since the start at least that
 */
public record ClockState(boolean isStopped, boolean sinceStart, long time, long wall, long expected) {
    private static final DateTimeFormatter SECONDS = DateTimeFormatter.ofPattern(
                    "uuuu-MM-dd HH:mm:ss 'UTC'", Locale.ROOT)
            .withZone(ZoneOffset.UTC);

    public long drift() {
        return wall - expected;
    }

    /** Why time is stopped and what to do, for people. */
    public String explanation() {
        return "The clock of this machine says " + text(wall) + ", " + reason() + ". Time is stopped at " + text(time)
                + ": nothing starts, ends or expires. Set the clock right, or, if it is right, run: berth clock accept "
                + Instant.ofEpochSecond(wall / 1_000);
    }

    private String reason() {
        String length = length(Math.abs(drift()));
        if (!sinceStart) {
            return "but by the time that has elapsed it should say " + text(expected) + " (" + length
                    + (drift() > 0 ? " less)" : " more)");
        }
        return drift() > 0
                ? length
                        + " after the last entry of the journal: either the site was closed for that long, or the clock"
                        + " is wrong"
                : length + " before the last entry of the journal";
    }

    private static String text(long time) {
        return SECONDS.format(Instant.ofEpochMilli(time));
    }

    /** The two largest units; more would say nothing. */
    private static String length(long millis) {
        Duration length = Duration.ofMillis(millis);
        if (length.toDays() > 0) {
            return counts(length.toDays(), "day", length.toHoursPart(), "hour");
        }
        return length.toHours() > 0
                ? counts(length.toHours(), "hour", length.toMinutesPart(), "minute")
                : counts(length.toMinutes(), "minute", length.toSecondsPart(), "second");
    }

    private static String counts(long large, String one, long small, String other) {
        return large == 0
                ? count(small, other)
                : small == 0 ? count(large, one) : count(large, one) + " " + count(small, other);
    }

    private static String count(long number, String unit) {
        return number + " " + unit + (number == 1 ? "" : "s");
    }
}
