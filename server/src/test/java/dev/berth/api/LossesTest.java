package dev.berth.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.berth.api.TestService.Result;
import dev.berth.engine.book.Command;
import dev.berth.engine.book.Decision;
import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.ServerSet;
import dev.berth.engine.model.Window;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Messages and counts about reservations whose servers went out of service. */
class LossesTest {
    @TempDir
    private Path data;

    private TestService service;

    @BeforeEach
    void open() {
        service = new TestService(data);
    }

    @AfterEach
    void close() {
        service.close();
    }

    private String book(String as, String job) {
        return service.send(as, "POST", "/reservations", "{" + job + "}")
                .is(201)
                .text("id");
    }

    /** Both fast servers from 09:00 to 11:00, and at no other time. */
    private String course(String as) {
        return book(as, TestService.exactly("course", "2026-11-16T09:00:00Z", "2026-11-16T11:00:00Z", 2));
    }

    private void fail(String servers) {
        service.send("olga", "POST", "/pools/fast/fail", "{\"servers\":" + servers + "}")
                .is(200);
    }

    private void restore(String servers) {
        service.send("olga", "POST", "/pools/fast/restore", "{\"servers\":" + servers + "}")
                .is(200);
    }

    private void pass(Duration time) {
        service.clock.move(time);
        // Any write lets time pass.
        service.send("olga", "POST", "/pools/none/fail", "{\"servers\":[0]}").is(404);
    }

    private void block(String pool, int server, Window window, String cause) {
        assertThat(service.server
                        .site()
                        .write(
                                "site",
                                transaction -> transaction.submit(
                                        new Command.Block(new PoolId(pool), ServerSet.of(server), window, cause)))
                        .join())
                .isInstanceOf(Decision.Accepted.class);
    }

    private JsonNode loss(String id) {
        return service.get("ana", "/reservations/" + id).is(200).at("/loss");
    }

    private List<String> losses(String as) {
        List<String> ids = new ArrayList<>();
        service.get(as, "/losses")
                .is(200)
                .at("/reservations")
                .forEach(each -> ids.add(each.path("id").asText()));
        return ids;
    }

    /** Totals of the usage report: the number of promises not kept, and the server-hours not delivered. */
    private String notKept() {
        Result report = service.get("olga", "/reports/usage?by=pool&from=2026-11-16&to=2026-11-20")
                .is(200);
        return report.at("/total/notKept").asText() + " "
                + report.at("/total/notKeptHours").asText();
    }

    /** The latest line of the audit log about a reservation. */
    private JsonNode audited(String id) {
        for (JsonNode line : service.get("olga", "/audit").is(200).at("/entries")) {
            if (line.path("subject").asText().equals(id)) {
                return line;
            }
        }
        throw new AssertionError("nothing is said about " + id);
    }

    @Test
    void degraded_saysWhichServerFailed_whoReportedIt_andUntilWhenItCanBeKept() {
        String id = course("ana");
        fail("[1]");
        Result shown = service.get("ana", "/reservations/" + id).is(200);
        assertThat(shown.text("state")).isEqualTo("degraded");
        assertThat(shown.text("latestStart")).isEqualTo("2026-11-16T09:00:00Z");
        assertThat(shown.at("/loss/outcome").asText()).isEqualTo("degraded");
        assertThat(shown.at("/loss/why").asText()).isEqualTo("server 1 failed");
        assertThat(shown.at("/loss/servers/0").asText()).isEqualTo("1");
        assertThat(shown.at("/loss/since").asText()).isEqualTo(TestService.START);
        assertThat(shown.at("/loss/by").asText()).isEqualTo("olga");
        assertThat(shown.at("/loss/tried").asText()).contains("course", "2026-11-16T11:00:00Z");
        assertThat(shown.at("/loss/startsOver").asBoolean()).isFalse();
        assertThat(audited(id).path("what").asText()).isEqualTo("degraded");
        assertThat(audited(id).path("actor").asText()).isEqualTo("olga");
        assertThat(audited(id).path("detail").asText()).contains("of ana: server 1 failed;");
        assertThat(losses("ana")).containsExactly(id);
        assertThat(losses("olga")).containsExactly(id);
        assertThat(losses("ben")).isEmpty();
        assertThat(losses("vera")).isEmpty();
        assertThat(service.get("olga", "/losses").at("/all").asBoolean()).isTrue();
        assertThat(service.get("ana", "/losses").at("/all").asBoolean()).isFalse();
        assertThat(service.get("ben", "/reservations/" + id).at("/loss").isMissingNode())
                .as("others are not told")
                .isTrue();
        assertThat(notKept()).isEqualTo("1 0");
    }

