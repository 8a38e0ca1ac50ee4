package dev.berth.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EventsTest {
    @TempDir
    Path data;

    @Test
    void theOwnerSeesDetails_othersSeeThatItIsBusy() throws IOException {
        try (TestService service = new TestService(data);
                EventStream ana = EventStream.open(service, "ana", "");
                EventStream ben = EventStream.open(service, "ben", "")) {
            assertThat(ana.status()).isEqualTo(200);
            service.send("ana", "POST", "/reservations", "{" + TestService.job("hers") + "}")
                    .is(201);
            Map<String, String> seen = ana.next();
            service.contract.event(seen.get("data"));
            assertThat(seen.get("event")).isEqualTo("reserved");
            assertThat(json(seen).at("/reservation/name").asText()).isEqualTo("hers");
            Map<String, String> busy = ben.next();
            assertThat(busy.get("id")).isEqualTo(seen.get("id"));
            assertThat(json(busy).at("/reservation/id").asText()).isEqualTo("r1");
            assertThat(busy.get("data")).doesNotContain("hers").doesNotContain("ana");
        }
    }

    @Test
    void whoComesBackIsToldWhatHappenedMeanwhile() {
        try (TestService service = new TestService(data)) {
            String first;
            try (EventStream stream = EventStream.open(service, "ana", "")) {
                service.send("ana", "POST", "/reservations", "{" + TestService.job("one") + "}")
                        .is(201);
                first = stream.next().get("id");
            }
            service.send("ana", "POST", "/reservations/r1/changes", "{\"kind\":\"fix\"}")
                    .is(200);
            service.send("olga", "POST", "/pools/slow/servers", "{\"count\":1,\"from\":\"2026-11-17T00:00:00Z\"}")
                    .is(200);
            service.send("olga", "POST", "/pools/slow/restore", "{\"servers\":[4]}")
                    .is(200);
            service.send("olga", "PUT", "/pools/slow/tariff", "{\"base\":\"1\"}")
                    .is(200);
            service.send("olga", "POST", "/pools", "{\"name\":\"new\",\"servers\":1,\"rate\":\"1\"}")
                    .is(201);
            service.send("ana", "DELETE", "/reservations/r1", "").is(200);
            try (EventStream stream = EventStream.open(service, "ana", first)) {
                for (String kind : new String[] {
                    "changed", "servers-added", "outage-planned", "outage-ended", "tariff-set", "pool-added"
                }) {
                    Map<String, String> next = stream.next();
                    service.contract.event(next.get("data"));
                    assertThat(next.get("event")).isEqualTo(kind);
                }
                Map<String, String> next = stream.next();
                while (!next.get("event").equals("closed")) {
                    service.contract.event(next.get("data"));
                    next = stream.next();
                }
                service.contract.event(next.get("data"));
                assertThat(next.get("data")).contains("\"cause\":\"cancelled\"");
            }
            service.restart();
            try (EventStream stream = EventStream.open(service, "ana", first)) {
                Map<String, String> reset = stream.next();
                service.contract.event(reset.get("data"));
                assertThat(reset.get("event")).isEqualTo("reset");
            }
        }
    }

    @Test
    void holdsConfirmationsAndStartsAreTold() {
        try (TestService service = new TestService(data);
                EventStream stream = EventStream.open(service, "olga", "")) {
            service.send("ana", "POST", "/offers", "{" + TestService.job("held") + ",\"hold\":\"PT5M\"}")
                    .is(200);
            assertThat(stream.next().get("event")).isEqualTo("held");
            service.send("ana", "POST", "/reservations/r1/confirm", "").is(200);
            assertThat(stream.next().get("event")).isEqualTo("confirmed");
            service.clock.move(Duration.ofHours(13));
            Map<String, String> started = stream.next();
            service.contract.event(started.get("data"));
            assertThat(started.get("event")).isEqualTo("started");
            assertThat(started.get("data")).contains("\"serverNumbers\":[");
            assertThat(stream.next().get("event")).isEqualTo("closed");
        }
    }

    @Test
    void aStreamEndsWithTheRightsOfItsAccount() {
        try (TestService service = new TestService(data);
                EventStream stream = EventStream.open(service, "ben", "")) {
            service.send("admin", "DELETE", "/accounts/ben", "").is(204);
            assertThat(stream.next()).isEmpty();
        }
    }

    @Test
    void aStreamEndsWithItsToken_andNoOther() {
        try (TestService service = new TestService(data)) {
            TestService.Result made =
                    service.send("ana", "POST", "/tokens", "{}").is(201);
            service.tokens.put("second", made.text("token"));
            try (EventStream ended = EventStream.open(service, "second", "");
                    EventStream stays = EventStream.open(service, "ana", "")) {
                service.send("ana", "DELETE", "/tokens/" + made.text("id"), "").is(204);
                service.send("ana", "POST", "/reservations", "{" + TestService.job("hers") + "}")
                        .is(201);
                assertThat(ended.next()).as("told nothing after its end").isEmpty();
                assertThat(stays.next().get("event")).isEqualTo("reserved");
                service.get("second", "/pools").is(401);
            }
        }
    }

    @Test
    void aStreamEndsWhenItsTokenExpires() {
        try (TestService service = new TestService(data)) {
            service.tokens.put(
                    "brief",
                    service.send("ana", "POST", "/tokens", "{\"lifetime\":\"PT1H\"}")
                            .is(201)
                            .text("token"));
            try (EventStream stream = EventStream.open(service, "brief", "")) {
                service.clock.move(Duration.ofHours(2));
                assertThat(stream.next()).isEmpty();
            }
        }
    }

    @Test
    void aStreamEndsWhenItsAccountChanges() {
        try (TestService service = new TestService(data);
                EventStream stream = EventStream.open(service, "olga", "")) {
            service.send("admin", "PUT", "/accounts/olga", "{\"role\":\"viewer\"}")
                    .is(200);
            service.send("ana", "POST", "/reservations", "{" + TestService.job("hers") + "}")
                    .is(201);
            assertThat(stream.next()).as("told nothing as the operator she was").isEmpty();
        }
    }

    private static JsonNode json(Map<String, String> message) throws IOException {
        return TestService.JSON.readTree(message.get("data"));
    }
}
