package dev.berth.api;

import static dev.berth.api.TestService.exactly;
import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.api.TestService.Result;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Commands in reservations, as runners tell of them. */
class RunsTest {
    private static final String BEGIN = "{\"runner\":\"one\",\"host\":\"dgx\",\"command\":\"python\"}";

    private TestService service;
    private String path;

    @BeforeEach
    void start(@TempDir Path data) {
        service = new TestService(data);
        path = "/reservations/"
                + service.send(
                                "ana",
                                "POST",
                                "/reservations",
                                "{" + exactly("mine", TestService.START, "2026-11-16T10:00:00Z", 1) + "}")
                        .is(201)
                        .text("id");
        service.clock.move(Duration.ofMinutes(5));
    }

    @AfterEach
    void stop() {
        service.close();
    }

    @Test
    void aRun_fromBeginningToEnd() {
        Result begun = service.send("ana", "POST", path + "/run", BEGIN).is(200);
        assertThat(begun.text("state")).isEqualTo("running");
        assertThat(begun.text("beat")).isEqualTo("PT30S");
        service.send("ana", "POST", path + "/run/beat", "{\"runner\":\"one\"}").is(204);
        service.send("ana", "POST", path + "/run/beat", "{\"runner\":\"two\"}")
                .is(409)
                .code("not-running");
        service.send("ana", "POST", path + "/run", BEGIN.replace("one", "two"))
                .is(409)
                .code("already-runs");
        assertThat(service.get("ana", path).at("/run/host").asText()).isEqualTo("dgx");
        assertThat(service.get("ben", path).at("/run").isMissingNode()).isTrue();

        service.restart();
        service.send("ana", "POST", path + "/run/beat", "{\"runner\":\"one\"}").is(204);
        service.clock.move(Duration.ofMinutes(5));
        Result ended = service.send("ana", "POST", path + "/run/end", "{\"runner\":\"one\",\"exitCode\":7}")
                .is(200);

        assertThat(ended.text("state")).isEqualTo("exited");
        Result past = service.get("ana", path).is(200);
        assertThat(past.text("state")).isEqualTo("finished-early");
        assertThat(past.at("/run/exitCode").asInt()).isEqualTo(7);
        assertThat(past.at("/run/ended").asText()).isEqualTo("2026-11-16T08:10:00Z");
        service.send("ana", "POST", path + "/run/beat", "{\"runner\":\"one\"}").is(409);
    }

    @Test
    void whoFollows_isHeard() {
        String follow = path + "/follow?runner=one";
        assertThat(service.get("ana", follow).is(200).at("/heard").asBoolean()).isFalse();
        service.send("ana", "POST", path + "/run", BEGIN).is(200);

        assertThat(service.get("ana", follow).is(200).at("/heard").asBoolean()).isTrue();
        assertThat(service.get("ana", path + "/follow?runner=two").at("/heard").asBoolean())
                .isFalse();
        assertThat(service.get("ana", path + "/follow").at("/heard").isMissingNode())
                .isTrue();
        service.get("ben", follow).is(403);
    }

    @Test
    void theEndOfATask_keepsItsServers() {
        service.send("ana", "POST", path + "/run", BEGIN).is(200);

        service.send("ana", "POST", path + "/run/end", "{\"runner\":\"one\",\"exitCode\":0,\"keepsServers\":true}")
                .is(200);

        assertThat(service.get("ana", path).text("state")).isEqualTo("running");
        assertThat(service.get("ana", path).at("/run/state").asText()).isEqualTo("exited");
    }

    @Test
    void list_isOnesOwn() {
        service.send("ana", "POST", path + "/run", BEGIN).is(200);

        assertThat(service.get("ana", "/runs").is(200).at("/runs/0/reservation").asText())
                .isEqualTo("r1");
        assertThat(service.get("ben", "/runs").is(200).at("/runs")).isEmpty();
        assertThat(service.get("olga", "/runs?running=true&limit=1").at("/runs"))
                .hasSize(1);

        service.send("ana", "POST", path + "/run/end", "{\"runner\":\"one\",\"exitCode\":0}")
                .is(200);
        assertThat(service.get("ana", "/runs?running=true").at("/runs")).isEmpty();
        assertThat(service.get("ana", "/runs?after=r0").is(422).at("/errors")).isNotEmpty();
    }

    @Test
    void whatIsWrong_isSaid() {
        service.send("ana", "POST", path + "/run", "{\"runner\":\"one\"}").is(422);
        service.send("ana", "POST", path + "/run/end", "{\"runner\":\"one\",\"exitCode\":256}")
                .is(422);
        service.send("ana", "POST", path + "/run/beat", "{}").is(422);
        service.send("ana", "POST", "/reservations/r9/run", BEGIN).is(404);
    }
}
