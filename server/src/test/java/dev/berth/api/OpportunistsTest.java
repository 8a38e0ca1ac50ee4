package dev.berth.api;

import static dev.berth.api.TestService.exactly;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.berth.api.TestService.Result;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Opportunistic jobs over HTTP, as their runners see them. */
@Timeout(60)
class OpportunistsTest {
    private static final String BEGIN = "{\"runner\":\"one\",\"host\":\"dgx\",\"command\":\"python\"}";
    private static final String PATH = "/opportunists/o1";

    private TestService service;

    @BeforeEach
    void start(@TempDir Path data) {
        service = new TestService(data);
    }

    @AfterEach
    void stop() {
        service.close();
    }

    private void queued(String user, String more) {
        service.send(user, "POST", "/opportunists", "{\"name\":\"sweep\",\"pool\":\"fast\"" + more + "}")
                .is(201);
    }

    /** Lets time pass, and the site do what is due. */
    private void pass(Duration time) {
        service.clock.move(time);
        service.send("olga", "POST", "/pools/none/fail", "{\"servers\":[0]}").is(404);
    }

    private void booked(String start, String end, int servers) {
        service.send("ben", "POST", "/reservations", "{" + exactly("his", start, end, servers) + "}")
                .is(201);
    }

    private String state() {
        return service.get("ana", PATH).is(200).text("state");
    }

    /** Two servers for an hour, until ben's reservation needs both; then again when it is over. */
    @Test
    void runsOnIdleServers_makesWay_andGoesOn() {
        queued("ana", ",\"servers\":2");
        assertThat(state()).isEqualTo("queued");
        booked("2026-11-16T09:00:00Z", "2026-11-16T10:00:00Z", 2);
        pass(Duration.ofMinutes(1));
        Result running = service.get("ana", PATH + "/follow").is(200);
        assertThat(running.at("/opportunist/state").asText()).isEqualTo("running");
        assertThat(running.at("/opportunist/since").asText()).isEqualTo("2026-11-16T08:00:00Z");
        assertThat(running.at("/opportunist/until").asText()).isEqualTo("2026-11-16T09:00:00Z");
        assertThat(running.at("/opportunist/serverNumbers")).hasSize(2);
        Result begun = service.send("ana", "POST", PATH + "/run", BEGIN).is(200);
        assertThat(begun.text("beat")).isEqualTo("PT30S");
        assertThat(begun.at("/starts").asInt()).isEqualTo(1);
        service.send("ana", "POST", PATH + "/run", BEGIN.replace("one", "two"))
                .is(409)
                .code("already-runs");
        service.send("ana", "POST", PATH + "/run/beat", "{\"runner\":\"one\"}").is(204);
        service.send("ana", "POST", PATH + "/run/beat", "{\"runner\":\"two\"}")
                .is(409)
                .code("not-running");

        service.restart();
        pass(Duration.ofMinutes(58));
        service.send("ana", "POST", PATH + "/run/end", "{\"runner\":\"one\",\"exitCode\":143,\"cutShort\":true}")
                .is(200);
        assertThat(state()).isEqualTo("running");
        pass(Duration.ofMinutes(1));
        assertThat(state()).isEqualTo("queued");
        assertThat(service.get("ana", PATH + "/follow").at("/before").asInt()).isZero();
        service.send("ana", "POST", PATH + "/run", BEGIN).is(409).code("not-running");
        assertThat(service.get("ben", "/reservations/r1").text("state")).isEqualTo("running");

        pass(Duration.ofHours(1));
        assertThat(state()).isEqualTo("running");
        service.send("ana", "POST", PATH + "/run", BEGIN).is(200);
        pass(Duration.ofMinutes(30));
        Result ended = service.send("ana", "POST", PATH + "/run/end", "{\"runner\":\"one\",\"exitCode\":7}")
                .is(200);
        assertThat(ended.text("state")).isEqualTo("exited");
        assertThat(ended.at("/exitCode").asInt()).isEqualTo(7);
        assertThat(ended.at("/starts").asInt()).isEqualTo(2);
        assertThat(used("ana")).isEqualTo("2.933333");
    }

    /** Two servers for 58 and for 30 minutes are 2.93 server-hours. */
    private String used(String user) {
        for (JsonNode row : service.get("olga", "/reports/usage").is(200).at("/rows")) {
            if (row.path("name").asText().equals(user)) {
                assertThat(row.path("used").asDouble()).isZero();
                return row.path("opportunistic").asText();
            }
        }
        return "";
    }

