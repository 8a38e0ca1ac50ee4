package dev.berth.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.berth.engine.model.Job;
import java.time.DateTimeException;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Times of any precision, rounded to the safe side. */
class TimesTest {
    @ParameterizedTest
    @CsvSource({
        "2026-11-16T09:00:00Z, 2026-11-16T09:00:00Z, 2026-11-16T09:00:00Z",
        "2026-11-16T09:00:00.000000000000Z, 2026-11-16T09:00:00Z, 2026-11-16T09:00:00Z",
        "2026-11-16T09:00:00.123456789Z, 2026-11-16T09:00:00.123Z, 2026-11-16T09:00:00.124Z",
        "2026-11-16T10:00:00.9999999+01:00, 2026-11-16T09:00:00.999Z, 2026-11-16T09:00:01Z",
        "2026-11-16T09:00:00.123000000000000001Z, 2026-11-16T09:00:00.123Z, 2026-11-16T09:00:00.124Z",
        "1970-01-01T00:00:00.0000001Z, 1970-01-01T00:00:00Z, 1970-01-01T00:00:00.001Z",
    })
    void instants(String text, Instant down, Instant up) {
        assertThat(Instant.ofEpochMilli(Times.instant(text))).isEqualTo(down);
        assertThat(Instant.ofEpochMilli(Times.instantRoundedUp(text))).isEqualTo(up);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "tomorrow",
                "2026-11-16",
                "1969-12-31T23:59:59Z",
                "9999-12-31T23:59:59.9999Z",
                "+999999999-12-31T23:59:59Z",
                "-999999999-01-01T00:00:00Z",
                "2026-11-16T09:00:00.0000000000000000000000000000000000000000000Z"
            })
    void noInstants(String text) {
        assertThatThrownBy(() -> Times.instantRoundedUp(text)).isInstanceOf(DateTimeException.class);
    }

    @ParameterizedTest
    @CsvSource({"PT1S, 1000", "PT0.0000001S, 1", "PT1.0005S, 1001", "-PT1.0005S, -1000", "P1D, 86400000"})
    void durations(String text, long millis) {
        assertThat(Times.duration(text)).isEqualTo(millis);
    }

    @Test
    void job_startsNotBeforeReady_andEndsByItsDeadline() {
        Job job = job("2026-11-16T09:00:00.0000005Z", "2026-11-16T17:00:00.9999995Z", "PT2H");
        assertThat(job.ready()).isEqualTo(at("2026-11-16T09:00:00.001Z"));
        assertThat(job.deadline()).isEqualTo(at("2026-11-16T17:00:00.999Z"));
    }

    /** Whoever books from then for two hours until two hours later must not be told that two hours do not fit. */
    @Test
    void job_exactWindow_staysExact() {
        Job job = job("2026-11-16T09:00:00.123456Z", "2026-11-16T11:00:00.123456Z", "PT2H");
        assertThat(job.ready()).isEqualTo(at("2026-11-16T09:00:00.123Z"));
        assertThat(job.deadline()).isEqualTo(at("2026-11-16T11:00:00.123Z"));
    }

    private static long at(String text) {
        return Instant.parse(text).toEpochMilli();
    }

    private static Job job(String ready, String deadline, String stay) {
        ObjectNode node = Json.object()
                .put("name", "render")
                .put("ready", ready)
                .put("deadline", deadline)
                .put("stay", stay);
        Job job = JobReader.read(Fields.of(node), "ana", 0, requirements -> false);
        assertThat(job).isNotNull();
        return job;
    }
}
