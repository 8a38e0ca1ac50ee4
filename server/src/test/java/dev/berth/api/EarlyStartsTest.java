package dev.berth.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.berth.wire.Json;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Early starts: a reservation that may start when servers are free does so, and its owner is told; others do not. */
class EarlyStartsTest {
    @TempDir
    Path data;

    private static String hour(String name) {
        return "\"name\":\"%s\",\"stay\":\"PT1H\",\"pool\":\"solo\",\"deadline\":\"2026-11-16T20:00:00Z\""
                .formatted(name);
    }

    private static void pass(TestService service, Duration time) {
        service.clock.move(time);
        // Any write lets time pass.
        service.send("olga", "POST", "/pools/none/fail", "{\"servers\":[0]}").is(404);
    }

    private static void soloPool(TestService service) {
        service.send("olga", "POST", "/pools", "{\"name\":\"solo\",\"servers\":1,\"rate\":\"1\"}")
                .is(201);
    }

    @Test
    void whenFree_startsAsSoonAsServersAreFree_andItIsTold() throws Exception {
        try (TestService service = new TestService(data)) {
            soloPool(service);
            service.send("ana", "POST", "/reservations", "{" + hour("first") + "}")
                    .is(201);
            String early = service.send(
                            "ben", "POST", "/reservations", "{" + hour("early") + ",\"starts\":\"when-free\"}")
                    .is(201)
                    .text("start");
            String promised = service.send("ben", "POST", "/reservations", "{" + hour("promised") + "}")
                    .is(201)
                    .text("start");
            pass(service, Duration.ofMinutes(10));
            try (EventStream ben = EventStream.open(service, "ben", "")) {
                service.send("ana", "POST", "/reservations/r1/finish", "").is(200);
                pass(service, Duration.ofSeconds(1));
                Map<String, String> told = ben.next();
                while (!told.get("event").equals("starts-early")) {
                    told = ben.next();
                }
                service.contract.event(told.get("data"));
                JsonNode event = Json.read(told.get("data").getBytes(StandardCharsets.UTF_8));
                assertThat(event.at("/promised").asText()).isEqualTo(early);
                assertThat(event.at("/reservation/start").asText()).isEqualTo("2026-11-16T08:10:00Z");
            }
            service.get("ben", "/reservations/r2").is(200);
            assertThat(service.get("ben", "/reservations/r2").text("state")).isEqualTo("running");
            assertThat(service.get("ben", "/reservations/r2").text("starts")).isEqualTo("when-free");
            assertThat(service.get("ben", "/reservations/r3").text("start")).isEqualTo(promised);
        }
    }

    @Test
    void whatComesFreeEarlier_isTheExpectedStart_andThePromiseStays() {
        try (TestService service = new TestService(data)) {
            soloPool(service);
            service.send("ana", "POST", "/reservations", "{" + hour("first") + "}")
                    .is(201);
            service.send("ana", "POST", "/reservations", "{" + hour("second") + "}")
                    .is(201);
            String promised = service.send(
                            "ben", "POST", "/reservations", "{" + hour("third") + ",\"starts\":\"when-free\"}")
                    .is(201)
                    .text("start");
            assertThat(service.get("ben", "/reservations/r3").is(200).json().has("expectedStart"))
                    .isFalse();
            String seen = service.get("ben", "/reservations/r3/follow").is(200).text("seen");
            String freed = service.get("ana", "/reservations/r2").text("start");
            service.send("ana", "DELETE", "/reservations/r2", "").is(200);

            assertThat(service.get("ben", "/reservations/r3").is(200).text("expectedStart"))
                    .isEqualTo(freed);
            assertThat(service.get("ben", "/reservations/r3").text("start")).isEqualTo(promised);
            assertThat(service.get("ben", "/reservations?user=me&summary=true")
                            .is(200)
                            .at("/reservations/0/expectedStart")
                            .asText())
                    .isEqualTo(freed);
            assertThat(service.get("ben", "/reservations/r3/follow?wait=PT1M&seen=" + seen)
                            .is(200)
                            .at("/reservation/expectedStart")
                            .asText())
                    .isEqualTo(freed);
            assertThat(service.get("ana", "/reservations/r3").json().has("expectedStart"))
                    .as("nobody else's business")
                    .isFalse();
        }
    }

    @Test
    void notice_isWaitedFor_andNeedsWhenFree() {
        try (TestService service = new TestService(data)) {
            soloPool(service);
            service.send("ana", "POST", "/reservations", "{" + hour("first") + "}")
                    .is(201);
            service.send(
                            "ben",
                            "POST",
                            "/reservations",
                            "{" + hour("told") + ",\"starts\":\"when-free\",\"notice\":\"PT15M\"}")
                    .is(201);
            pass(service, Duration.ofMinutes(10));
            service.send("ana", "DELETE", "/reservations/r1", "").is(200);
            pass(service, Duration.ofSeconds(1));
            assertThat(service.get("ben", "/reservations/r2").text("start")).isEqualTo("2026-11-16T08:25:00Z");
            assertThat(service.get("ben", "/reservations/r2").text("notice")).isEqualTo("PT15M");
            assertThat(service.send("ben", "POST", "/reservations", "{" + hour("x") + ",\"notice\":\"PT15M\"}")
                            .is(422)
                            .at("/errors/0/field")
                            .asText())
                    .isEqualTo("notice");
            service.send("ben", "POST", "/reservations", "{" + hour("x") + ",\"starts\":\"soon\"}")
                    .is(422);
        }
    }

    @Test
    void calendarFeed_followsAnEarlyStart() {
        try (TestService service = new TestService(data)) {
            soloPool(service);
            service.send("ana", "POST", "/reservations", "{" + hour("first") + "}")
                    .is(201);
            service.send("ben", "POST", "/reservations", "{" + hour("early") + ",\"starts\":\"when-free\"}")
                    .is(201);
            assertThat(service.get("ben", "/calendar/ben.ics")
                            .is(200)
                            .response()
                            .body())
                    .contains("DTSTART:20261116T090000Z", "DTEND:20261116T100000Z");
            pass(service, Duration.ofMinutes(10));
            service.send("ana", "POST", "/reservations/r1/finish", "").is(200);
            pass(service, Duration.ofSeconds(1));
            assertThat(service.get("ben", "/calendar/ben.ics")
                            .is(200)
                            .response()
                            .body())
                    .contains("DTSTART:20261116T081000Z", "DTEND:20261116T091000Z")
                    .containsOnlyOnce("BEGIN:VEVENT");
        }
    }
}
