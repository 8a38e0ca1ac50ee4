package dev.berth.api;

import static dev.berth.api.TestService.exactly;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.berth.api.TestService.Result;
import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.ServerSet;
import dev.berth.service.guard.NoShowLimits;
import dev.berth.service.hosts.UnixUsers;
import dev.berth.site.Visibility;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.awaitility.Awaitility;
import org.awaitility.Durations;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Sightings of a guard on its host, compared with the book. */
class SightingsTest {
    private static final Duration LIMIT = Duration.ofMinutes(10);
    private static final Duration ROUND = Duration.ofMinutes(1);

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
                        .with(draft -> draft.unixUsers = new UnixUsers(Map.of("ben", "bmiller")))
                        .with(draft -> draft.noShows = new NoShowLimits(Map.of(new PoolId("gpu"), LIMIT.toMillis()))));
        service.send("olga", "POST", "/pools", """
                {"name":"gpu","rate":"1","unit":"gpu","serverList":[
                  {"name":"left","host":"dgx","device":"GPU-a"},{"name":"right","host":"dgx","device":"GPU-b"}]}""").is(201);
        service.send("olga", "POST", "/pools", """
                {"name":"cores","rate":"1","serverList":[{"name":"core0","host":"dgx"},{"name":"core1","host":"dgx"}]}""").is(201);
        service.send("admin", "PUT", "/accounts/vera", "{\"role\":\"guard\"}").is(200);
    }

    @AfterEach
    void close() {
        service.close();
    }

    private void reserved(String user, String pool, int servers) {
        booked(user, pool, servers);
        service.clock.move(ROUND);
    }

    private void booked(String user, String pool, int servers) {
        service.send(
                        user,
                        "POST",
                        "/reservations",
                        "{"
                                + exactly("job", TestService.START, "2026-11-16T12:00:00Z", servers)
                                        .replace("\"fast\"", "\"" + pool + "\"")
                                + "}")
                .is(201);
    }

    private static String gpu(String device, String user, int pid) {
        return "{\"devices\":[%s],\"user\":\"%s\",\"pid\":%d,\"process\":\"python3\"}".formatted(device, user, pid);
    }

    private Result seen(String uses) {
        return service.send(
                "vera",
                "POST",
                "/hosts/dgx/uses",
                "{\"devices\":[\"GPU-a\",\"GPU-b\"],\"cores\":true,\"uses\":[" + uses + "]}");
    }

    private String state(String id) {
        return service.get("admin", "/reservations/" + id).text("state");
    }

    @Test
    void useWithoutAReservation_isShown_untilItEnds() {
        reserved("ana", "gpu", 1);
        String on =
                service.get("ana", "/reservations/r1").at("/serverNumbers/0").asInt() == 0 ? "GPU-a" : "GPU-b";
        String quoted = '"' + on + '"';

        assertThat(seen(gpu(quoted, "ana", 7)).is(200).at("/intruders")).isEmpty();
        Result report =
                seen(gpu(quoted, "ana", 7) + "," + gpu(quoted, "eve", 8)).is(200);
        assertThat(report.at("/intruders")).hasSize(1);
        assertThat(report.at("/intruders/0/user").asText()).isEqualTo("eve");
        String since = report.at("/intruders/0/since").asText();
        service.clock.move(ROUND);
        assertThat(seen(gpu(quoted, "eve", 8)).at("/intruders/0/since").asText())
                .isEqualTo(since);

        Result all = service.get("ben", "/sightings").is(200);
        assertThat(all.at("/sightings/0"))
                .hasToString(
                        "{\"host\":\"dgx\",\"pool\":\"gpu\",\"servers\":[\"%s\"],\"since\":\"%s\",\"user\":\"eve\",\"pid\":8,\"process\":\"python3\"}"
                                .formatted(on.equals("GPU-a") ? "left" : "right", since));
        assertThat(service.get("ana", "/metrics").response().body())
                .contains("berth_intruders 1.0")
                .contains("berth_intruders_seen_total 1.0");
        seen("").is(200);
        assertThat(service.get("ben", "/sightings").at("/sightings")).isEmpty();
    }

    /** The command of a former owner or guest goes on, so a guard must leave it alone; once it is over, both are strangers. */
    @Test
    void commandThatGoesOn_isNoIntruder_whenItsReservationIsHandedOver_orSharedNoMore() {
        String begin = "{\"runner\":\"%s\",\"host\":\"dgx\",\"command\":\"sh\",\"again\":true}";
        String end = "{\"runner\":\"%s\",\"exitCode\":0}";
        reserved("ana", "gpu", 2);
        String anas = gpu("\"GPU-a\"", "ana", 7);
        String bens = gpu("\"GPU-a\"", "bmiller", 8);
        assertThat(seen(bens).at("/intruders")).hasSize(1);

        service.send("ana", "POST", "/reservations/r1/guests", "{\"add\":[\"ben\"]}")
                .is(200);
        assertThat(seen(anas + "," + bens).at("/intruders")).isEmpty();
        service.send("ben", "POST", "/reservations/r1/run", begin.formatted("bens"))
                .is(200);
        service.send("ana", "DELETE", "/reservations/r1/guests", "").is(200);
        assertThat(seen(bens).at("/intruders")).isEmpty();
        service.send("ben", "POST", "/reservations/r1/run/end", end.formatted("bens"))
                .is(200);
        assertThat(seen(bens).at("/intruders")).hasSize(1);

        service.send("ana", "POST", "/reservations/r1/run", begin.formatted("anas"))
                .is(200);
        service.send("ana", "POST", "/reservations/r1/give", "{\"to\":\"ben\"}").is(200);
        assertThat(seen(anas + "," + bens).at("/intruders")).isEmpty();
        service.send("ana", "POST", "/reservations/r1/run/end", end.formatted("anas"))
                .is(200);
        assertThat(seen(anas + "," + bens).at("/intruders")).hasSize(1);
    }

    /** Also for the moment that its command takes to end; but not for ever, and not somebody else. */
    @Test
    void opportunisticJob_isNoIntruder() {
        service.send(
                        "ben",
                        "POST",
                        "/opportunists",
                        "{\"name\":\"sweep\",\"host\":\"dgx\",\"pool\":\"gpu\",\"servers\":2}")
                .is(201);
        pass(ROUND);
        assertThat(service.get("ben", "/opportunists/o1").text("state")).isEqualTo("running");
        assertThat(seen(gpu("\"GPU-a\"", "bmiller", 7)).at("/intruders")).isEmpty();
        assertThat(seen(gpu("\"GPU-a\"", "eve", 8)).at("/intruders")).hasSize(1);

        service.send("ben", "POST", "/opportunists/o1/run", "{\"runner\":\"x\",\"host\":\"dgx\",\"command\":\"sh\"}")
                .is(200);
        service.send(
                        "ana",
                        "POST",
                        "/reservations",
                        "{\"name\":\"now\",\"stay\":\"PT1H\",\"pool\":\"gpu\",\"servers\":2}")
                .is(201);
        pass(Duration.ofSeconds(1));
        assertThat(service.get("ben", "/opportunists/o1").text("state")).isEqualTo("queued");
        assertThat(seen(gpu("\"GPU-a\"", "bmiller", 7)).at("/intruders")).isEmpty();
        pass(Duration.ofSeconds(35));
        assertThat(seen(gpu("\"GPU-a\"", "bmiller", 7)).at("/intruders")).hasSize(1);
    }

    /** Any write lets time pass. */
    private void pass(Duration time) {
        service.clock.move(time);
        service.send("olga", "POST", "/pools/none/fail", "{\"servers\":[0]}").is(404);
    }

    @Test
    void unixUsersOfOtherNames_andPartsOfCards_andOtherDevices() {
        reserved("ben", "gpu", 2);
        // The driver tells only of which card it is a part.
        assertThat(seen(gpu("\"GPU-a\",\"GPU-b\"", "bmiller", 7)).at("/intruders"))
                .isEmpty();
        assertThat(seen(gpu("\"GPU-a\"", "ben", 7)).at("/intruders")).hasSize(1);
        assertThat(seen(gpu("\"GPU-other\"", "eve", 7)).at("/intruders")).isEmpty();
    }

    /** Card after card: whoever looks from which place on, the one that eve uses is not among them. */
    @Test
    @Timeout(60)
    void aCardInUse_isHandedOutLast_withAWord() throws InterruptedException {
        seen(gpu("\"GPU-a\"", "eve", 8)).is(200);
        awaitShunned(ServerSet.of(0));
        for (int i = 1; i <= 6; i++) {
            JsonNode machine = started(1).at("/machines/0");
            assertThat(machine.path("name").asText()).isEqualTo("right");
            assertThat(machine.has("usedByOthers")).isFalse();
            service.send("ana", "POST", "/reservations/r" + i + "/finish", "").is(200);
        }
        JsonNode both = started(2).at("/machines");
        assertThat(both.at("/0/usedByOthers").asBoolean()).isTrue();
        assertThat(both.at("/1").has("usedByOthers")).isFalse();
        seen("").is(200);
        awaitShunned(ServerSet.EMPTY);
    }

    /** Cards from now on, as their runner sees them. */
    private Result started(int cards) {
        Result booked = service.send(
                        "ana",
                        "POST",
                        "/reservations",
                        "{\"name\":\"job\",\"stay\":\"PT1H\",\"pool\":\"gpu\",\"servers\":%d}".formatted(cards))
                .is(201);
        service.clock.move(ROUND);
        seen(gpu("\"GPU-a\"", "eve", 8)).is(200);
        return service.get("ana", "/reservations/" + booked.text("id") + "/follow")
                .is(200);
    }

    private void awaitShunned(ServerSet servers) throws InterruptedException {
        Awaitility.await("shunned are " + servers)
                .atMost(Durations.ONE_MINUTE)
                .pollInterval(Duration.ofMillis(20))
                .until(() -> service.server.site().read(view -> view.shunned(new PoolId("gpu"))), servers::equals);
    }

    /** Each of its cards is taken from others. */
    @Test
    void aProcessOnSeveralCards_isSeenOnEach() {
        Result report = seen(gpu("\"GPU-a\"", "eve", 8) + "," + gpu("\"GPU-b\"", "eve", 8));
        assertThat(report.at("/intruders/0/servers")).hasToString("[\"left\"]");
        assertThat(report.at("/intruders/1/servers")).hasToString("[\"right\"]");
        assertThat(service.get("ben", "/sightings").at("/sightings")).hasSize(2);
    }

    @Test
    void loadWithoutAReservation() {
        String load = "{\"user\":\"ana\",\"pid\":5,\"process\":\"stress\"}";
        assertThat(seen(load).at("/intruders/0/pool").asText()).isEqualTo("cores");
        reserved("ana", "cores", 1);
        assertThat(seen(load).at("/intruders")).isEmpty();
    }

    @Test
    void whatNobodyUses_isReleased_afterItsTime() {
        reserved("ana", "gpu", 1);
        for (Duration unused = Duration.ZERO; unused.compareTo(LIMIT) < 0; unused = unused.plus(ROUND)) {
            assertThat(seen(gpu("\"GPU-a\",\"GPU-b\"", "eve", 8)).at("/noShows"))
                    .isEmpty();
            service.clock.move(ROUND);
        }
        assertThat(seen("").at("/noShows")).hasToString("[\"r1\"]");
        assertThat(state("r1")).isEqualTo("no-show");
        assertThat(service.get("admin", "/audit").response().body())
                .contains("no-show")
                .contains("for 10m");
    }

    private void rounds(int count, String uses) {
        for (int i = 0; i < count; i++) {
            service.clock.move(ROUND);
            assertThat(seen(uses).is(200).at("/noShows")).isEmpty();
        }
    }

    @Test
    void useAndRunners_beginItAnew() {
        reserved("ana", "gpu", 1);
        rounds(9, "");
        rounds(1, gpu("\"GPU-a\",\"GPU-b\"", "ana", 8));
        rounds(9, "");
        service.send("ana", "POST", "/reservations/r1/run", "{\"runner\":\"x\",\"host\":\"dgx\",\"command\":\"sh\"}")
                .is(200);
        rounds(20, "");
        assertThat(state("r1")).isEqualTo("running");
    }

    /** Unused time is counted anew after a guard was silent, as nobody saw what was used meanwhile. */
    @Test
    void aSilentGuard_beginsItAnew() {
        reserved("ana", "gpu", 1);
        rounds(6, "");
        service.clock.move(Duration.ofMinutes(4));
        assertThat(seen("").at("/noShows")).isEmpty();
        rounds(9, "");
        assertThat(state("r1")).isEqualTo("running");
        // Its owner may have come meanwhile, so it is no no-show.
        rounds(10, "");
        service.clock.move(ROUND);
        assertThat(seen("").at("/pauses")).hasToString("[\"r1\"]");
        assertThat(state("r1")).isEqualTo("finished-early");
    }

    @Test
    void aGuardThatLooksSeldom_isNoSilentGuard() {
        reserved("ana", "gpu", 1);
        String seldom = "{\"devices\":[\"GPU-a\",\"GPU-b\"],\"every\":\"PT2M\"}";
        for (int i = 0; i <= 4; i++) {
            assertThat(service.send("vera", "POST", "/hosts/dgx/uses", seldom)
                            .is(200)
                            .at("/noShows"))
                    .isEmpty();
            service.clock.move(Duration.ofMinutes(2));
        }
        assertThat(service.send("vera", "POST", "/hosts/dgx/uses", seldom).at("/noShows"))
                .hasToString("[\"r1\"]");
    }

    /** Processes of root may belong to a container of the owner. */
    @Test
    void whatRootUses_mayBeInUse() {
        reserved("ana", "gpu", 1);
        rounds(25, gpu("\"GPU-a\",\"GPU-b\"", "root", 8));
        assertThat(state("r1")).isEqualTo("running");
    }

    /** Two hosts, whose guards see nobody from the same moment on, such as after an update of the driver. */
    @Test
    void whatBecomesUnusedTogether_isHeldBack_forTwiceTheLimit() {
        service.send("olga", "POST", "/pools/gpu/servers", """
                {"serverList":[{"name":"c","host":"cx","device":"GPU-c"},{"name":"d","host":"cx","device":"GPU-d"}]}""").is(200);
        for (int i = 0; i < 4; i++) {
            booked("ana", "gpu", 1);
        }
        service.clock.move(ROUND);
        together(5, true, true);
        together(20, false, false);
        assertThat(brakes()).isEmpty();
        together(1, false, false);
        assertThat(service.get("ben", "/sightings").at("/brakes/0").toString())
                .startsWith("{\"observers\":\"guards\",\"reservations\":[\"r1\",\"r2\",\"r3\",\"r4\"],\"since\":")
                .endsWith("\"pool\":\"gpu\"}");
        assertThat(service.get("ana", "/metrics").response().body())
                .contains("berth_silence_brake{observers=\"guards\"} 1.0")
                .contains("berth_silence_brake{observers=\"runners\"} 0.0");

        // One guard recovers before the other, which is still in doubt.
        together(15, true, false);
        for (String id : new String[] {"r1", "r2", "r3", "r4"}) {
            assertThat(state(id)).as(id).isEqualTo("running");
        }
        together(3, true, true);
        assertThat(brakes()).isEmpty();

        together(42, true, false);
        assertThat(service.get("admin", "/reservations?state=running&pool=gpu").at("/reservations"))
                .as("twice the limit has shown it")
                .hasSize(2);
        assertThat(brakes()).isEmpty();
    }

    private JsonNode brakes() {
        return service.get("ben", "/sightings").at("/brakes");
    }

    /** Readings of both hosts, on each of which the owner is seen or nobody is. */
    private void together(int rounds, boolean dgx, boolean cx) {
        for (int i = 0; i < rounds; i++) {
            service.clock.move(ROUND);
            seen(dgx ? gpu("\"GPU-a\",\"GPU-b\"", "ana", 8) : "").is(200);
            service.send(
                            "vera",
                            "POST",
                            "/hosts/cx/uses",
                            "{\"devices\":[\"GPU-c\",\"GPU-d\"],\"uses\":["
                                    + (cx ? gpu("\"GPU-c\",\"GPU-d\"", "ana", 9) : "") + "]}")
                    .is(200);
        }
    }

    @Test
    void devicesThatWereNotLookedAt_areNotUnused() {
        booked("ana", "gpu", 1);
        reserved("ana", "cores", 1);
        for (int i = 0; i < 20; i++) {
            service.clock.move(ROUND);
            assertThat(service.send("vera", "POST", "/hosts/dgx/uses", "{\"cores\":true}")
                            .is(200)
                            .at("/noShows"))
                    .isEmpty();
        }
        assertThat(state("r1")).isEqualTo("running");
        // A pool without the setting releases nothing.
        assertThat(state("r2")).isEqualTo("running");
    }

    @Test
    void acts_areInTheAuditLog_beforeTheyAreDone() {
        String path = "/hosts/dgx/acts";
        service.send("vera", "POST", path, "{\"act\":\"kill\",\"pid\":8}")
                .is(409)
                .code("no-sighting");
        seen(gpu("\"GPU-a\"", "eve", 8)).is(200);
        service.send("vera", "POST", path, "{\"act\":\"terminate\",\"pid\":8}").is(204);
        service.send("vera", "POST", path, "{\"act\":\"terminate\",\"pid\":9}").is(409);
        assertThat(service.get("admin", "/audit").response().body())
                .contains("guard-terminate")
                .containsSubsequence("process 8 (python3) of eve", "pool gpu since");
        assertThat(service.get("ana", "/metrics").response().body())
                .contains("berth_guard_acts_total{act=\"terminate\"} 1.0");
        // Whoever books in time keeps the process.
        reserved("ana", "gpu", 2);
        seen(gpu("\"GPU-a\"", "ana", 8)).is(200);
        service.send("vera", "POST", path, "{\"act\":\"kill\",\"pid\":8}").is(409);
    }

    @Test
    void aGuard_mayDoNothingElse() {
        service.get("vera", "/pools").is(200);
        service.send("vera", "POST", "/reservations", "{" + TestService.job("hers") + "}")
                .is(403);
        service.send("vera", "POST", "/pools/gpu/drain", "{\"servers\":[0]}").is(403);
        service.get("vera", "/audit").is(403);
        service.send("ana", "POST", "/hosts/dgx/uses", "{}").is(403);
        service.send("olga", "POST", "/hosts/dgx/uses", "{}").is(200);
    }

    @Test
    void wrongReadings_areRefused() {
        service.send("vera", "POST", "/hosts/other/uses", "{}").is(404).code("unknown-host");
        seen(gpu("\"GPU-a\"", "eve,root", 8)).is(422);
        seen(gpu("\"GPU-a\"", "eve", 0)).is(422);
        seen("{\"user\":\"eve\"}").is(422);
    }

    @Test
    void whereOnlyBusyIsTold_soItIsHere() {
        service.close();
        open(Visibility.BUSY);
        seen(gpu("\"GPU-a\"", "eve", 8)).is(200);
        assertThat(service.get("ana", "/sightings").is(200).response().body())
                .contains("left")
                .doesNotContain("eve");
        assertThat(service.get("olga", "/sightings").is(200).response().body()).contains("eve");
    }
}
