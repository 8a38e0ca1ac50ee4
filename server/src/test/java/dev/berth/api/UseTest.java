package dev.berth.api;

import static dev.berth.api.TestService.exactly;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.berth.engine.model.PoolId;
import dev.berth.service.use.IdleRule;
import dev.berth.service.use.IdleRules;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How a reservation is used, over HTTP: who measures it, who sees it, who keeps it, and what happens when it is idle. */
class UseTest {
    private static final Duration ROUND = Duration.ofSeconds(30);
    private static final Duration LIMIT = Duration.ofMinutes(10);

    @TempDir
    private Path data;

    private TestService service;

    @BeforeEach
    void open() {
        IdleRule rule = new IdleRule(
                5, LIMIT.toMillis(), IdleRule.Then.END, Duration.ofMinutes(30).toMillis());
        service = new TestService(
                data,
                new Contract(),
                TestService.usual().with(draft -> draft.idle = new IdleRules(Map.of(new PoolId("gpu"), rule))));
        service.send("olga", "POST", "/pools", """
                {"name":"gpu","rate":"1","unit":"gpu","serverList":[{"name":"left","host":"dgx","device":"GPU-a"}]}""").is(201);
        service.send(
                        "ana",
                        "POST",
                        "/reservations",
                        "{"
                                + exactly("job", TestService.START, "2026-11-16T14:00:00Z", 1)
                                        .replace("\"fast\"", "\"gpu\"")
                                + "}")
                .is(201);
        service.clock.move(ROUND);
    }

    @AfterEach
    void close() {
        service.close();
    }

    private JsonNode seen(int busy) {
        service.clock.move(ROUND);
        return service.send("olga", "POST", "/hosts/dgx/uses", """
                {"devices":["GPU-a"],"cores":true,"cards":[{"device":"GPU-a","number":0,"memory":1000,"busy":%d,"used":500}],
                 "loads":[{"user":"ana","cores":100,"memory":2000},{"user":"root"}]}""".formatted(busy))
                .is(200)
                .json();
    }

    private JsonNode seen(int rounds, int busy) {
        JsonNode last = seen(busy);
        for (int i = 1; i < rounds; i++) {
            last = seen(busy);
        }
        return last;
    }

    private JsonNode use(String account) {
        return service.get(account, "/reservations/r1/use").is(200).json();
    }

    @Test
    void itsOwnerAndOperators_seeHowItIsUsed_othersDoNot() {
        assertThat(use("ana").has("chart")).isFalse();
        seen(3, 50);
        assertThat(use("ana").at("/chart/cards").asText()).startsWith("7");
        assertThat(use("olga").at("/chart/cardMemory").asText()).startsWith("7");
        assertThat(use("ana").path("measured").toString())
                .isEqualTo("{\"hours\":\"0.016667\",\"used\":\"0.016667\",\"idle\":\"0\",\"load\":\"0.008333\"}");
        service.get("ben", "/reservations/r1/use").is(403);
        service.get("ana", "/reservations/r9/use").is(404);
    }

    @Test
    void idle_isSaidWithTheTimeThatIsLeft_andThenEnds() {
        seen(2, 0);
        assertThat(use("ana").at("/idle/then").asText()).isEqualTo("end");
        assertThat(use("ana").at("/idle").has("until")).isFalse();
        seen(10, 0);
        assertThat(use("ana").at("/idle/until").asText()).isEqualTo("2026-11-16T08:11:00Z");
        assertThat(seen(8, 0).path("idle")).isEmpty();
        assertThat(seen(4, 0).path("idle").isEmpty()).isTrue();
        assertThat(service.get("ana", "/reservations/r1").is(200).text("state")).isEqualTo("finished-early");
        assertThat(use("ana").at("/chart/cards").asText()).startsWith("0");
    }

    @Test
    void kept_staysAlthoughItIsIdle() {
        seen(12, 0);
        assertThat(service.send("ana", "POST", "/reservations/r1/keep", "{}")
                        .is(200)
                        .text("keptUntil"))
                .isEqualTo("2026-11-16T08:36:30Z");
        seen(40, 0);
        assertThat(use("ana").has("idle")).isFalse();
        assertThat(use("ana").path("keptUntil").asText()).isEqualTo("2026-11-16T08:36:30Z");
        assertThat(service.send("ana", "POST", "/reservations/r1/keep", "{\"for\":\"P1D\"}")
                        .is(200)
                        .text("keptUntil"))
                .as("not beyond its end")
                .isEqualTo("2026-11-16T14:00:00Z");
        service.send("ana", "POST", "/reservations/r1/keep", "{\"for\":\"P8D\"}")
                .is(422);
        service.send("ben", "POST", "/reservations/r1/keep", "{}").is(403);
    }

    @Test
    void aRunner_measuresItsOwnCommand_andIsToldWhenItIsIdle() {
        service.send("ana", "POST", "/reservations/r1/run", """
                {"runner":"x","host":"dgx","command":"train"}""").is(200);
        String body = """
                {"runner":"x","host":"dgx","every":"PT30S","cores":20,"memory":100,
                 "cards":[{"device":"GPU-a","number":0,"memory":1000,"busy":0,"used":500}]}""";
        JsonNode answer = null;
        for (int i = 0; i < 13; i++) {
            service.clock.move(ROUND);
            answer = service.send("ana", "POST", "/reservations/r1/run/use", body)
                    .is(200)
                    .json();
        }
        assertThat(answer.at("/idle/until").asText()).isEqualTo("2026-11-16T08:11:00Z");
        service.send("ana", "POST", "/reservations/r1/run/use", body.replace("\"x\"", "\"y\""))
                .is(409)
                .code("not-running");
        service.send("ben", "POST", "/reservations/r1/run/use", body).is(409);
        service.send("ana", "POST", "/reservations/r1/run/use", body.replace("PT30S", "PT6M"))
                .is(422);
        service.send("ana", "POST", "/reservations/r1/run/use", body.replace("\"busy\":0", "\"busy\":101"))
                .is(422);
    }

    @Test
    void theReport_saysWhatWasLeftIdle() {
        seen(61, 50);
        seen(1, 50);
        service.send("ana", "POST", "/reservations/r1/finish", "").is(200);
        service.restart();
        JsonNode total = service.get("ana", "/reports/usage").is(200).at("/total/measured");
        assertThat(total.path("used").asText()).isEqualTo(total.path("hours").asText());
        assertThat(total.path("hours").asDouble()).isGreaterThan(0.5);
        assertThat(service.get("ben", "/reports/usage").is(200).at("/total").has("measured"))
                .isFalse();
    }
}
