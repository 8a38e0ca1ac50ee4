package dev.berth.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.berth.engine.book.Command;
import dev.berth.engine.book.Decision;
import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.ServerSet;
import dev.berth.engine.model.Window;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How servers that are settled ahead of a start, or blocked, look from outside. */
class SettledServersTest {
    private static final PoolId FAST = new PoolId("fast");

    @TempDir
    Path data;

    private TestService service;

    @BeforeEach
    void start() {
        service = new TestService(data);
    }

    @AfterEach
    void stop() {
        service.close();
    }

    private void submit(Command command) {
        assertThat(service.server
                        .site()
                        .write("olga", transaction -> transaction.submit(command))
                        .join())
                .isInstanceOf(Decision.Accepted.class);
    }

    private static long time(String instant) {
        return Instant.parse(instant).toEpochMilli();
    }

    private JsonNode timetable(String by) {
        JsonNode pools = service.get("olga", "/timetable?from=2026-11-16T08:00:00Z&to=2026-11-16T20:00:00Z&by=" + by)
                .is(200)
                .at("/pools");
        for (JsonNode pool : pools) {
            if (pool.path("pool").asText().equals("fast")) {
                return pool;
            }
        }
        throw new AssertionError(pools);
    }

    @Test
    void bound_isWaiting_onServersThatAreNoLongerTentative() {
        String path = "/reservations/"
                + service.send(
                                "ana",
                                "POST",
                                "/reservations",
                                "{"
                                        + TestService.exactly("soon", "2026-11-16T09:00:00Z", "2026-11-16T11:00:00Z", 1)
                                        + "}")
                        .is(201)
                        .text("id");
        assertThat(timetable("server").at("/windows/0/tentative").asBoolean()).isTrue();
        submit(new Command.Bind(FAST, time("2026-11-16T09:00:00Z")));
        JsonNode window = timetable("server").at("/windows/0");
        assertThat(window.path("tentative").asBoolean()).isFalse();
        assertThat(window.path("state").asText()).isEqualTo("waiting");
        assertThat(service.get("ana", path).is(200).text("state")).isEqualTo("waiting");
        assertThat(service.get("ana", path).at("/serverNumbers")).isEqualTo(window.path("serverNumbers"));
        assertThat(service.get("ana", "/reservations?state=waiting")
                        .is(200)
                        .at("/reservations/0/name")
                        .asText())
                .isEqualTo("soon");
        service.restart();
        assertThat(timetable("server").at("/windows/0")).isEqualTo(window);
    }

    @Test
    void blocked_saysByWhat_andTwoReasonsTakeTheServerOnce() {
        long now = service.clock.millis();
        submit(new Command.Block(FAST, ServerSet.of(0), new Window(now, time("2026-11-16T12:00:00Z")), "job 7"));
        submit(new Command.Block(FAST, ServerSet.of(0), new Window(now, time("2026-11-16T10:00:00Z")), "node down"));
        JsonNode pool = timetable("pool");
        assertThat(pool.at("/free/0/servers").asInt())
                .isEqualTo(pool.path("servers").asInt() - 1);
        assertThat(pool.path("free")).as("from now on, and from 12:00 on").hasSize(2);
        JsonNode outages = pool.path("outages");
        assertThat(outages.findValuesAsText("cause")).containsExactly("blocked", "blocked");
        assertThat(outages.findValuesAsText("reason")).containsExactly("node down", "job 7");
        submit(new Command.Unblock(FAST, ServerSet.of(0), "job 7"));
        assertThat(timetable("pool").path("outages").findValuesAsText("reason")).containsExactly("node down");
    }
}
