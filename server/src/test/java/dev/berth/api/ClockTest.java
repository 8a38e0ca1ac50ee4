package dev.berth.api;

import static dev.berth.api.TestService.exactly;
import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.api.TestService.Result;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A clock that jumps destroys no promise, expires nothing for good and opens no door. */
class ClockTest {
    private static final Duration EIGHTY_YEARS = Duration.ofDays(80 * 365);

    private TestService service;

    @BeforeEach
    void start(@TempDir Path data) {
        service = new TestService(data);
    }

    @AfterEach
    void stop() {
        service.close();
    }

    private String booked(String name) {
        return "/reservations/"
                + service.send(
                                "ana",
                                "POST",
                                "/reservations",
                                "{" + exactly(name, "2026-11-16T09:00:00Z", "2026-11-16T11:00:00Z", 1) + "}",
                                "Idempotency-Key",
                                "key-of-" + name)
                        .is(201)
                        .text("id");
    }

    /** Lets time pass with a write that changes nothing: once it is answered, everything due has happened. */
    private void tick() {
        service.send("ana", "POST", "/reservations/r999/confirm", "").is(404);
    }

    private Result accept(String time) {
        return service.send("olga", "POST", "/clock/accept", "{\"time\":\"" + time + "\"}");
    }

    @Test
    void threeDays_endNothing() {
        String path = booked("course");
        String held = "/reservations/"
                + service.send("ana", "POST", "/offers", "{" + TestService.job("held") + ",\"hold\":\"PT5M\"}")
                        .is(200)
                        .at("/offers/0/reservation")
                        .asText();
        service.clock.jump(Duration.ofDays(3));
        tick();
        assertThat(service.get("ana", path).is(200).text("state")).isEqualTo("waiting");
        assertThat(service.get("ana", held).is(200).text("state")).isEqualTo("held");
        service.clock.jump(Duration.ofDays(-3));
        service.clock.move(Duration.ofMinutes(90));
        tick();
        assertThat(service.get("ana", path).is(200).text("state")).isEqualTo("running");
        assertThat(service.get("ana", held).is(200).text("state")).isEqualTo("expired");
    }

    @Test
    void eightyYears_andBack_bookingGoesOnAllTheWhile() {
        service.clock.jump(EIGHTY_YEARS);
        tick();
        String path = booked("later");
        service.restart();
        assertThat(service.get("", "/health").is(503).text("status")).isEqualTo("time-stopped");
        String another = booked("while-stopped");
        service.clock.jump(EIGHTY_YEARS.negated());
        assertThat(service.get("", "/health").is(200).text("status")).isEqualTo("ok");
        assertThat(service.get("ana", path).is(200).text("state")).isEqualTo("waiting");
        assertThat(service.get("ana", another).is(200).text("state")).isEqualTo("waiting");
        service.send("ana", "DELETE", path, "").is(200);
        booked("after");
    }

    @Test
    void health_saysWhatIsWrong_andWhatToDo() {
        assertThat(service.get("", "/health").is(200).json().has("detail")).isFalse();
        service.clock.jump(Duration.ofDays(3));
        Result health = service.get("", "/health").is(503);
        assertThat(health.text("status")).isEqualTo("time-stopped");
        assertThat(health.text("time")).isEqualTo("2026-11-16T08:00:00Z");
        assertThat(health.text("detail"))
                .contains("2026-11-19 08:00:00 UTC", "2026-11-16 08:00:00 UTC (3 days less)", "berth clock accept");
        service.get("", "/health/live").is(200);
        assertThat(service.get("vera", "/metrics").response().body()).contains("berth_time_stopped 1.0");
        Result clock = service.get("vera", "/clock").is(200);
        assertThat(clock.at("/stopped").asBoolean()).isTrue();
        assertThat(clock.text("drift")).isEqualTo("PT72H");
        assertThat(clock.text("wall")).isEqualTo("2026-11-19T08:00:00Z");
    }

    @Test
    void operator_acceptsTheJumpTheySaw_andNoOther() {
        String path = booked("course");
        service.clock.jump(Duration.ofDays(3));
        String seen = service.get("olga", "/clock").text("wall");
        service.clock.jump(EIGHTY_YEARS);
        assertThat(accept(seen).is(409).code("clock-jumped").text("detail"))
                .contains("since it said 2026-11-19T08:00:00Z; it says 2106-");
        service.clock.jump(EIGHTY_YEARS.negated());
        accept("2026-11-16T08:00:00Z").is(409);
        service.send("olga", "POST", "/clock/accept", "{}").is(422);
        service.clock.move(Duration.ofHours(1));
        assertThat(accept(seen).is(200).at("/stopped").asBoolean()).isFalse();
        assertThat(accept(seen).is(200).text("time")).isEqualTo("2026-11-19T09:00:00Z");
        tick();
        assertThat(service.get("ana", path).is(200).text("state")).isEqualTo("ended");
        Result audit = service.get("admin", "/audit?actor=olga").is(200);
        assertThat(audit.at("/entries")).hasSize(1);
        assertThat(audit.at("/entries/0/what").asText()).isEqualTo("accept-clock");
        assertThat(audit.at("/entries/0/subject").asText()).isEqualTo("2026-11-19T09:00:00Z");
        service.get("", "/health").is(200);
    }

    @Test
    void restartWhileTheClockIsWrong_doesNotSettleIt() {
        String path = booked("course");
        service.clock.jump(Duration.ofDays(3));
        tick();
        for (int i = 0; i < 2; i++) {
            service.restart();
            service.clock.move(Duration.ofMinutes(5));
            tick();
            assertThat(service.get("", "/health").is(503).text("status")).isEqualTo("time-stopped");
            assertThat(service.get("ana", path).is(200).text("state")).isEqualTo("waiting");
        }
        service.clock.jump(Duration.ofDays(-3));
        tick();
        service.get("", "/health").is(200);
        service.restart();
        service.get("", "/health").is(200);
    }

    @Test
    void tokens_expireNeitherByAJump_norNeverBecauseTimeIsStopped() {
        service.tokens.put(
                "brief",
                service.send("ana", "POST", "/tokens", "{\"lifetime\":\"PT1H\"}")
                        .is(201)
                        .text("token"));
        service.clock.jump(EIGHTY_YEARS);
        service.get("brief", "/pools").is(200);
        service.send("ana", "POST", "/tokens", "{}").is(201); // ends those of ana that have expired
        service.get("brief", "/pools").is(200);
        service.clock.move(Duration.ofMinutes(61));
        service.get("brief", "/pools").is(401);
        service.clock.jump(EIGHTY_YEARS.negated());
        service.get("brief", "/pools").is(401);
    }

    @Test
    void keptAnswersAndOffers_surviveAJump() {
        String path = booked("course");
        Result offers = service.send("ana", "POST", "/offers", "{" + TestService.job("offered") + "}")
                .is(200);
        String offer = offers.at("/offers/0/id").asText();
        String upload = service.upload(
                        "ana",
                        "{\"name\":\"x\",\"tasks\":[{\"id\":\"a\",\"seconds\":1}]}".getBytes(StandardCharsets.UTF_8))
                .is(201)
                .text("id");
        service.clock.jump(EIGHTY_YEARS);
        tick();
        assertThat(booked("course")).isEqualTo(path);
        service.clock.jump(EIGHTY_YEARS.negated());
        tick();
        assertThat(booked("course")).isEqualTo(path);
        service.send("ana", "POST", "/reservations", "{\"offer\":\"" + offer + "\"}")
                .is(201);
        service.get("ana", "/workflows/" + upload).is(200);
    }
}
