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

/** Running reservations, and their records afterwards. */
class RunTest {
    private TestService service;

    @BeforeEach
    void start(@TempDir Path data) {
        service = new TestService(data);
    }

    @AfterEach
    void stop() {
        service.close();
    }

    /** Two hours from the start of the clock, on fast servers. */
    private String booked(String name, int servers) {
        return service.send(
                        "ana",
                        "POST",
                        "/reservations",
                        "{" + exactly(name, "2026-11-16T09:00:00Z", "2026-11-16T11:00:00Z", servers) + "}")
                .is(201)
                .text("id");
    }

    @Test
    void finishedEarly_isPast_alsoAfterARestart() {
        String path = "/reservations/" + booked("early", 1);
        service.send("ana", "POST", path + "/finish", "").is(409).code("not-started");
        service.clock.move(Duration.ofMinutes(90));
        service.send("ben", "POST", path + "/finish", "").is(403);
        service.send("ana", "POST", path + "/finish", "").is(200);
        service.send("ana", "POST", path + "/finish", "").is(404);

        Result past = service.get("ana", path).is(200);
        assertThat(past.text("state")).isEqualTo("finished-early");
        assertThat(past.text("closed")).isEqualTo("2026-11-16T09:30:00Z");
        assertThat(past.text("name")).isEqualTo("early");
        assertThat(service.get("ben", path).is(200).json().has("name")).isFalse();
        service.restart();
        assertThat(service.get("ana", path).is(200).json()).isEqualTo(past.json());
        assertThat(service.get("ana", "/reservations?state=finished-early")
                        .is(200)
                        .at("/reservations/0/name")
                        .asText())
                .isEqualTo("early");
        assertThat(service.get("ana", "/reservations?user=me").is(200).at("/reservations"))
                .isEmpty();
    }

    @Test
    void everyWayToClose_isTold() {
        String ended = booked("ends", 1);
        String cancelled = booked("cancelled", 1);
        service.send("ana", "DELETE", "/reservations/" + cancelled, "").is(200);
        String held = service.send(
                        "ana",
                        "POST",
                        "/offers",
                        "{" + exactly("held", "2026-11-16T12:00:00Z", "2026-11-16T13:00:00Z", 1)
                                + ",\"hold\":\"PT5M\"}")
                .is(200)
                .at("/offers/0/reservation")
                .asText();
        service.clock.move(Duration.ofHours(4));
        later();

        assertThat(state(ended)).isEqualTo("ended");
        assertThat(service.get("ana", "/reservations/" + ended).text("closed")).isEqualTo("2026-11-16T11:00:00Z");
        assertThat(service.get("ana", "/reservations/" + held).text("closed")).isEqualTo("2026-11-16T08:05:00Z");
        assertThat(state(cancelled)).isEqualTo("cancelled");
        assertThat(state(held)).isEqualTo("expired");
        assertThat(service.get("ana", "/reservations?state=expired&user=me")
                        .at("/reservations")
                        .size())
                .isEqualTo(1);
    }

    /** A write lets time pass at once; a read need not see it before the next tick. */
    private void later() {
        service.send(
                        "ana",
                        "POST",
                        "/reservations",
                        "{" + exactly("later", "2026-11-16T20:00:00Z", "2026-11-16T21:00:00Z", 1) + "}")
                .is(201);
    }

    private String state(String id) {
        return service.get("ana", "/reservations/" + id).is(200).text("state");
    }

    @Test
    void overrun_isGrantedIfNobodyElseIsToHaveTheServers() {
        String path = "/reservations/" + booked("long", 2);
        service.send("ana", "POST", path + "/overrun", "{\"more\":\"PT1H\"}")
                .is(409)
                .code("not-running");
        service.clock.move(Duration.ofMinutes(90));
        later();
        assertThat(service.send("ana", "POST", path + "/overrun", "{\"more\":\"PT1H\",\"dryRun\":true}")
                        .is(200)
                        .at("/dryRun")
                        .asBoolean())
                .isTrue();
        assertThat(service.get("ana", path).text("end")).isEqualTo("2026-11-16T11:00:00Z");
        Result granted = service.send("ana", "POST", path + "/overrun", "{\"more\":\"PT1H\"}")
                .is(200);
        assertThat(granted.at("/reservation/end").asText()).isEqualTo("2026-11-16T12:00:00Z");
        service.send(
                        "ben",
                        "POST",
                        "/reservations",
                        "{" + exactly("next", "2026-11-16T12:00:00Z", "2026-11-16T13:00:00Z", 2) + "}")
                .is(201);
        service.send("ana", "POST", path + "/overrun", "{\"more\":\"PT1H\",\"policy\":\"extend-if-free\"}")
                .is(409);
        service.send("ana", "POST", path + "/overrun", "{\"more\":\"-PT1H\",\"policy\":\"hope\"}")
                .is(422);
        service.send("ana", "POST", path + "/overrun", "{\"more\":\"PT1H\"}", "If-Match", "\"other\"")
                .is(412);
    }