    @Test
    void displaced_isCounted_andStaysInTheListForADay() {
        String id = course("ana");
        fail("[0,1]");
        service.restart();
        pass(Duration.ofMinutes(61));
        assertThat(loss(id).path("outcome").asText()).isEqualTo("displaced");
        assertThat(loss(id).path("why").asText()).isEqualTo("servers 0 and 1 failed");
        assertThat(loss(id).path("since").asText()).isEqualTo(TestService.START);
        assertThat(audited(id).path("what").asText()).isEqualTo("displaced");
        assertThat(audited(id).path("actor").asText()).isEqualTo("site");
        assertThat(audited(id).path("detail").asText())
                .contains("of ana: servers 0 and 1 failed at 2026-11-16T08:00:00Z;");
        assertThat(notKept()).isEqualTo("1 4");
        service.restart();
        assertThat(notKept()).isEqualTo("1 4");
        assertThat(losses("olga")).containsExactly(id);
        pass(Duration.ofHours(25));
        assertThat(losses("olga")).isEmpty();
        assertThat(loss(id).path("outcome").asText()).isEqualTo("displaced");
    }

    @Test
    void recovered_andLostAgain_countsOnce() {
        String id = course("ana");
        fail("[0]");
        restore("[0]");
        assertThat(loss(id).path("outcome").asText()).isEqualTo("recovered");
        assertThat(losses("olga")).isEmpty();
        fail("[1]");
        assertThat(loss(id).path("outcome").asText()).isEqualTo("degraded");
        assertThat(loss(id).path("why").asText()).isEqualTo("server 1 failed");
        assertThat(notKept()).isEqualTo("1 0");
    }

    @Test
    void cancelledWithoutServers_wasNotGivenWhatWasPromised() {
        String id = course("ana");
        fail("[0]");
        service.send("ana", "DELETE", "/reservations/" + id, "").is(200);
        assertThat(notKept()).isEqualTo("1 4");
        assertThat(losses("olga")).isEmpty();
    }

    @Test
    void movedWhileItRan_saysThatItStartsOver_andKeepsItsPromise() {
        String id = book("ana", TestService.job("fit") + ",\"pool\":\"fast\"");
        pass(Duration.ofMinutes(10));
        JsonNode ran = service.get("ana", "/reservations/" + id).is(200).json();
        assertThat(ran.path("state").asText()).isEqualTo("running");
        int server = ran.at("/serverNumbers/0").asInt();
        fail("[" + server + "]");
        assertThat(loss(id).path("outcome").asText()).isEqualTo("moved");
        assertThat(loss(id).path("startsOver").asBoolean()).isTrue();
        assertThat(audited(id).path("what").asText()).isEqualTo("moved");
        assertThat(audited(id).path("detail").asText()).contains("of ana: server " + server + " failed");
        assertThat(losses("olga")).isEmpty();
        assertThat(notKept()).isEqualTo("0 0");
    }

    @Test
    void overdueRepair_isNobodysReport() {
        String id = course("ana");
        service.send("olga", "POST", "/pools/fast/fail", "{\"servers\":[1],\"until\":\"2026-11-16T08:30:00Z\"}")
                .is(200);
        assertThat(loss(id).isMissingNode()).as("it can be repaired in time").isTrue();
        pass(Duration.ofMinutes(59));
        assertThat(loss(id).path("outcome").asText()).isEqualTo("degraded");
        assertThat(loss(id).path("why").asText())
                .containsSubsequence("server 1 is still out", "by 2026-11-16T08:30:00Z");
        assertThat(loss(id).has("by")).isFalse();
        assertThat(audited(id).path("actor").asText()).isEqualTo("site");
    }

