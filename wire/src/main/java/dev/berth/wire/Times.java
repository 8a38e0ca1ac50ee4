package dev.berth.wire;

import dev.berth.engine.model.Window;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.temporal.ChronoUnit;
import java.util.regex.Pattern;

/** Milliseconds of the book as ISO-8601, and back. */
public final class Times {
    /** Four digits for a year; also far below the end of the book's time. */
    private static final long LAST = Instant.parse("9999-12-31T23:59:59.999Z").toEpochMilli();

    /** The JDK reads years that are too large for a number of milliseconds. */
    private static final Instant YEAR_10000 = Instant.ofEpochMilli(LAST + 1);

    private static final int LONGEST = 60;
    private static final int NANOS_OF_MILLI = 1_000_000;
    private static final Pattern DIGITS_BEYOND_NANOS = Pattern.compile("(\\.\\d{9})\\d+");
    private static final Pattern BEYOND_NANOS = Pattern.compile("\\.\\d{9}\\d*[1-9]");

    private Times() {}

    public static String instant(long time) {
        return time < 0 ? Instant.ofEpochMilli(time).toString() : UtcText.write(Math.min(time, LAST));
    }

    public static boolean isEndless(long time) {
        return time >= Window.FOREVER;
    }

    /** Whether a time is after all that can be written. */
    public static boolean isBeyond(long time) {
        return time > LAST;
    }

    public static String duration(long length) {
        return Duration.ofMillis(length).toString();
    }

    /** The last millisecond that is not after an instant; fails if it is none, or not of the years 1970 to 9999. */
    public static long instant(String text) {
        long usual = UtcText.read(text);
        return usual != UtcText.OTHER ? usual : inRange(parsed(text).toEpochMilli());
    }

    /** The first millisecond that is not before an instant; fails as {@link #instant(String)} does. */
    public static long instantRoundedUp(String text) {
        long usual = UtcText.read(text);
        if (usual != UtcText.OTHER) {
            return usual;
        }
        Instant instant = parsed(text);
        boolean isExact = instant.equals(instant.truncatedTo(ChronoUnit.MILLIS))
                && !BEYOND_NANOS.matcher(text).find();
        return inRange(instant.toEpochMilli() + (isExact ? 0 : 1));
    }

    /** Programs write as many digits as they have; the JDK reads nine of them. */
    private static Instant parsed(String text) {
        if (text.length() > LONGEST) {
            throw new DateTimeException("too long");
        }
        // Most have no fraction, and need not be looked at twice.
        String readable =
                text.indexOf('.') < 0 ? text : DIGITS_BEYOND_NANOS.matcher(text).replaceFirst("$1");
        Instant instant = OffsetDateTime.parse(readable).toInstant();
        if (instant.isBefore(Instant.EPOCH) || instant.isAfter(YEAR_10000)) {
            throw new DateTimeException("out of range");
        }
        return instant;
    }

    private static long inRange(long time) {
        if (time > LAST) {
            throw new DateTimeException("out of range");
        }
        return time;
    }

    /** The least number of milliseconds that is not shorter; fails if it is no duration, or beyond 200 years. */
    public static long duration(String text) {
        if (text.length() > LONGEST) {
            throw new DateTimeException("too long");
        }
        Duration duration = Duration.parse(text);
        if (duration.abs().toDays() > 73_000) {
            throw new DateTimeException("out of range");
        }
        return duration.getSeconds() * 1000 + Math.ceilDiv(duration.getNano(), NANOS_OF_MILLI);
    }
}
