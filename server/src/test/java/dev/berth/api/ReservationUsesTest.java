package dev.berth.api;

import static dev.berth.api.TestService.exactly;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.berth.service.guard.Sightings;
import dev.berth.site.Visibility;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whether those who have reserved servers use them, for whoever may see whose they are. */
class ReservationUsesTest {
    private static final Duration ROUND = Duration.ofSeconds(30);

    @TempDir
    private Path data;

    private TestService service;

    @BeforeEach
    void open() {
        open(Visibility.NAMES);
    }

    private void open(Visibility visibility) {
        service = new TestService(
                data.resolve(visibility.name()),
                new Contract(),
                TestService.usual().with(draft -> draft.visibility = visibility));
        service.send("olga", "POST", "/pools", """
                {"name":"gpu","rate":"1","unit":"gpu","serverList":[{"name":"left","host":"dgx","device":"GPU-a"}]}""").is(201);
        service.send(
                        "ana",
                        "POST",
                        "/reservations",
                        "{"
                                + exactly("job", TestService.START, "2026-11-16T12:00:00Z", 1)
                                        .replace("\"fast\"", "\"gpu\"")
                                + "}")
                .is(201);
        service.clock.move(ROUND);
    }

    @AfterEach
    void close() {
        service.close();
    }

    private void seen(String user) {
        String use = user.isEmpty()
                ? ""
                : "{\"devices\":[\"GPU-a\"],\"user\":\"%s\",\"pid\":7,\"process\":\"python3\"}".formatted(user);
        service.send("olga", "POST", "/hosts/dgx/uses", "{\"devices\":[\"GPU-a\"],\"uses\":[" + use + "]}")
                .is(200);
    }

    private JsonNode uses(String account) {
        return service.get(account, "/sightings").is(200).at("/uses");
    }

    @Test
    void usedThenIdle_sinceItWasFirstSeenSo() {
        assertThat(uses("ben")).isEmpty();
        seen("ana");
        String begun = uses("ben").at("/0/since").asText();
        service.clock.move(ROUND);
        seen("ana");
        assertThat(uses("ben"))
                .hasToString("[{\"reservation\":\"r1\",\"host\":\"dgx\",\"use\":\"used\",\"since\":\"%s\"}]"
                        .formatted(begun));
        service.clock.move(ROUND);
        seen("");
        String left = uses("ben").at("/0/since").asText();
        assertThat(left).isGreaterThan(begun);
        service.clock.move(ROUND);
        seen("eve");
        assertThat(uses("ben").at("/0/use").asText()).isEqualTo("idle");
        assertThat(uses("ben").at("/0/since").asText()).isEqualTo(left);
        seen("root");
        assertThat(uses("ben").at("/0/use").asText()).isEqualTo("unclear");
    }

    @Test
    void aSilentGuard_saysNothing() {
        seen("ana");
        service.clock.move(Sightings.FRESH.plus(ROUND));
        assertThat(uses("ben")).isEmpty();
    }

    @Test
    void whereOnlyBusyIsTold_onlyOwnersAndOperatorsKnow() {
        service.close();
        open(Visibility.BUSY);
        seen("ana");
        assertThat(uses("ben")).isEmpty();
        assertThat(uses("ana")).hasSize(1);
        assertThat(uses("olga")).hasSize(1);
    }
}