    @Test
    void movedByADrain_saysWhichServersAreOut() {
        String id = book(
                "ana",
                "\"name\":\"fit\",\"stay\":\"PT1H\",\"ready\":\"2026-11-16T09:00:00Z\",\"deadline\":\"2026-11-16T20:00:00Z\",\"servers\":2,\"pool\":\"fast\"");
        service.send("olga", "POST", "/pools/fast/drain", """
                        {"servers":[0],"from":"2026-11-16T09:00:00Z","to":"2026-11-16T12:00:00Z","move":true}""").is(200);
        assertThat(loss(id).path("outcome").asText()).isEqualTo("moved");
        assertThat(loss(id).path("why").asText())
                .containsSubsequence("server 0 is out", "from 2026-11-16T09:00:00Z until 2026-11-16T12:00:00Z");
        assertThat(notKept()).isEqualTo("0 0");
    }

    @Test
    void movedForAnotherReason_isNoLoss() {
        String first = book(
                "ana",
                "\"name\":\"first\",\"stay\":\"PT1H\",\"deadline\":\"2026-11-16T20:00:00Z\",\"servers\":2,\"pool\":\"fast\"");
        String next = book(
                "ana",
                "\"name\":\"next\",\"stay\":\"PT1H\",\"deadline\":\"2026-11-16T20:00:00Z\",\"servers\":2,\"pool\":\"fast\"");
        pass(Duration.ofMinutes(10));
        service.send("ana", "POST", "/reservations/" + first + "/overrun", "{\"more\":\"PT30M\",\"policy\":\"push\"}")
                .is(200);
        assertThat(service.get("ana", "/reservations/" + next).text("start")).isEqualTo("2026-11-16T09:30:00Z");
        assertThat(loss(next).isMissingNode()).isTrue();
    }

    @Test
    void held_promisesNothing() {
        String id = service.send(
                        "ana",
                        "POST",
                        "/offers",
                        "{" + TestService.exactly("course", "2026-11-16T09:00:00Z", "2026-11-16T11:00:00Z", 2)
                                + ",\"hold\":\"PT30M\"}")
                .is(200)
                .at("/offers/0/reservation")
                .asText();
        fail("[0]");
        assertThat(loss(id).path("outcome").asText()).isEqualTo("withdrawn");
        assertThat(losses("olga")).isEmpty();
        assertThat(notKept()).isEqualTo("0 0");
    }

    @Test
    void blocksOfACluster_areSaidInWords() {
        service.send("olga", "POST", "/pools", """
                        {"name":"cluster","rate":"1","unit":"node",
                        "serverList":[{"name":"c4"},{"name":"c5"},{"name":"c6"}]}""").is(201);
        String all =
                "\"name\":\"%s\",\"pool\":\"cluster\",\"servers\":3,\"stay\":\"PT1H\",\"ready\":\"%s\",\"deadline\":\"%s\"";
        String first = book("ana", all.formatted("first", "2026-11-16T09:00:00Z", "2026-11-16T10:00:00Z"));
        String second = book("ana", all.formatted("second", "2026-11-17T09:00:00Z", "2026-11-17T10:00:00Z"));
        String third = book("ana", all.formatted("third", "2026-11-18T09:00:00Z", "2026-11-18T10:00:00Z"));
        long begin = Instant.parse("2026-11-17T08:00:00Z").toEpochMilli();
        Window maintenance = new Window(begin, begin + Duration.ofHours(4).toMillis());
        block("cluster", 1, maintenance, "Slurm: reservation maint");
        assertThat(loss(second).path("why").asText())
                .containsSubsequence(
                        "node c5 is reserved", "maint from 2026-11-17T08:00:00Z until 2026-11-17T12:00:00Z");
        long now = Instant.parse(TestService.START).toEpochMilli();
        block("cluster", 0, new Window(now, now + Duration.ofHours(20).toMillis()), "Slurm: job 17");
        assertThat(loss(first).path("why").asText())
                .isEqualTo("node c4 is used by job 17 of Slurm until 2026-11-17T04:00:00Z");
        assertThat(loss(first).path("by").asText()).isEqualTo("site");
        block("cluster", 2, new Window(now, Window.FOREVER), "Slurm: down");
        assertThat(loss(third).path("why").asText()).isEqualTo("node c6 is down (Slurm)");
        assertThat(loss(third).at("/servers/0").asText()).isEqualTo("c6");
        assertThat(losses("olga")).containsExactly(first, second, third);
    }
}
