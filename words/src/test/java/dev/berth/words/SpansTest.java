package dev.berth.words;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SpansTest {
    @ParameterizedTest
    @CsvSource({
        "2 h, PT2H, 2h",
        "8 hours, PT8H, 8h",
        "1 day 90 min, PT25H30M, 1d1h30m",
        "90m, PT1H30M, 1h30m",
        "2h30m, PT2H30M, 2h30m",
        "2H, PT2H, 2h",
        "1d, P1D, 1d",
        "1d2h3m4s, PT26H3M4S, 1d2h3m4s",
        "45s, PT45S, 45s",
        "0s, PT0S, 0s",
        "-30m, PT-30M, -30m",
        "1-12:00:00, PT36H, 1d12h",
        "12:30:00, PT12H30M, 12h30m",
        "PT2H, PT2H, 2h",
        "p1dt1h, PT25H, 1d1h",
        "-PT1M, PT-1M, -1m"
    })
    void parse_readsWhatPeopleWrite_andTextWritesIt(String text, Duration duration, String written) {
        assertThat(Spans.parse("--work", text)).isEqualTo(duration);
        assertThat(Spans.text(duration)).isEqualTo(written);
        assertThat(Spans.parse("--work", written)).isEqualTo(duration);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "-",
                "2",
                "2 x",
                "h",
                "30m2h",
                "1w2d",
                "12:60:00",
                "1-12",
                "P",
                "PT",
                "--2h",
                "two",
                "9999999999h",
                "PT999999999999999H"
            })
    void parse_ofWhatIsNoDuration_saysWhatWouldBe(String text) {
        assertThatThrownBy(() -> Spans.parse("--work", text))
                .isInstanceOf(Unreadable.class)
                .hasMessage("--work: cannot read \"" + text + "\" as a duration; try 90m, 2h30m or 1d");
    }

    /** The page reads the same table, in the test of its words. */
    @ParameterizedTest
    @CsvFileSource(resources = "/words/durations.csv", delimiter = ';', emptyValue = "")
    void shellServiceAndPage_agreeOnDurations(@Nullable String text, String seconds) {
        String written = text == null ? "" : text;
        if (seconds.equals("-")) {
            assertThatThrownBy(() -> Spans.positive("--for", written)).isInstanceOf(Unreadable.class);
            assertThat(Spans.spoken(written.toLowerCase(Locale.ROOT))).isEmpty();
        } else {
            Duration expected =
                    Duration.ofMillis(new BigDecimal(seconds).movePointRight(3).longValueExact());
            assertThat(Spans.positive("--for", written)).isEqualTo(expected);
            assertThat(Spans.spoken(written.toLowerCase(Locale.ROOT))).contains(expected);
        }
    }

    @ParameterizedTest
    @CsvFileSource(resources = "/words/plurals.csv", delimiter = ';')
    void shellServiceAndPage_agreeOnPlurals(String one, String several) {
        assertThat(new Unit(one).plural()).isEqualTo(several);
        assertThat(new Unit(one).counted(1)).isEqualTo("1 " + one);
        assertThat(new Unit(one).counted(2)).isEqualTo("2 " + several);
    }

    @ParameterizedTest
    @ValueSource(strings = {"0s", "-1h"})
    void positive_refusesTheRest(String text) {
        assertThatThrownBy(() -> Spans.positive("--for", text))
                .isInstanceOf(Unreadable.class)
                .hasMessageStartingWith("--for: \"" + text + "\" is not greater than zero");
    }

    @ParameterizedTest
    @CsvSource({
        "PT0S, less than a second",
        "PT0.9S, less than a second",
        "PT1S, 1 second",
        "PT1M30S, 1 minute 30 seconds",
        "PT168H, 7 days",
        "PT834H26M8.715S, 34 days 18 hours",
        "PT24H1M, 1 day 1 minute",
    })
    void roughly_hasTheTwoLargestUnits(String duration, String words) {
        assertThat(Spans.roughly(Duration.parse(duration))).isEqualTo(words);
    }
}
