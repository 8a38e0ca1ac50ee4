package dev.berth.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Error messages for people: readable times, correct singular and plural, servers as ranges. */
class MessagesTest {
    @TempDir
    private Path data;

    @Test
    void deadlineBeforeReady_isSaidWithTimes() {
        try (TestService service = new TestService(data)) {
            TestService.Result refused =
                    service.send("ana", "POST", "/reservations", """
                            {"name":"j","stay":"PT1H","ready":"2026-11-16T10:00:00Z","deadline":"2026-11-16T09:00:00Z"}""").is(422);
            assertThat(refused.at("/errors/0/field").asText()).isEqualTo("deadline");
            assertThat(refused.at("/errors/0/value").asText()).isEqualTo("2026-11-16T09:00:00Z");
            assertThat(refused.at("/errors/0/rule").asText()).contains("start, 2026-11-16T10:00:00Z");
            service.send("ana", "POST", "/reservations", "{" + TestService.job("kept") + "}")
                    .is(201);
            for (String change : new String[] {
                "{\"kind\":\"relax\",\"ready\":\"2026-11-16T10:00:00Z\",\"deadline\":\"2026-11-16T09:00:00Z\"}",
                "{\"kind\":\"relax\",\"deadline\":\"2026-11-16T07:00:00Z\"}",
                "{\"kind\":\"move\",\"by\":\"-P30000D\"}"
            }) {
                assertThat(service.send("ana", "POST", "/reservations/r1/changes", change)
                                .response()
                                .body())
                        .as(change)
                        .doesNotContainPattern("\\d{13}");
            }
        }
    }

    @Test
    void oneServer_isNotOneServers_andManyAreRanges() {
        try (TestService service = new TestService(data)) {
            service.send("olga", "POST", "/pools", "{\"name\":\"solo\",\"servers\":1,\"rate\":\"1\"}")
                    .is(201);
            service.send("olga", "POST", "/pools", "{\"name\":\"wide\",\"servers\":200,\"rate\":\"1\"}")
                    .is(201);
            service.send("ana", "POST", "/reservations", """
                            {"name":"all","pool":"wide","servers":200,"stay":"PT1H","deadline":"2026-11-16T20:00:00Z"}""").is(201);
            String wall = "{\"name\":\"%s\",\"pool\":\"solo\",\"stay\":\"PT1H\",\"deadline\":\"2026-11-16T09:30:00Z\"}";
            service.send("ana", "POST", "/reservations", wall.formatted("first"))
                    .is(201);
            assertThat(service.send("ana", "POST", "/reservations", wall.formatted("second"))
                            .is(409)
                            .text("detail"))
                    .contains("needs 1 free server for");
            StringBuilder numbers = new StringBuilder("3");
            for (int i = 100; i < 150; i++) {
                numbers.append(',').append(i);
            }
            assertThat(service.send("olga", "POST", "/pools/wide/drain", "{\"servers\":[" + numbers + "]}")
                            .is(409)
                            .text("detail"))
                    .contains("Servers 3, 100-149 of pool wide", "1 reservation could not be kept");
            JsonNode affected = service.send("olga", "POST", "/pools/wide/drain", "{\"servers\":[3],\"dryRun\":true}")
                    .is(200)
                    .at("/affected/0");
            assertThat(affected.path("name").asText()).isEqualTo("all");
            assertThat(affected.path("user").asText()).isEqualTo("ana");
            assertThat(affected.path("start").asText()).isEqualTo("2026-11-16T08:00:00Z");
            assertThat(service.get("olga", "/audit").response().body()).contains("1 server of rate 1");
        }
    }
}