    /** The reservation has started, and its command waits until the runner says that the other one is over. */
    @Test
    void suddenReservation_startsAtOnce_andItsCommandAMomentLater() {
        queued("ana", ",\"servers\":2");
        pass(Duration.ofMinutes(1));
        service.send("ana", "POST", PATH + "/run", BEGIN).is(200);
        String seen = service.get("ana", PATH + "/follow").text("seen");
        CompletableFuture<Result> waiting = CompletableFuture.supplyAsync(
                () -> service.get("ana", PATH + "/follow?runner=one&wait=PT1M&seen=" + seen));
        String reservation = service.send(
                        "ben", "POST", "/reservations", "{\"name\":\"now\",\"stay\":\"PT1H\",\"pool\":\"fast\"}")
                .is(201)
                .text("id");
        service.clock.move(Duration.ofMillis(1));
        pass(Duration.ofSeconds(1));
        Result preempted = waiting.join();
        // The first news may be that it has to make way soon.
        while (preempted.at("/opportunist/state").asText().equals("running")) {
            preempted = service.get("ana", PATH + "/follow?runner=one&wait=PT1M&seen=" + preempted.text("seen"));
        }
        assertThat(preempted.at("/opportunist/state").asText()).isEqualTo("queued");
        assertThat(preempted.at("/heard").asBoolean()).isTrue();
        assertThat(preempted.at("/opportunist/run/state").asText()).isEqualTo("stopped");
        String begin = BEGIN.replace("one", "his");
        service.send("ben", "POST", "/reservations/" + reservation + "/run", begin)
                .is(503)
                .code("servers-in-use");
        service.send("ana", "POST", PATH + "/run/end", "{\"runner\":\"one\",\"exitCode\":143,\"cutShort\":true}")
                .is(200);
        service.send("ben", "POST", "/reservations/" + reservation + "/run", begin)
                .is(200);
    }

    @Test
    void workHasALimit_ifThatIsWanted() {
        queued("ana", ",\"work\":\"PT30M\"");
        pass(Duration.ofMinutes(1));
        assertThat(service.get("ana", PATH + "/follow").at("/opportunist/until").asText())
                .isEqualTo("2026-11-16T08:30:00Z");
        pass(Duration.ofHours(1));
        Result done = service.get("ana", PATH).is(200);
        assertThat(done.text("state")).isEqualTo("work-done");
        assertThat(done.text("ended")).isEqualTo("2026-11-16T08:30:00Z");
        assertThat(service.get("ana", PATH + "/follow")
                        .is(200)
                        .at("/opportunist/until")
                        .isMissingNode())
                .isTrue();
        assertThat(service.get("ana", "/opportunists?open=true").at("/opportunists"))
                .isEmpty();
        assertThat(service.get("ana", "/opportunists").at("/opportunists")).hasSize(1);
    }

    @Test
    void timetable_showsItToAll_withoutItsName() {
        queued("ana", "");
        booked("2026-11-16T12:00:00Z", "2026-11-16T13:00:00Z", 2);
        pass(Duration.ofMinutes(1));
        String line = "/pools/1/opportunists/0";
        Result others = service.get("ben", "/timetable?by=server").is(200);
        assertThat(others.at("/pools/1/pool").asText()).isEqualTo("fast");
        assertThat(others.at(line))
                .hasToString("{\"opportunist\":\"o1\",\"start\":\"2026-11-16T08:00:00Z\",\"servers\":1,"
                        + "\"until\":\"2026-11-16T12:00:00Z\",\"serverNumbers\":[0]}");
        Result own = service.get("ana", "/timetable").is(200);
        assertThat(own.at(line + "/name").asText()).isEqualTo("sweep");
        assertThat(service.get("ana", "/timetable?from=2026-11-16T13:00:00Z")
                        .is(200)
                        .at(line)
                        .isMissingNode())
                .isTrue();
    }

    @Test
    void others_neitherSeeNorTouchIt() {
        queued("ana", "");
        service.get("ben", PATH).is(403);
        service.get("ben", PATH + "/follow").is(403);
        service.send("ben", "DELETE", PATH, "").is(403);
        assertThat(service.get("ben", "/opportunists").at("/opportunists")).isEmpty();
        assertThat(service.get("olga", "/opportunists").at("/opportunists")).hasSize(1);
        assertThat(service.send("olga", "DELETE", PATH, "").is(200).text("state"))
                .isEqualTo("withdrawn");
        assertThat(service.send("ana", "DELETE", PATH, "").is(200).text("state"))
                .isEqualTo("withdrawn");
        service.get("ana", "/opportunists/x1").is(404).code("unknown-opportunist");
    }

    @Test
    void numberAndSize_areLimited() {
        for (int i = 0; i < 100; i++) {
            queued("ana", "");
        }
        service.send("ana", "POST", "/opportunists", "{\"name\":\"more\"}")
                .is(409)
                .code("too-many-opportunists");
        queued("ben", "");
        service.send("ana", "DELETE", PATH, "").is(200);
        queued("ana", "");
        service.send("ben", "POST", "/opportunists", "{\"name\":\"x\",\"servers\":3,\"pool\":\"fast\"}")
                .is(409)
                .code("too-many-servers");
        service.send("ben", "POST", "/opportunists", "{\"name\":\"x\",\"work\":\"P99999D\"}")
                .is(422)
                .code("invalid");
        service.send("ben", "POST", "/opportunists", "{\"name\":\"x\",\"host\":\"nowhere\"}")
                .is(422)
                .code("invalid");
        service.send("ben", "POST", "/opportunists", "{\"name\":\"x\",\"pool\":\"none\"}")
                .is(404)
                .code("unknown-pool");
    }

    /** Written once, however often it is asked for. */
    @Test
    void sameKey_queuesOnce() {
        String body = "{\"name\":\"once\"}";
        String first = service.send("ana", "POST", "/opportunists", body, "Idempotency-Key", "k1")
                .is(201)
                .text("id");
        assertThat(service.send("ana", "POST", "/opportunists", body, "Idempotency-Key", "k1")
                        .is(201)
                        .text("id"))
                .isEqualTo(first);
        assertThat(service.get("ana", "/opportunists").at("/opportunists")).hasSize(1);
    }
}