    @Test
    void failedServers_areExpectedBack_andOutUntilTheyAre() {
        String both = booked("both", 2);
        service.send("olga", "POST", "/pools/fast/fail", "{\"servers\":[0],\"until\":\"2026-11-16T08:00:00Z\"}")
                .is(422);
        Result failed = service.send(
                        "olga", "POST", "/pools/fast/fail", "{\"servers\":[0],\"until\":\"2026-11-16T09:00:00Z\"}")
                .is(200);
        assertThat(failed.at("/degraded")).isEmpty();
        assertThat(failed.at("/pool/outages/0/cause").asText()).isEqualTo("failure");
        assertThat(failed.at("/pool/outages/0/repair").asText()).isEqualTo("2026-11-16T09:00:00Z");
        assertThat(state(both)).isEqualTo("waiting");

        service.clock.move(Duration.ofMinutes(61));
        service.send("olga", "POST", "/pools/slow/drain", "{\"servers\":[0]}").is(200);
        // It has no time to spare, so it could not wait for the repair.
        assertThat(state(both)).isEqualTo("displaced");
        service.restart();
        Result overdue = service.get("olga", "/pools/fast").is(200);
        assertThat(overdue.at("/outages/0/end").asText()).isEqualTo("2026-11-16T09:15:00Z");
        assertThat(overdue.at("/outages/0/repair").asText()).isEqualTo("2026-11-16T09:00:00Z");
        service.send("olga", "POST", "/pools/fast/restore", "{\"servers\":[0]}").is(200);
        assertThat(service.get("olga", "/pools/fast").is(200).at("/outages")).isEmpty();
    }

    @Test
    void drain_saysWhoMovesWhere_andMovesThem() {
        String flexible =
                service.send("ana", "POST", "/reservations", """
                        {"name":"flexible","stay":"PT2H","servers":2,"pool":"fast",
                         "ready":"2026-11-16T09:00:00Z","deadline":"2026-11-16T20:00:00Z"}""").is(201).text("id");
        String drain = "{\"servers\":[0],\"to\":\"2026-11-16T12:00:00Z\"%s}";
        service.send("olga", "POST", "/pools/fast/drain", drain.formatted(""))
                .is(409)
                .code("reservations-in-the-way");
        Result foreseen = service.send("olga", "POST", "/pools/fast/drain", drain.formatted(",\"dryRun\":true"))
                .is(200);
        Result moved = service.send("olga", "POST", "/pools/fast/drain", drain.formatted(",\"move\":true"))
                .is(200);
        for (Result each : new Result[] {foreseen, moved}) {
            assertThat(each.at("/outcomes/0/reservation/user").asText()).isEqualTo("ana");
            assertThat(each.at("/outcomes/0/reservation/start").asText()).isEqualTo("2026-11-16T09:00:00Z");
            assertThat(each.at("/outcomes/0/outcome").asText()).isEqualTo("moves");
            assertThat(each.at("/outcomes/0/to/start").asText()).isEqualTo("2026-11-16T12:00:00Z");
        }
        assertThat(service.get("ana", "/reservations/" + flexible).is(200).text("start"))
                .isEqualTo("2026-11-16T12:00:00Z");
        assertThat(service.get("olga", "/audit").is(200).at("/entries").findValuesAsText("detail"))
                .anySatisfy(detail ->
                        assertThat(detail).containsSubsequence("of ana: server 0 ", "until 2026-11-16T12:00:00Z"))
                .contains("0, moving reservations");
    }

    @Test
    void failedServers_moveDegradeAndRecover() {
        String both = booked("both", 2);
        String elsewhere = service.send("ana", "POST", "/reservations", "{" + TestService.job("slow") + "}")
                .is(201)
                .text("id");
        service.clock.move(Duration.ofMinutes(61));
        service.send("olga", "POST", "/pools/fast/fail", "{\"servers\":[7]}").is(409);
        service.send("olga", "POST", "/pools/fast/fail", "{}").is(422);
        service.send("olga", "POST", "/pools/none/fail", "{\"servers\":[0]}").is(404);
        Result foreseen = service.send("olga", "POST", "/pools/fast/fail", "{\"servers\":[0],\"dryRun\":true}")
                .is(200);
        assertThat(foreseen.at("/degraded/0").asText()).isEqualTo(both);
        assertThat(foreseen.at("/affected/0/state").asText()).isEqualTo("degraded");
        assertThat(foreseen.at("/pool/outages").size())
                .as("the one that fails, and the other, which it keeps")
                .isEqualTo(2);
        assertThat(service.get("olga", "/pools/fast").is(200).at("/outages")).isEmpty();
        assertThat(state(both)).isEqualTo("running");
        service.send("olga", "POST", "/pools/fast/fail", "{\"servers\":[7],\"dryRun\":true}")
                .is(409);
        service.send("olga", "POST", "/pools/none/fail", "{\"servers\":[0],\"dryRun\":true}")
                .is(404);
        Result failed = service.send("olga", "POST", "/pools/fast/fail", "{\"servers\":[0]}")
                .is(200);

        assertThat(failed.at("/degraded/0").asText()).isEqualTo(both);
        assertThat(failed.at("/pool/outages").size()).isEqualTo(2);
        Result degraded = service.get("ana", "/reservations/" + both).is(200);
        assertThat(degraded.text("state")).isEqualTo("degraded");
        assertThat(degraded.text("degraded")).isNotEmpty();
        assertThat(service.get("ben", "/reservations/" + both).is(200).json().has("degraded"))
                .isFalse();
        assertThat(service.get("ana", "/reservations?state=degraded")
                        .is(200)
                        .at("/reservations/0/id")
                        .asText())
                .isEqualTo(both);
        assertThat(state(elsewhere)).isIn("waiting", "running");
        // Two servers from nine to eleven can no longer be had; more time can be asked for.
        service.send(
                        "ana",
                        "POST",
                        "/reservations/" + both + "/changes",
                        "{\"kind\":\"relax\",\"deadline\":\"2026-11-16T20:00:00Z\"}")
                .is(409);
        service.send("olga", "POST", "/pools/fast/restore", "{\"servers\":[0]}").is(200);
        service.send(
                        "ana",
                        "POST",
                        "/reservations/" + both + "/changes",
                        "{\"kind\":\"relax\",\"deadline\":\"2026-11-16T20:00:00Z\"}")
                .is(200);
        assertThat(state(both)).isIn("waiting", "running");
    }
}
