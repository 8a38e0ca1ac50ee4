package dev.berth.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.berth.api.TestService.Result;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The waiting list over HTTP: places, what is served by whatever frees time, declining, and a restart in between. */
class WaitingTest {
    private static final Instant DAY = Instant.parse("2026-12-11T08:00:00Z");

    @TempDir
    private Path data;

    private TestService service;

    @BeforeEach
    void start() {
        service = new TestService(data, new Contract(), TestService.usual());
        service.send("olga", "POST", "/pools", "{\"name\":\"solo\",\"servers\":1,\"rate\":\"1\"}")
                .is(201);
    }

    @AfterEach
    void stop() {
        service.close();
    }

    private static String job(String name, int from, int hours) {
        return "{\"name\":\"%s\",\"pool\":\"solo\",\"ready\":\"%s\",\"deadline\":\"%s\",\"stay\":\"PT%dH\"}"
                .formatted(name, DAY.plus(Duration.ofHours(from)), DAY.plus(Duration.ofHours(from + hours)), hours);
    }

    private String book(String who, String name, int from, int hours) {
        return service.send(who, "POST", "/reservations", job(name, from, hours))
                .is(201)
                .text("id");
    }

    private Result await(String who, String name, int from, int hours, boolean tell) {
        return service.send(
                who,
                "POST",
                "/waiting",
                "{\"job\":%s,\"until\":\"%s\",\"tell\":%s}".formatted(job(name, from, hours), DAY, tell));
    }

    @Test
    void theFirstIsServed_whoDeclinesMakesRoomForTheNext_andARestartChangesNothing() {
        String hers = book("ana", "hers", 0, 4);
        Result first = await("ben", "first", 0, 4, false).is(202);
        Result second = await("admin", "second", 0, 2, true).is(202);
        assertThat(first.header("Location")).isEqualTo("/api/v1/waiting/e1");
        assertThat(second.at("/place").intValue()).isEqualTo(2);
        assertThat(second.at("/waiting").intValue()).isEqualTo(2);
        service.get("ben", "/waiting/e2").is(403);
        assertThat(service.get("olga", "/waiting").at("/entries").size()).isEqualTo(2);
        service.restart();
        service.send("ana", "DELETE", "/reservations/" + hers, "").is(200);
        Result served = service.get("ben", "/waiting/e1").is(200);
        assertThat(served.text("state")).isEqualTo("booked");
        assertThat(served.text("reservation")).isEqualTo("r2");
        service.get("ben", "/reservations/r2").is(200);
        service.send("ben", "POST", "/waiting/e1/decline", "").is(200);
        service.send("ben", "POST", "/waiting/e1/decline", "").is(409).code("entry-over");
        JsonNode offered = service.get("admin", "/waiting/e2").is(200).json();
        assertThat(offered.path("state").asText()).isEqualTo("offered");
        service.send(
                        "admin",
                        "POST",
                        "/reservations/" + offered.path("reservation").asText() + "/confirm",
                        "")
                .is(200);
        assertThat(service.get("ana", "/waiting?state=open").at("/entries").size())
                .isZero();
    }

    @Test
    void whoFitsIsBooked_andTheSameKeyGivesTheSameAnswer() {
        await("ana", "now", 0, 4, false).is(201);
        String body = "{\"job\":%s,\"until\":\"%s\"}".formatted(job("later", 0, 4), DAY);
        String once = service.send("ben", "POST", "/waiting", body, "Idempotency-Key", "k1")
                .is(202)
                .text("id");
        assertThat(service.send("ben", "POST", "/waiting", body, "Idempotency-Key", "k1")
                        .text("id"))
                .isEqualTo(once);
        service.send("ben", "DELETE", "/waiting/" + once, "").is(200);
        service.send("ben", "DELETE", "/waiting/" + once, "").is(409).code("entry-over");
        service.get("ben", "/waiting/e99").is(404).code("unknown-entry");
        service.send("ben", "POST", "/waiting", "{\"job\":{\"name\":\"x\"}}").is(422);
    }

    /** A job that is wanted now, or within the next hours, need not say by when it ends. */
    @Test
    void staysWithoutADeadline_mayBeginAsLateAsTheyWait() {
        book("ana", "hers", 0, 4);
        String stay = "{\"name\":\"soon\",\"pool\":\"solo\",\"ready\":\"%s\",\"stay\":\"PT2H\"}"
                .formatted(DAY.plus(Duration.ofHours(1)));
        String body = "{\"job\":%s,\"until\":\"%s\"}";
        Result waits = service.send("ben", "POST", "/waiting", body.formatted(stay, DAY.plus(Duration.ofHours(3))))
                .is(202);
        assertThat(waits.text("deadline"))
                .isEqualTo(DAY.plus(Duration.ofHours(5)).toString());
        assertThat(waits.text("until")).isEqualTo(DAY.plus(Duration.ofHours(3)).toString());
        assertThat(service.send("ben", "POST", "/waiting", body.formatted(stay, DAY))
                        .is(202)
                        .text("deadline"))
                .as("the wait is over before it is ready")
                .isEqualTo(DAY.plus(Duration.ofHours(3)).toString());
        assertThat(service.send("ben", "POST", "/waiting", body.formatted(stay, DAY.plus(Duration.ofHours(4))))
                        .is(201)
                        .text("start"))
                .as("there is room before it would give up")
                .isEqualTo(DAY.plus(Duration.ofHours(4)).toString());
    }
}
