package dev.berth.api;

import static dev.berth.api.TestService.exactly;
import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.api.TestService.Result;
import dev.berth.service.hosts.UnixUsers;
import dev.berth.site.Visibility;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Reservations for processes that run already, and what the guard says of these. */
class AdoptionsTest {
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
                TestService.usual()
                        .with(draft -> draft.visibility = visibility)
                        .with(draft -> draft.unixUsers = new UnixUsers(Map.of("ben", "bmiller"))));
        service.send("olga", "POST", "/pools", """
                {"name":"cards","rate":"1","unit":"gpu","serverList":[
                  {"name":"gpu0","host":"dgx","device":"GPU-a"},{"name":"gpu1","host":"dgx","device":"GPU-b"},
                  {"name":"gpu2","host":"dgx","device":"GPU-c"}]}""").is(201);
        service.send("olga", "POST", "/pools", """
                {"name":"boxes","rate":"1","parts":{"gpu":4},"serverList":[{"name":"box1","host":"box1"},{"name":"box2","host":"box2"}]}""").is(201);
        service.send("admin", "PUT", "/accounts/vera", "{\"role\":\"guard\"}").is(200);
    }

    @AfterEach
    void close() {
        service.close();
    }

    private Result adopt(String who, String host, String cards, String user, String more) {
        return service.send(who, "POST", "/hosts/" + host + "/adoptions", """
                {"name":"found","stay":"PT2H","cards":[%s],"processes":[{"pid":7,"user":"%s","process":"python3"}]%s}""".formatted(cards, user, more));
    }

    private static String card(String device, int number) {
        return "{\"device\":\"%s\",\"number\":%d}".formatted(device, number);
    }

    private Result seen(String host, String device, String user, int pid) {
        return service.send("vera", "POST", "/hosts/" + host + "/uses", """
                {"devices":["%s"],"uses":[{"devices":["%s"],"user":"%s","pid":%d,"process":"python3"}]}""".formatted(device, device, user, pid))
                .is(200);
    }

    private void start() {
        service.clock.move(Duration.ofMinutes(1));
    }

    @Test
    void ownProcess_getsItsCards_andIsNoIntruderUntilTheEnd() {
        assertThat(seen("dgx", "GPU-c", "ana", 7).at("/intruders")).hasSize(1);
        Result adopted = adopt("ana", "dgx", card("GPU-c", 2), "ana", "").is(201);
        assertThat(adopted.at("/serverNames").toString()).isEqualTo("[\"gpu2\"]");
        assertThat(adopted.text("user")).isEqualTo("ana");
        assertThat(adopted.text("start")).isEqualTo(TestService.START);
        assertThat(adopted.text("end")).isEqualTo("2026-11-16T10:00:00Z");
        start();
        assertThat(seen("dgx", "GPU-c", "ana", 7).at("/intruders")).isEmpty();
        assertThat(service.get("ana", "/reservations/r1").text("state")).isEqualTo("running");
        service.clock.move(Duration.ofHours(2));
        assertThat(seen("dgx", "GPU-c", "ana", 7).at("/intruders")).hasSize(1);
    }

    @Test
    void dryRun_saysIt_andChangesNothing() {
        assertThat(adopt("ana", "dgx", card("GPU-b", 1), "ana", ",\"dryRun\":true")
                        .is(200)
                        .at("/serverNames")
                        .toString())
                .isEqualTo("[\"gpu1\"]");
        assertThat(service.get("ana", "/reservations").at("/reservations")).isEmpty();
    }

    @Test
    void processesOfOthers_areForOperators_whoBookThemForTheirOwners() {
        adopt("ana", "dgx", card("GPU-a", 0), "bmiller", "").is(403).code("not-allowed");
        Result adopted = adopt("olga", "dgx", card("GPU-a", 0), "bmiller", "").is(201);
        assertThat(adopted.text("user")).isEqualTo("ben");
        assertThat(adopted.text("bookedBy")).isEqualTo("olga");
        // A user whom no account is: the operator has the reservation, and the guard knows the process by name.
        Result stranger = adopt("olga", "dgx", card("GPU-b", 1), "daemon", "").is(201);
        assertThat(stranger.text("user")).isEqualTo("olga");
        start();
        assertThat(seen("dgx", "GPU-b", "daemon", 7).at("/intruders")).isEmpty();
        assertThat(seen("dgx", "GPU-b", "daemon", 8).at("/intruders")).hasSize(1);
        assertThat(seen("dgx", "GPU-b", "eve", 7).at("/intruders")).hasSize(1);
        assertThat(seen("dgx", "GPU-c", "daemon", 7).at("/intruders")).hasSize(1);
    }

    @Test
    void severalUnixUsers_areRefused() {
        service.send("olga", "POST", "/hosts/dgx/adoptions", """
                {"name":"found","stay":"PT2H","cards":[{"device":"GPU-a","number":0}],
                 "processes":[{"pid":7,"user":"ana","process":"a"},{"pid":8,"user":"bmiller","process":"b"}]}""").is(422);
    }

    @Test
    void bookedCard_isRefused_withItsOwnerAndItsEnd() {
        adopt("ben", "dgx", card("GPU-a", 0), "bmiller", "").is(201);
        start();
        assertThat(adopt("ana", "dgx", card("GPU-a", 0) + "," + card("GPU-b", 1), "ana", "")
                        .is(409)
                        .code("no-capacity")
                        .text("detail"))
                .contains("gpu0", "ben (r1)", "2026-11-16T10:00:00Z");
        assertThat(adopt("ben", "dgx", card("GPU-a", 0), "bmiller", "").is(409).text("detail"))
                .contains("your own reservation r1");
        close();
        open(Visibility.BUSY);
        adopt("ben", "dgx", card("GPU-a", 0), "bmiller", "").is(201);
        start();
        assertThat(adopt("ana", "dgx", card("GPU-a", 0), "ana", "").is(409).text("detail"))
                .contains("somebody else")
                .doesNotContain("ben");
    }

    /** All cards are promised to somebody from nine on: until then there is room, and this is said. */
    @Test
    void roomForLessTime_isSaid() {
        service.send(
                        "ben",
                        "POST",
                        "/reservations",
                        "{"
                                + exactly("all", "2026-11-16T09:00:00Z", "2026-11-16T11:00:00Z", 3)
                                        .replace("\"fast\"", "\"cards\"")
                                + "}")
                .is(201);
        assertThat(adopt("ana", "dgx", card("GPU-a", 0), "ana", "")
                        .is(409)
                        .code("no-capacity")
                        .text("detail"))
                .contains("gpu0", "2026-11-16T09:00:00Z");
        assertThat(service.get("ana", "/reservations?user=ana").at("/reservations"))
                .isEmpty();
        service.send("ana", "POST", "/hosts/dgx/adoptions", """
                {"name":"found","stay":"PT1H","cards":[{"device":"GPU-a","number":0}],"processes":[{"pid":7,"user":"ana","process":"a"}]}""").is(201);
    }

    @Test
    void cardsOfAHostInParts_areTheOnesInUse() {
        Result adopted = adopt("ana", "box2", card("GPU-x", 1) + "," + card("GPU-y", 3), "ana", "")
                .is(201);
        assertThat(adopted.text("pool")).isEqualTo("boxes");
        start();
        Result running = service.get("ana", "/reservations/r1").is(200);
        assertThat(running.at("/serverNames").toString()).isEqualTo("[\"box2\"]");
        assertThat(running.at("/devices").toString()).contains("[1,3]");
        assertThat(adopt("ben", "box2", card("GPU-y", 3), "bmiller", "").is(409).text("detail"))
                .contains("card 3 of box2", "ana (r1)");
        adopt("ben", "box2", card("GPU-z", 0), "bmiller", "").is(201);
    }

    @Test
    void unknownHost_andUnknownCard_areNamed() {
        adopt("ana", "laptop", card("GPU-a", 0), "ana", "").is(404).code("unknown-host");
        assertThat(adopt("ana", "dgx", card("GPU-q", 5), "ana", "").is(422).text("detail"))
                .contains("GPU-q");
        adopt("ana", "box1", card("GPU-q", 5), "ana", "").is(422);
    }

    /** Names of processes are kept with the reservation, and go with it. */
    @Test
    void afterAnEarlyEnd_theProcessIsAnIntruderAgain() {
        adopt("olga", "dgx", card("GPU-b", 1), "daemon", "").is(201);
        start();
        assertThat(seen("dgx", "GPU-b", "daemon", 7).at("/intruders")).isEmpty();
        service.restart();
        assertThat(seen("dgx", "GPU-b", "daemon", 7).at("/intruders")).isEmpty();
        service.send("olga", "POST", "/reservations/r1/finish", "").is(200);
        assertThat(seen("dgx", "GPU-b", "daemon", 7).at("/intruders")).hasSize(1);
    }
}
