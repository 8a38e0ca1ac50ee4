package dev.berth.service.wire;

import dev.berth.engine.model.Window;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;

/** Milliseconds of the book as ISO-8601, and back. */
public final class Times {
    /** Four digits for a year; also far below the end of the book's time. */
    private static final long LAST = Instant.parse("9999-12-31T23:59:59.999Z").toEpochMilli();

    private Times() {}

    public static String instant(long time) {
        return Instant.ofEpochMilli(Math.min(time, LAST)).toString();
    }

    public static boolean isEndless(long time) {
        return time >= Window.FOREVER;
    }

    public static String duration(long length) {
        return Duration.ofMillis(length).toString();
    }

    /** The inverse; fails if it is none, not to the millisecond, or not of the years 1970 to 9999. */
    public static long instant(String text) {
        Instant instant =
                text.length() > 40 ? Instant.MIN : OffsetDateTime.parse(text).toInstant();
        if (instant.isBefore(Instant.EPOCH) || instant.getEpochSecond() > LAST / 1000 || inexact(instant.getNano())) {
            throw new DateTimeException("out of range");
        }
        return instant.toEpochMilli();
    }

    /** The inverse; fails if it is none, not to the millisecond, or beyond 200 years. */
    public static long duration(String text) {
        Duration duration = text.length() > 40 ? Duration.ofNanos(1) : Duration.parse(text);
        if (inexact(duration.toNanosPart()) || duration.abs().toDays() > 73_000) {
            throw new DateTimeException("out of range");
        }
        return duration.toMillis();
    }

    private static boolean inexact(int nanos) {
        return nanos % 1_000_000 != 0;
    }
}
