package dev.berth.words;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MomentsTest {
    /** Nine in Zurich; the night after, the clocks are set back. */
    private static final Clock CLOCK = Clock.fixed(Instant.parse("2026-10-24T07:00:00.123456Z"), ZoneOffset.UTC);

    private final Moments moments = Moments.in(CLOCK, "Europe/Zurich");

    @ParameterizedTest
    @CsvSource({
        "now, 2026-10-24T07:00:00.123Z",
        "now+2h, 2026-10-24T09:00:00.123Z",
        "NOW + 1-00:00:00, 2026-10-25T07:00:00.123Z",
        "now-30m, 2026-10-24T06:30:00.123Z",
        "today 18:00, 2026-10-24T16:00:00Z",
        "today, 2026-10-23T22:00:00Z",
        "tomorrow 09:00, 2026-10-25T08:00:00Z",
        "Tomorrow 09:00:30, 2026-10-25T08:00:30Z",
        "tomorrow, 2026-10-24T22:00:00Z",
        "10:00, 2026-10-24T08:00:00Z",
        "08:00, 2026-10-25T07:00:00Z",
        "9:00, 2026-10-25T08:00:00Z",
        "10pm, 2026-10-24T20:00:00Z",
        "10:30 PM, 2026-10-24T20:30:00Z",
        "12am, 2026-10-24T22:00:00Z",
        "noon, 2026-10-24T10:00:00Z",
        "midnight, 2026-10-24T22:00:00Z",
        "in 2h, 2026-10-24T09:00:00.123Z",
        "in 90 minutes, 2026-10-24T08:30:00.123Z",
        "tonight, 2026-10-24T18:00:00Z",
        "tonight 10pm, 2026-10-24T20:00:00Z",
        "tomorrow at 9:00, 2026-10-25T08:00:00Z",
        "Mon 06:00, 2026-10-26T05:00:00Z",
        "next Tuesday 8:00, 2026-10-27T07:00:00Z",
        "on friday, 2026-10-29T23:00:00Z",
        "saturday 08:00, 2026-10-31T07:00:00Z",
        "sat 10am, 2026-10-24T08:00:00Z",
        "next saturday 10am, 2026-10-31T09:00:00Z",
        "this sunday noon, 2026-10-25T11:00:00Z",
        "9am tomorrow, 2026-10-25T08:00:00Z",
        "at 9 on friday, 2026-10-30T08:00:00Z",
        "20 November 18:00, 2026-11-20T17:00:00Z",
        "nov 20, 2026-11-19T23:00:00Z",
        "3 march 10pm, 2027-03-03T21:00:00Z",
        "3 March 2028, 2028-03-02T23:00:00Z",
        "tomorrow 02:30, 2026-10-25T00:30:00Z",
        "2027-03-28 02:30, 2027-03-28T01:30:00Z",
        "2026-11-16, 2026-11-15T23:00:00Z",
        "2026-11-16T09:00, 2026-11-16T08:00:00Z",
        "2026-11-16 09:00, 2026-11-16T08:00:00Z",
        "2026-11-16T09:00:00Z, 2026-11-16T09:00:00Z",
        "2026-11-16T09:00:00-05:00, 2026-11-16T14:00:00Z"
    })
    void parse_readsWhatPeopleWrite(String text, Instant time) {
        assertThat(moments.parse("--ready", text)).isEqualTo(time);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "soon",
                "9",
                "25:00",
                "now2h",
                "tomorrow at nine",
                "yesterday 09:00",
                "2026-13-01",
                "2026-11-16T",
                "2026-02-30T09:00",
                "13pm",
                "next 09:00",
                "mo 09:00",
                "monday nine",
                "30 february",
                "4 avril",
                "at 9 at 10"
            })
    void parse_ofWhatIsNoTime_saysWhatWouldBe(String text) {
        assertThatThrownBy(() -> moments.parse("--ready", text))
                .isInstanceOf(Unreadable.class)
                .hasMessage("--ready: cannot read \"" + text + "\" as a time; " + Moments.FORMS);
    }

    @ParameterizedTest
    @ValueSource(strings = {"3/4/2026", "16.11.2026", "16-11-26 09:00", "11/16/2026 9am"})
    void parse_ofADateByCountry_asksForYearMonthDay(String text) {
        assertThatThrownBy(() -> moments.parse("--ready", text))
                .isInstanceOf(Unreadable.class)
                .hasMessage(
                        "--ready: the date in \"" + text + "\" is ambiguous; write year-month-day, such as 2026-11-16");
    }

    @Test
    void parse_ofABadShift_saysWhatADurationIs() {
        assertThatThrownBy(() -> moments.parse("--ready", "now+soon"))
                .hasMessage("--ready: cannot read \"soon\" as a duration; " + Spans.FORMS);
    }

    @Test
    void text_isInTheZone_withSecondsOnlyWhereThereAreSome() {
        assertThat(moments.text("2026-11-16T09:00:00Z")).isEqualTo("2026-11-16 10:00");
        assertThat(moments.text("2026-07-16T09:00:07.5Z")).isEqualTo("2026-07-16 11:00:07");
    }

    @Test
    void zone_thatIsNone_isBadInput() {
        assertThatThrownBy(() -> Moments.in(CLOCK, "Mars/Olympus"))
                .isInstanceOf(Unreadable.class)
                .hasMessageContaining("--zone: \"Mars/Olympus\" is not a time zone; try Europe/Zurich");
        assertThat(Moments.in(CLOCK, "").zone()).isNotNull();
    }
}
