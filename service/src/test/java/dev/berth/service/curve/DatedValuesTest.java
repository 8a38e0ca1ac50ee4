package dev.berth.service.curve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.engine.agreement.TimeCurve;
import dev.berth.service.curve.DatedValues.BadCurve;
import java.time.Instant;
import java.time.ZoneId;
import org.junit.jupiter.api.Test;

class DatedValuesTest {
    private static final ZoneId ZURICH = ZoneId.of("Europe/Zurich");

    private static DatedValues parse(String text) {
        return DatedValues.parse("power.csv", text, ZURICH);
    }

    private static long at(String instant) {
        return Instant.parse(instant).toEpochMilli();
    }

    @Test
    void lines_areTimesAndValues_theLastHoldsAsLongAsTheOneBefore() {
        DatedValues read = parse("""
                time,price
                # the first day
                2026-11-16T08:00Z,0.25
                2026-11-16 10:00,-0.05

                2026-11-16T10:30:00+01:00;0.3
                """);
        assertThat(read.values().stream().map(DatedValues.Dated::from))
                .containsExactly(at("2026-11-16T08:00:00Z"), at("2026-11-16T09:00:00Z"), at("2026-11-16T09:30:00Z"));
        assertThat(read.values().get(1).value()).isEqualByComparingTo("-0.05");
        assertThat(read.until()).isEqualTo(at("2026-11-16T10:00:00Z"));
    }

    @Test
    void faults_nameFileAndLine() {
        assertThatThrownBy(() -> parse("2026-11-16T08:00Z,0.25\n2026-11-16T08:00Z,0.3"))
                .isInstanceOf(BadCurve.class)
                .hasMessageContaining("power.csv, line 2");
        assertThatThrownBy(() -> parse("2026-11-16T08:00Z,1e9")).hasMessageContaining("line 1");
        assertThatThrownBy(() -> parse("2026-11-16T08:00Z")).hasMessageContaining("line 1");
        assertThatThrownBy(() -> parse("2026-02-30T08:00Z,1")).hasMessageContaining("line 1");
        assertThatThrownBy(() -> parse("1926-02-20T08:00Z,1")).hasMessageContaining("line 1");
        assertThatThrownBy(() -> parse("time,value\n")).isInstanceOf(BadCurve.class);
        assertThatThrownBy(() -> parse("2026-11-16T08:00Z,1\n" + "x".repeat(5_000)))
                .hasMessageContaining("line 2")
                .message()
                .hasSizeLessThan(200);
    }

    @Test
    void values_areBoundedInNumber() {
        StringBuilder text = new StringBuilder();
        Instant time = Instant.parse("2026-01-01T00:00:00Z");
        for (int i = 0; i <= TimeCurve.MOST_STEPS; i++) {
            text.append(time.plusSeconds(60L * i)).append(",1\n");
        }
        assertThatThrownBy(() -> parse(text.toString())).hasMessageContaining("20000");
    }
}
