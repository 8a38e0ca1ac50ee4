package dev.berth.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.berth.server.settings.SiteSettings;
import dev.berth.site.Visibility;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Visibility of reservations: colleagues see who has what by default, but no prices, terms or private names. */
class VisibilityTest {
    private static final List<String> BUSY = List.of("id", "state", "pool", "servers", "start", "end");

    @TempDir
    private Path data;

    private static List<String> fields(JsonNode node) {
        List<String> names = new ArrayList<>();
        node.fieldNames().forEachRemaining(names::add);
        return names;
    }

    private TestService service(SiteSettings settings) {
        return new TestService(data, new Contract(), settings);
    }

    @Test
    void names_areSeenByColleagues_privateOnesAreNot() throws Exception {
        try (TestService service = service(TestService.usual().with(draft -> draft.visibility = Visibility.NAMES));
                EventStream ben = EventStream.open(service, "ben", "")) {
            service.send("ana", "POST", "/reservations", "{" + TestService.job("render") + "}")
                    .is(201);
            service.send("ana", "POST", "/reservations", "{" + TestService.job(".secret") + "}")
                    .is(201);
            for (String colleague : List.of("ben", "vera")) {
                JsonNode seen = service.get(colleague, "/reservations").at("/reservations");
                assertThat(fields(seen.get(0)))
                        .containsAll(BUSY)
                        .contains("name", "user")
                        .hasSize(8);
                assertThat(seen.at("/0/name").asText()).isEqualTo("render");
                assertThat(seen.at("/0/user").asText()).isEqualTo("ana");
                assertThat(fields(seen.get(1)))
                        .containsAll(BUSY)
                        .contains("user")
                        .hasSize(7);
                assertThat(service.get(colleague, "/timetable").response().body())
                        .contains("render", "\"user\":\"ana\"")
                        .doesNotContain("secret");
            }
            assertThat(service.get("ben", "/reservations?user=ana").at("/reservations"))
                    .hasSize(2);
            assertThat(service.get("ben", "/reservations/r2").response().body()).doesNotContain("secret", "price");
            assertThat(service.get("ana", "/reservations/r2").text("name")).isEqualTo(".secret");
            assertThat(service.get("olga", "/reservations/r2").text("name")).isEqualTo(".secret");
            service.send("ben", "DELETE", "/reservations/r1", "").is(403);
            Map<String, String> told = ben.next();
            service.contract.event(told.get("data"));
            assertThat(told.get("data"))
                    .contains("\"name\":\"render\"", "\"user\":\"ana\"")
                    .doesNotContain("price");
            assertThat(ben.next().get("data")).contains("\"user\":\"ana\"").doesNotContain("secret");
        }
    }

    @Test
    void busy_hidesWhoHasWhat() {
        try (TestService service = service(TestService.usual().with(draft -> draft.visibility = Visibility.BUSY))) {
            service.send("ana", "POST", "/reservations", "{" + TestService.job("render") + "}")
                    .is(201);
            assertThat(fields(service.get("ben", "/reservations").at("/reservations/0")))
                    .containsExactlyInAnyOrderElementsOf(BUSY);
            assertThat(service.get("ben", "/timetable").response().body()).doesNotContain("render", "ana");
            assertThat(service.get("ben", "/reservations?user=ana").at("/reservations"))
                    .isEmpty();
            String series = service.send(
                            "ana",
                            "POST",
                            "/reservations",
                            "{" + TestService.exactly("course", "2026-12-01T08:00:00Z", "2026-12-01T09:00:00Z", 1)
                                    + ",\"recurrence\":{\"rule\":\"FREQ=DAILY;COUNT=3\",\"zone\":\"UTC\"}}")
                    .is(201)
                    .text("series");
            for (String stranger : List.of("ben", "vera")) {
                assertThat(service.get(stranger, "/reservations?series=" + series)
                                .at("/reservations"))
                        .as(stranger)
                        .isEmpty();
            }
            for (String owner : List.of("ana", "olga")) {
                assertThat(service.get(owner, "/reservations?series=" + series).at("/reservations"))
                        .as(owner)
                        .hasSize(3);
            }
        }
    }
}
