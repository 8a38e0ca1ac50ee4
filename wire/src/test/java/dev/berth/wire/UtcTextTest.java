package dev.berth.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every time is read and written as the JDK does it. */
class UtcTextTest {
    private static final long LAST = Instant.parse("9999-12-31T23:59:59.999Z").toEpochMilli();

    /** Each day of the calendar, its first and its last millisecond. */
    @Test
    void days_areThoseOfTheCalendar() {
        for (LocalDate day = LocalDate.EPOCH; day.getYear() < 10_000; day = day.plusDays(1)) {
            long midnight = day.atStartOfDay().toInstant(ZoneOffset.UTC).toEpochMilli();
            String text = day + "T00:00:00Z";
            String last = day + "T23:59:59.999Z";
            if (UtcText.read(text) != midnight
                    || !UtcText.write(midnight).equals(text)
                    || UtcText.read(last) != midnight + 86_399_999
                    || !UtcText.write(midnight + 86_399_999).equals(last)) {
                throw new AssertionError(day);
            }
        }
    }

    @Test
    void randomTimes_areWrittenAndReadAsTheJdkDoes() {
        long seed = System.nanoTime();
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < 100_000; i++) {
            long time = random.nextLong(LAST + 1);
            time -= random.nextInt(3) == 0 ? time % 1000 : 0;
            String text = Instant.ofEpochMilli(time).toString();
            if (!UtcText.write(time).equals(text) || UtcText.read(text) != time) {
                throw new AssertionError("seed " + seed + ": " + text);
            }
        }
    }

    /** A text with one character changed is read as the JDK reads it, or left to the JDK. */
    @Test
    void changedTexts_areNeverReadOtherwise() {
        long seed = System.nanoTime();
        SplittableRandom random = new SplittableRandom(seed);
        String characters = "0123456789-:.TZtz+ /\u0661";
        for (int i = 0; i < 200_000; i++) {
            StringBuilder text = new StringBuilder(
                    Instant.ofEpochMilli(random.nextLong(LAST + 1)).toString());
            text.setCharAt(random.nextInt(text.length()), characters.charAt(random.nextInt(characters.length())));
            long read = UtcText.read(text.toString());
            if (read != UtcText.OTHER && read != jdk(text.toString())) {
                throw new AssertionError("seed " + seed + ": " + text);
            }
        }
    }

    private static long jdk(String text) {
        try {
            return OffsetDateTime.parse(text).toInstant().toEpochMilli();
        } catch (DateTimeException e) {
            return Long.MIN_VALUE;
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "Z",
                "2026-02-29T00:00:00Z",
                "1900-02-28T00:00:00Z",
                "2026-11-16T24:00:00Z",
                "2026-11-16T09:60:00Z",
                "2026-11-16T09:00:60Z",
                "2026-00-16T09:00:00Z",
                "2026-13-16T09:00:00Z",
                "2026-11-00T09:00:00Z",
                "2026-11-16T09:00:00.12Z",
                "2026-11-16T09:00:00,123Z",
                "2026-11-16T09:00:00+",
                "1969-12-31T23:59:59Z"
            })
    void otherForms_areLeftToTheJdk(String text) {
        assertThat(UtcText.read(text)).isEqualTo(UtcText.OTHER);
    }
}
