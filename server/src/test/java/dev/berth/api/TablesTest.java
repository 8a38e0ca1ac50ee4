package dev.berth.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.api.TestService.Result;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Moldability by a table over HTTP: four slow servers of rate 0.5, two fast ones of rate 1. */
class TablesTest {
    private static final String TABLE =
            "\"table\":[{\"servers\":2,\"duration\":\"PT4H\"},{\"servers\":4,\"duration\":\"PT2H30M\"}]";

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

    private String job(long hours, String more) {
        return "{\"name\":\"j\",\"pool\":\"slow\",\"deadline\":\"" + now.plusSeconds(3600 * hours) + "\"," + more + "}";
    }

    @Test
    void booked_andSaidBack_afterARestartToo() {
        Result booked =
                service.send("ana", "POST", "/reservations", job(6, TABLE)).is(201);
        assertThat(booked.at("/servers").asInt()).isEqualTo(4);
        assertThat(booked.text("work")).isEqualTo("PT2H30M");
        assertThat(booked.text("end")).isEqualTo(now.plusSeconds(5 * 3600).toString());
        assertThat(booked.at("/table").toString())
                .isEqualTo("[{\"servers\":2,\"duration\":\"PT4H\"},{\"servers\":4,\"duration\":\"PT2H30M\"}]");
        service.restart();
        assertThat(service.get("ana", "/reservations/r1").at("/table")).isEqualTo(booked.at("/table"));
        // Others see when and where, and not what it could have been.
        assertThat(service.get("ben", "/reservations/r1").at("/table").isMissingNode())
                .isTrue();
    }

    @Test
    void offered_andBookedByTheOffer() {
        Result offers = service.send("ana", "POST", "/offers", job(6, TABLE)).is(200);
        assertThat(offers.at("/offers/0/servers").asInt()).isEqualTo(4);
        Result booked = service.send(
                        "ana",
                        "POST",
                        "/reservations",
                        "{\"offer\":\"" + offers.at("/offers/0/id").asText() + "\"}")
                .is(201);
        assertThat(booked.at("/table")).hasSize(2);
    }

    @Test
    void emptyTable_isNone() {
        Result booked = service.send("ana", "POST", "/reservations", job(6, "\"table\":[],\"work\":\"PT1H\""))
                .is(201);
        assertThat(booked.at("/table").isMissingNode()).isTrue();
    }

    @Test
    void refusals_nameTheField() {
        assertThat(service.send("ana", "POST", "/reservations", job(6, TABLE + ",\"work\":\"PT1H\""))
                        .is(422)
                        .at("/errors/0/field")
                        .asText())
                .isEqualTo("work");
        Result late =
                service.send("ana", "POST", "/reservations", job(4, TABLE)).is(409);
        assertThat(late.text("code")).isEqualTo("deadline-impossible");
        assertThat(service.send("ana", "POST", "/reservations", "{\"name\":\"j\"," + TABLE + "}")
                        .is(422)
                        .at("/errors/0/field")
                        .asText())
                .isEqualTo("deadline");
    }

    /** A table is a choice: on one host it is made among the numbers that the host has. */
    @Test
    void whatIf_andRecurrence() {
        Result tried = service.send(
                        "ana",
                        "POST",
                        "/whatif",
                        "{\"commands\":[{\"kind\":\"reserve\",\"job\":" + job(6, TABLE) + "}]}")
                .is(200);
        assertThat(tried.at("/decisions/0/reservations/0/servers").asInt()).isEqualTo(4);
        Result series = service.send(
                        "ana",
                        "POST",
                        "/reservations",
                        "{\"name\":\"j\",\"pool\":\"slow\",\"ready\":\"" + now.plusSeconds(3600) + "\",\"deadline\":\""
                                + now.plusSeconds(3600 * 7) + "\"," + TABLE
                                + ",\"recurrence\":{\"rule\":\"FREQ=DAILY;COUNT=2\",\"zone\":\"UTC\"}}")
                .is(201);
        assertThat(series.at("/occurrences/1/reservation/servers").asInt()).isEqualTo(4);
    }
}
