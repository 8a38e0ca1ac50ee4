package dev.berth.service.series;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.engine.model.BadValue;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RecurrenceTest {
    private static List<String> times(String rule, String zone, String first) {
        return new Recurrence(rule, Recurrence.zone(zone))
                .occurrences(Instant.parse(first).toEpochMilli()).stream()
                        .map(time -> Instant.ofEpochMilli(time).toString())
                        .toList();
    }

    /** Nine in the morning stays nine in the morning when the clocks go back on 25 October 2026. */
    @Test
    void localTimeStays_whenClocksGoBack() {
        assertThat(times("FREQ=DAILY;COUNT=3", "Europe/Zurich", "2026-10-24T07:00:00Z"))
                .containsExactly("2026-10-24T07:00:00Z", "2026-10-25T08:00:00Z", "2026-10-26T08:00:00Z");
    }

    @Test
    void localTimeStays_whenClocksGoForward() {
        assertThat(times("FREQ=WEEKLY;COUNT=3", "America/New_York", "2027-03-07T14:00:00Z"))
                .containsExactly("2027-03-07T14:00:00Z", "2027-03-14T13:00:00Z", "2027-03-21T13:00:00Z");
    }

    /** 02:30 does not exist on 28 March 2027 in Zurich; with the offset from before it is 03:30 summer time. */
    @Test
    void aTimeThatIsSkipped_isTakenWithTheOffsetFromBefore() {
        assertThat(times("FREQ=DAILY;COUNT=3", "Europe/Zurich", "2027-03-27T01:30:00Z"))
                .containsExactly("2027-03-27T01:30:00Z", "2027-03-28T01:30:00Z", "2027-03-29T00:30:00Z");
    }

    /** 02:30 comes twice on 25 October 2026 in Zurich; the first is meant. */
    @Test
    void aTimeThatComesTwice_isTheFirst() {
        assertThat(times("FREQ=DAILY;COUNT=3", "Europe/Zurich", "2026-10-24T00:30:00Z"))
                .containsExactly("2026-10-24T00:30:00Z", "2026-10-25T00:30:00Z", "2026-10-26T01:30:00Z");
    }

    @Test
    void untilIsInTheRule_alsoOnTheLastDay() {
        assertThat(times("FREQ=WEEKLY;BYDAY=TU,TH;UNTIL=20261203T080000Z", "Europe/Zurich", "2026-11-24T08:00:00Z"))
                .containsExactly(
                        "2026-11-24T08:00:00Z", "2026-11-26T08:00:00Z", "2026-12-01T08:00:00Z", "2026-12-03T08:00:00Z");
    }

    @Test
    void monthsWithoutThatDay_areLeftOut() {
        assertThat(times("FREQ=MONTHLY;COUNT=3", "UTC", "2027-01-31T10:00:00Z"))
                .containsExactly("2027-01-31T10:00:00Z", "2027-03-31T10:00:00Z", "2027-05-31T10:00:00Z");
    }

    @Test
    void millisecondsStay() {
        assertThat(times("FREQ=DAILY;COUNT=2", "UTC", "2027-01-01T10:00:00.123Z"))
                .containsExactly("2027-01-01T10:00:00.123Z", "2027-01-02T10:00:00.123Z");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "FREQ=DAILY",
                "FREQ=SECONDLY;COUNT=2",
                "FREQ=HOURLY;COUNT=2",
                "FREQ=DAILY;COUNT=1001",
                "FREQ=DAILY;BYHOUR=1,2;COUNT=3",
                "FREQ=DAILY;COUNT=-1",
                "FREQ=NEVER;COUNT=2",
                "COUNT=2",
                "FREQ=DAILY;UNTIL=x",
                "FREQ=DAILY;UNTIL=20201271T000000Z",
                "FREQ=DAILY;UNTIL=20201371T000000Z",
                "FREQ=DAILY;INTERVAL=0;COUNT=2",
                "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30;COUNT=2",
                "FREQ=DAILY;UNTIL=99991231T000000Z",
                "FREQ=DAILY;UNTIL=20200101T000000Z",
                "FREQ=YEARLY;COUNT=1000;INTERVAL=2000000000",
                "FREQ=DAILY;BYSETPOS=1;COUNT=1"
            })
    void whatNeverEndsOrNeverIs_isRefusedQuickly(String rule) {
        assertThatThrownBy(() -> times(rule, "UTC", "2027-01-01T10:00:00Z")).isInstanceOf(BadValue.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"+02:00", "CET+1", "Europe/Nowhere", "", "GMT+99"})
    void onlyZonesWithARule(String zone) {
        assertThatThrownBy(() -> Recurrence.zone(zone)).isInstanceOf(BadValue.class);
    }
}
