package dev.berth.lab.workload.gpu;

import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.ResolverStyle;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Times of logs such as {@code 2017-10-07 01:12:09}, in seconds. They have no zone: an hour that a clock was put back is there
 * twice, and what ends before it begins for that reason is an oddity of the log.
 */
final class CalendarTime {
    static final String FORM = "a time such as 2017-10-07 01:12:09";

    private static final int LENGTH = 19;
    private static final int FIRST_YEAR = 1970;
    private static final int LAST_YEAR = 2199;

    /** Words that stand for a time that is not known. */
    private static final Set<String> UNKNOWN =
            Set.of("", "None", "none", "null", "NULL", "NaN", "nan", "NaT", "Unknown");

    private static final DateTimeFormatter FORMAT =
            DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss").withResolverStyle(ResolverStyle.STRICT);

    private CalendarTime() {}

    static boolean isUnknown(@Nullable String text) {
        return text == null || UNKNOWN.contains(text);
    }

    /** Empty if it is no such time, or none of the years 1970 to 2199. */
    static OptionalLong seconds(String text) {
        if (text.length() != LENGTH) {
            return OptionalLong.empty();
        }
        try {
            LocalDateTime time = LocalDateTime.parse(text, FORMAT);
            return time.getYear() < FIRST_YEAR || time.getYear() > LAST_YEAR
                    ? OptionalLong.empty()
                    : OptionalLong.of(time.toEpochSecond(ZoneOffset.UTC));
        } catch (DateTimeException e) {
            return OptionalLong.empty();
        }
    }
}
