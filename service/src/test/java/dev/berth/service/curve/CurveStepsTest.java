package dev.berth.service.curve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.engine.agreement.TimeCurve;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class CurveStepsTest {
    private static final ZoneId ZURICH = ZoneId.of("Europe/Zurich");
    private static final HourRule WEEKEND = new HourRule(
            EnumSet.of(DayOfWeek.SATURDAY, DayOfWeek.SUNDAY), LocalTime.MIDNIGHT, LocalTime.MIDNIGHT, 300_000);
    private static final HourRule NIGHT = new HourRule(
            EnumSet.range(DayOfWeek.MONDAY, DayOfWeek.FRIDAY), LocalTime.of(22, 0), LocalTime.of(6, 0), 600_000);

    private static final long NOW = Instant.parse("2026-11-16T08:00:00Z").toEpochMilli();

    private static CurveSettings settings(Optional<CurveSettings.Power> power, HourRule... week) {
        return new CurveSettings(List.of(), ZURICH, List.of(week), power, Optional.empty());
    }

    private static long wall(String time) {
        return LocalDateTime.parse(time).atZone(ZURICH).toInstant().toEpochMilli();
    }

    @Test
    void week_followsTheWallClock() {
        TimeCurve curve = CurveSteps.hours(settings(Optional.empty(), WEEKEND, NIGHT), Optional.empty(), NOW)
                .orElseThrow();
        assertThat(curve.at(wall("2026-11-16T05:59")))
                .as("this night began on Sunday, which has none")
                .isEqualTo(1_000_000);
        assertThat(curve.at(wall("2026-11-16T22:00"))).isEqualTo(600_000);
        assertThat(curve.at(wall("2026-11-17T05:59"))).isEqualTo(600_000);
        assertThat(curve.at(wall("2026-11-17T06:00"))).isEqualTo(1_000_000);
        assertThat(curve.at(wall("2026-11-21T00:00")))
                .as("the first rule holds")
                .isEqualTo(300_000);
        assertThat(curve.at(wall("2026-11-22T23:59"))).isEqualTo(300_000);
        assertThat(curve.at(wall("2026-11-23T00:00"))).isEqualTo(1_000_000);
    }

    @Test
    void week_isThatOfTheWallClockAtEveryQuarterOfAnHour_whereTheClockChangesAsWell() {
        CurveSettings settings = settings(
                Optional.empty(),
                new HourRule(Set.of(DayOfWeek.SUNDAY), LocalTime.of(2, 0), LocalTime.of(3, 0), 500_000),
                NIGHT,
                WEEKEND);
        TimeCurve curve = CurveSteps.hours(settings, Optional.empty(), NOW).orElseThrow();
        for (String change : List.of("2027-03-28T00:00", "2027-10-31T00:00")) {
            long from = wall(change) - 86_400_000;
            for (long time = from; time < from + 4 * 86_400_000L; time += 900_000) {
                LocalDateTime at = Instant.ofEpochMilli(time).atZone(ZURICH).toLocalDateTime();
                int expected = settings.week().stream()
                        .filter(rule -> rule.holds(at))
                        .mapToInt(HourRule::factor)
                        .findFirst()
                        .orElse(1_000_000);
                assertThat(curve.at(time)).as(at.toString()).isEqualTo(expected);
            }
        }
        assertThat(curve.at(Instant.parse("2027-10-31T00:30:00Z").toEpochMilli()))
                .isEqualTo(500_000);
        assertThat(curve.at(Instant.parse("2027-10-31T01:30:00Z").toEpochMilli()))
                .isEqualTo(500_000);
        assertThat(curve.at(Instant.parse("2027-10-31T02:30:00Z").toEpochMilli()))
                .isEqualTo(300_000);
    }

    @Test
    void week_isTheSameThroughoutAMonth_soThatNothingIsJournaled() {
        CurveSettings settings = settings(Optional.empty(), NIGHT);
        assertThat(CurveSteps.hours(settings, Optional.empty(), NOW))
                .isEqualTo(CurveSteps.hours(settings, Optional.empty(), NOW + 10 * 86_400_000L));
    }

    @Test
    void power_multipliesTheWeek_andWhereItEndsTheWeekRemains() {
        CurveSettings settings =
                settings(Optional.of(new CurveSettings.Power(Path.of("power.csv"), new BigDecimal("0.2"))), NIGHT);
        DatedValues power = DatedValues.parse(
                "power.csv", "2026-11-16T20:00,0.3\n2026-11-16T23:00,0.1\n2026-11-17T02:00,-0.4\n", ZURICH);
        TimeCurve curve = CurveSteps.hours(settings, Optional.of(power), NOW).orElseThrow();
        assertThat(curve.at(wall("2026-11-16T19:59"))).isEqualTo(1_000_000);
        assertThat(curve.at(wall("2026-11-16T20:00"))).isEqualTo(1_500_000);
        assertThat(curve.at(wall("2026-11-16T22:00"))).isEqualTo(900_000);
        assertThat(curve.at(wall("2026-11-16T23:00"))).isEqualTo(300_000);
        assertThat(curve.at(wall("2026-11-17T02:00")))
                .as("nobody is paid for booking")
                .isZero();
        assertThat(curve.at(wall("2026-11-17T05:00")))
                .as("the file ends; the night does not")
                .isEqualTo(600_000);
        assertThat(CurveSteps.hours(settings(settings.power()), Optional.of(power), NOW)
                        .orElseThrow()
                        .at(wall("2026-11-17T05:00")))
                .as("the base price")
                .isEqualTo(1_000_000);
    }

    @Test
    void carbon_countsItsMeanWhereItEnds() {
        TimeCurve curve = CurveSteps.carbon(
                DatedValues.parse("carbon.csv", "2026-11-16T00:00Z,100.4\n2026-11-16T01:00Z,300.5\n", ZURICH));
        assertThat(curve.at(curve.steps().get(1).from())).isEqualTo(301);
        assertThat(curve.at(curve.until())).isEqualTo(200);
    }

    @Test
    void nothing_isNoCurve() {
        assertThat(CurveSteps.hours(settings(Optional.empty()), Optional.empty(), NOW))
                .isEmpty();
    }
}
