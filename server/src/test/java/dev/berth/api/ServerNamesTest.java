package dev.berth.api;

import static dev.berth.api.TestService.exactly;
import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.api.TestService.Result;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Servers with names are called by them, wherever their numbers are told. */
class ServerNamesTest {
    private static final String POOL = """
            {"name":"gpu","rate":"1","unit":"gpu","serverList":[
              {"name":"left","host":"dgx","device":"GPU-a"},{"name":"right","host":"dgx"}]}""";

    @TempDir
    private Path data;

    private TestService service;

    @BeforeEach
    void open() {
        service = new TestService(data);
        service.send("olga", "POST", "/pools", POOL).is(201);
    }

    @AfterEach
    void close() {
        service.close();
    }

    private Result add(String servers) {
        return service.send("olga", "POST", "/pools/gpu/servers", "{\"serverList\":[" + servers + "]}");
    }

    /** Neither another host nor another word for servers would help, so the refusal names what no pool has. */
    @Test
    void whatNoPoolHas_isNamed_whicheverHostIsWanted() {
        String job = "{" + TestService.job("train") + ",\"attributes\":{\"gpu\":\"h300\"}%s}";
        Result anywhere = service.send("ana", "POST", "/reservations", job.formatted(""))
                .is(409)
                .code("no-matching-pool");
        assertThat(anywhere.text("detail")).contains("h300");
        for (String wanted : List.of(",\"host\":\"dgx\"", ",\"host\":\"nowhere\"", ",\"unit\":\"gpu\"")) {
            assertThat(service.send("ana", "POST", "/reservations", job.formatted(wanted))
                            .is(409)
                            .text("detail"))
                    .isEqualTo(anywhere.text("detail"));
        }
    }

    @Test
    void reservation_saysWhichMachines_alsoAfterARestart() {
        service.send(
                        "ana",
                        "POST",
                        "/reservations",
                        "{"
                                + exactly("train", TestService.START, "2026-11-16T09:00:00Z", 2)
                                        .replace("fast", "gpu") + "}")
                .is(201);
        service.clock.move(Duration.ofMinutes(1));
        service.restart();

        Result standing = service.get("ana", "/reservations/r1/follow");
        assertThat(standing.at("/reservation/state").asText()).isEqualTo("running");
        assertThat(standing.at("/reservation/serverNames")).hasToString("[\"left\",\"right\"]");
        assertThat(standing.at("/machines"))
                .hasToString("[{\"number\":0,\"name\":\"left\",\"host\":\"dgx\",\"device\":\"GPU-a\"},"
                        + "{\"number\":1,\"name\":\"right\",\"host\":\"dgx\"}]");
        assertThat(service.get("ana", "/timetable?by=server&pool=gpu")
                        .at("/pools/0/serverList/1/name")
                        .asText())
                .isEqualTo("right");
        // Like the numbers, names are for the owner.
        assertThat(service.get("ben", "/reservations/r1").response().body()).doesNotContain("left");
    }

    @Test
    void withoutNames_nothingIsSaid() {
        service.send("ana", "POST", "/reservations", "{" + TestService.job("plain") + ",\"pool\":\"fast\"}")
                .is(201);
        service.clock.move(Duration.ofHours(10));
        assertThat(service.get("ana", "/reservations/r1/follow").response().body())
                .doesNotContain("machines")
                .doesNotContain("serverNames");
        assertThat(service.get("ana", "/pools/fast").response().body()).doesNotContain("serverList");
    }

    @Test
    void moreServers_haveTheNextNumbers_andAKnownNameMoves() {
        assertThat(add("{\"name\":\"new\"},{\"name\":\"left\",\"host\":\"other\",\"device\":\"GPU-b\"}")
                        .is(200)
                        .at("/serverList"))
                .hasToString("[{\"number\":0,\"name\":\"left\",\"host\":\"other\",\"device\":\"GPU-b\"},"
                        + "{\"number\":1,\"name\":\"right\",\"host\":\"dgx\"},{\"number\":2,\"name\":\"new\"}]");
        service.send("olga", "POST", "/pools/gpu/servers", "{\"count\":1}").is(200);
        Result named = add("{\"name\":\"last\"}").is(200);
        assertThat(named.at("/servers").asInt()).isEqualTo(4);
        assertThat(named.at("/serverList/3/number").asInt()).isEqualTo(3);
        assertThat(service.get("admin", "/audit").response().body()).contains("name-servers");
    }

    @Test
    void wrongNames_areRefused() {
        assertThat(add("{\"name\":\"a\"},{\"name\":\"a\"}").is(422).response().body())
                .contains("serverList[1].name")
                .contains("must be unique in its pool");
        for (String wrong : new String[] {"a,b", "", "7", "-a", "a b"}) {
            add("{\"name\":\"" + wrong + "\"}").is(422);
        }
        assertThat(add("{\"host\":\"dgx\"}").is(422).response().body()).contains("serverList[0].name");
        add("{\"name\":\"a\",\"device\":\"GPU-a,GPU-b\"}").is(422);
        add("{\"name\":\"a\",\"host\":\"dgx;reboot\"}").is(422);
        assertThat(service.send(
                                "olga",
                                "POST",
                                "/pools",
                                "{\"name\":\"both\",\"rate\":\"1\",\"servers\":2,\"serverList\":[{\"name\":\"a\"}]}")
                        .is(422)
                        .response()
                        .body())
                .contains("beside serverList");
        assertThat(service.get("ana", "/pools/gpu").at("/serverList")).hasSize(2);
    }
}
