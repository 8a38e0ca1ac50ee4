package dev.berth.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.api.TestService.Result;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Jobs that fit exactly are booked; a millisecond more is refused. */
class ExactTimesTest {
    @TempDir
    private Path data;

    private TestService service;
    private Instant now;

    @BeforeEach
    void open() {
        service = new TestService(data);
        now = Instant.ofEpochMilli(service.clock.millis());
    }

    @AfterEach
    void close() {
        service.close();
    }

    private Result book(String fields) {
        return service.send("ana", "POST", "/reservations", "{\"name\":\"exact\"," + fields + "}");
    }

    @Test
    void workUntilItsDeadline_fits() {
        String work = "\"work\":\"PT3M\",\"pool\":\"%s\",\"deadline\":\"%s\"";
        Result booked = book(work.formatted("fast", now.plusSeconds(180))).is(201);
        assertThat(booked.text("start")).isEqualTo(now.toString());
        assertThat(booked.text("end")).isEqualTo(now.plusSeconds(180).toString());
        // Half the speed, twice the time.
        book(work.formatted("slow", now.plusSeconds(360))).is(201);
        assertThat(book(work.formatted("fast", now.plusSeconds(180).minusMillis(1)))
                        .is(409)
                        .text("code"))
                .isEqualTo("deadline-impossible");
        assertThat(book(work.formatted("slow", now.plusSeconds(360).minusMillis(1)))
                        .is(409)
                        .text("code"))
                .isEqualTo("deadline-impossible");
    }

    @Test
    void stayWithoutADeadline_startsAtOnce_orWhenItIsReady() {
        assertThat(book("\"stay\":\"PT2H\"").is(201).text("start")).isEqualTo(now.toString());
        Result later = book("\"stay\":\"PT2H\",\"ready\":\"" + now.plusSeconds(60) + "\"")
                .is(201);
        assertThat(later.text("start")).isEqualTo(now.plusSeconds(60).toString());
        assertThat(later.text("deadline")).isEqualTo(now.plusSeconds(7260).toString());
        book("\"work\":\"PT2H\"").is(422);
    }
}
