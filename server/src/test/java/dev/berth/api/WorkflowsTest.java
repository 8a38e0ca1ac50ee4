package dev.berth.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.berth.api.TestService.Result;
import dev.berth.api.workflows.WorkflowsResource;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Workflows sent, planned and booked. */
class WorkflowsTest {
    /** One after the other and two beside each other; 210 s along a, b, d. */
    static final String DIAMOND = """
            {"name":"diamond","tasks":[
            {"id":"a","kind":"get","seconds":60},
            {"id":"b","seconds":120,"after":[{"task":"a","bytes":1000000000}]},
            {"id":"c","seconds":60,"after":["a"]},
            {"id":"d","seconds":30,"after":["b","c"]}]}""";

    /** Twice as long as the diamond takes, counted from the first second after the start of the clock. */
    static final String DEADLINE = "2026-11-16T08:07:01Z";

    private TestService service;

    @BeforeEach
    void start(@TempDir Path data) {
        service = new TestService(data);
    }

    @AfterEach
    void stop() {
        service.close();
    }

    private String sent(String workflow) {
        return service.upload("ana", workflow.getBytes(StandardCharsets.UTF_8))
                .is(201)
                .text("id");
    }

    static String by(String deadline) {
        return "{\"deadline\":\"" + deadline + "\"}";
    }

    /** With the spare-time policy whose slots are easily told by hand. */
    static String pathByPath(String deadline) {
        return "{\"deadline\":\"" + deadline + "\",\"spare\":\"cp_even_percent\"}";
    }

    /** Slots as {@code a=fast 08:00:01-08:02:01}. */
    static Map<String, String> slots(JsonNode plan) {
        Map<String, String> slots = new TreeMap<>();
        plan.path("tasks")
                .forEach(task -> slots.put(
                        task.path("task").asText(),
                        task.path("pool").asText() + " "
                                + task.path("start").asText().substring(11, 19) + "-"
                                + task.path("slotEnd").asText().substring(11, 19)));
        return slots;
    }

    @Test
    void whatWasSent_isDescribed_drawn_listedAndForgotten() throws IOException {
        Result sent = service.upload("ana", gzipped(DIAMOND)).is(201);
        assertThat(sent.header("Location")).isEqualTo("/api/v1/workflows/" + sent.text("id"));
        assertThat(sent.at("/taskCount").asInt()).isEqualTo(4);
        assertThat(sent.at("/edgeCount").asInt()).isEqualTo(4);
        assertThat(sent.at("/levels").asInt()).isEqualTo(3);
        assertThat(sent.at("/widest").asInt()).isEqualTo(2);
        assertThat(sent.text("criticalWork")).isEqualTo("PT3M30S");
        assertThat(sent.at("/criticalPath").toString()).isEqualTo("[\"a\",\"b\",\"d\"]");
        assertThat(sent.text("format")).isEqualTo("Berth's own");
        String path = "/workflows/" + sent.text("id");
        Result graph = service.get("ana", path).is(200);
        assertThat(graph.at("/tasks/3/level").asInt()).isEqualTo(2);
        assertThat(graph.at("/edges/0").toString()).isEqualTo("{\"from\":0,\"to\":1,\"bytes\":1000000000}");
        service.get("ben", path).is(403);
        service.get("olga", path).is(200);
        assertThat(service.get("ana", "/workflows").is(200).at("/workflows").size())
                .isEqualTo(1);
        assertThat(service.get("ben", "/workflows").is(200).at("/workflows").size())
                .isZero();
        service.send("ana", "DELETE", path, "").is(204);
        service.get("ana", path).is(404).code("unknown-workflow");
        String other = sent(DIAMOND);
        service.clock.move(Duration.ofHours(24));
        service.get("ana", "/workflows/" + other).is(404);
    }

    static byte[] gzipped(String text) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
            out.write(text.getBytes(StandardCharsets.UTF_8));
        }
        return bytes.toByteArray();
    }

    /** Unless told otherwise every task gets the same percentage, and less than 1% of the seven minutes is left over. */
    @Test
    void plan_givesEveryTaskTheSameShare_byDefault() {
        Result plan = service.send("ana", "POST", "/workflows/" + sent(DIAMOND) + "/plan", by(DEADLINE))
                .is(200);
        assertThat(plan.text("spare")).isEqualTo("r_even_percent1");
        assertThat(plan.text("finish")).isBetween("2026-11-16T08:06:56", DEADLINE);
        assertThat(plan.at("/sparePercent/least").asDouble()).isBetween(97.0, 100.0);
        assertThat(slots(plan.json())).containsEntry("c", "fast 08:02:00-08:03:59");
    }

    /**
     * All four on the two fast servers, c beside b. The critical path has 210 s of spare time for 210 s of work, so a, b
     * and d may take twice as long. On the path by c, a and d have taken 90 s of the 210 s, so c has the other 120 s.
     */
    @Test
    void theDiamond_isPlannedAsByHand() {
        String path = "/workflows/" + sent(DIAMOND);
        Result plan = service.send("ana", "POST", path + "/plan", pathByPath(DEADLINE))
                .is(200);
        assertThat(slots(plan.json()))
                .containsExactly(
                        Map.entry("a", "fast 08:00:01-08:02:01"),
                        Map.entry("b", "fast 08:02:01-08:06:01"),
                        Map.entry("c", "fast 08:02:01-08:05:01"),
                        Map.entry("d", "fast 08:06:01-08:07:01"));
        assertThat(plan.text("price")).isEqualTo("0.00");
        assertThat(plan.text("finish")).isEqualTo(DEADLINE);
        assertThat(plan.at("/sparePercent/least").asText()).isEqualTo("100.0");
        assertThat(plan.at("/machines").asInt()).isEqualTo(6);
        Result late = service.send("ana", "POST", path + "/plan", by("2026-11-16T08:03:30Z"))
                .is(409)
                .code("deadline-impossible");
        assertThat(late.at("/numbers/earliestFinish").asText()).isEqualTo("2026-11-16T08:03:31Z");
        service.send("ana", "POST", path + "/plan", by("2026-11-16T08:03:31Z")).is(200);
        assertThat(service.get("ana", "/reservations").at("/reservations").size())
                .as("nothing is booked")
                .isZero();
    }

    /** The two servers of the diamond are ours for seven minutes each, of which the slots take ten in all. */
    @Test
    void gaps_areWhatTheSlotsLeaveOfTheirServers() {
        String path = "/workflows/" + sent(DIAMOND);
        assertThat(service.send("ana", "POST", path + "/plan", pathByPath(DEADLINE))
                        .is(200)
                        .text("gaps"))
                .isEqualTo("PT4M");
    }

    @Test
    void threshold_isAShare_ofRecursivePoliciesAlone() {
        String path = "/workflows/" + sent(DIAMOND) + "/plan";
        Result usual = service.send("ana", "POST", path, by(DEADLINE)).is(200);
        Result half = service.send("ana", "POST", path, "{\"deadline\":\"" + DEADLINE + "\",\"threshold\":\"0.5\"}")
                .is(200);
        assertThat(usual.text("threshold")).isEqualTo("0.01");
        assertThat(half.text("threshold")).isEqualTo("0.5");
        assertThat(half.text("finish")).isLessThan(usual.text("finish"));
        for (String wrong : List.of("\"5%\"", "\"1.5\"", "0.5", "\"-0.1\"")) {
            Result refused = service.send(
                            "ana", "POST", path, "{\"deadline\":\"" + DEADLINE + "\",\"threshold\":" + wrong + "}")
                    .is(422);
            assertThat(refused.at("/errors/0/field").asText()).as(wrong).isEqualTo("threshold");
        }
        Result path2 = service.send(
                        "ana",
                        "POST",
                        path,
                        "{\"deadline\":\"" + DEADLINE + "\",\"spare\":\"cp_even_time\",\"threshold\":\"0.1\"}")
                .is(422);
        assertThat(path2.at("/errors/0/rule").asText()).contains("r_even_percent1");
    }

    /** Both fast servers from now to the deadline; tasks that end early move the others, and the servers stay until all are done. */
    @Test
    void wholeServers_areBooked_keptWhileTasksMove_andGivenBackTogether() {
        String path = "/workflows/" + sent(DIAMOND);
        String body = "{\"deadline\":\"" + DEADLINE + "\",\"spare\":\"dag_reserve\"}";
        assertThat(service.send("ana", "POST", path + "/plan", body).is(200).text("gaps"))
                .isEqualTo("PT0S");
        Result booked = service.send("ana", "POST", path + "/book", body).is(201);
        String plan = "/plans/" + booked.text("plan");
        JsonNode reservations = service.get("ana", "/reservations").is(200).at("/reservations");
        assertThat(reservations)
                .hasSize(2)
                .allSatisfy(each -> assertThat(each.path("end").asText()).isEqualTo(DEADLINE));
        Result now = service.get("ana", plan).is(200);
        assertThat(now.json().path("tasks").findValuesAsText("reservation"))
                .hasSize(4)
                .containsOnly("r1", "r2");
        service.clock.move(Duration.ofSeconds(10));
        Result moved = service.send("ana", "POST", plan + "/tasks/a", "{\"event\":\"finished\",\"then\":\"replan\"}")
                .is(200);
        assertThat(moved.text("outcome")).isEqualTo("replanned");
        assertThat(service.get("ana", plan).at("/tasks/1/start").asText()).isEqualTo("2026-11-16T08:00:11Z");
        assertThat(service.get("ana", "/reservations").at("/reservations")).hasSize(2);
        service.clock.move(Duration.ofSeconds(2));
        for (String task : List.of("b", "c")) {
            service.send("ana", "POST", plan + "/tasks/" + task, "{\"event\":\"finished\",\"then\":\"replan\"}")
                    .is(200);
        }
        service.clock.move(Duration.ofSeconds(2));
        service.send("ana", "POST", plan + "/tasks/d", "{\"event\":\"finished\"}")
                .is(200);
        assertThat(service.get("ana", plan).at("/states/finished").asInt()).isEqualTo(4);
        assertThat(service.get("ana", "/reservations?state=running").at("/reservations"))
                .isEmpty();
    }

    /** A gigabyte in 10 s within a pool: b waits 10 s for the data of a, wherever it runs. */
    @Test
    void transfers_poolsAndReady_areHeeded() {
        String path = "/workflows/" + sent(DIAMOND);
        Result plan = service.send("ana", "POST", path + "/plan", """
                {"deadline":"2026-11-16T09:00:00Z","ready":"2026-11-16T08:30:00Z","scheduler":"cpop","spare":"r_even_time",
                 "pools":["slow"],"transfer":{"within":"PT10S","between":"PT1M"}}""").is(200);
        JsonNode tasks = plan.at("/tasks");
        assertThat(slots(plan.json()).values()).allMatch(slot -> slot.startsWith("slow "));
        assertThat(tasks.get(0).path("start").asText()).isEqualTo("2026-11-16T08:30:00Z");
        assertThat(Duration.between(
                        java.time.Instant.parse(tasks.get(0).path("slotEnd").asText()),
                        java.time.Instant.parse(tasks.get(1).path("start").asText())))
                .isGreaterThanOrEqualTo(Duration.ofSeconds(10));
    }

    @Test
    void whatIsWrong_isNamed() {
        String path = "/workflows/" + sent(DIAMOND);
        service.send("ana", "POST", path + "/plan", "{}").is(422);
        Result all = service.send("ana", "POST", path + "/plan", """
                {"deadline":"2020-01-01T00:00:00Z","scheduler":"best","spare":"none","pools":[],"transfer":{"within":"PT-1S","x":1},
                 "more":1}""").is(422);
        assertThat(all.at("/errors").findValuesAsText("field"))
                .containsExactlyInAnyOrder(
                        "deadline", "scheduler", "spare", "pools", "transfer.within", "transfer.x", "more");
        service.send("ana", "POST", path + "/plan", "{\"deadline\":\"9000-01-01T00:00:00Z\"}")
                .is(422);
        Result pool = service.send(
                        "ana", "POST", path + "/plan", "{\"deadline\":\"" + DEADLINE + "\",\"pools\":[\"none\"]}")
                .is(422);
        assertThat(pool.at("/errors/0/rule").asText()).isEqualTo("must be some of slow, fast");
    }

    @Test
    void files_thatAreNoWorkflows_areRefusedWithTheirPlace() {
        byte[] none = {};
        service.upload("ana", none).is(422).code("invalid-workflow");
        Result cycle =
                service.upload("ana", """
                {"name":"x","tasks":[{"id":"a","seconds":1,"after":["b"]},{"id":"b","seconds":1,"after":["a"]}]}""".getBytes(StandardCharsets.UTF_8)).is(422);
        assertThat(cycle.text("detail")).contains("a").contains("circle");
        service.upload("ana", "hello".getBytes(StandardCharsets.UTF_8)).is(422);
        service.upload("ana", "<adag".getBytes(StandardCharsets.UTF_8)).is(422);
        service.upload(
                        "ana",
                        "{\"name\":\"x\",\"tasks\":[{\"id\":\"a\\u0007\",\"seconds\":1}]}"
                                .getBytes(StandardCharsets.UTF_8))
                .is(422);
        String pools = sent("{\"name\":\"x\",\"tasks\":[{\"id\":\"a\",\"seconds\":{\"fast\":5}}]}");
        Result missing = service.send("ana", "POST", "/workflows/" + pools + "/plan", by(DEADLINE))
                .is(422);
        assertThat(missing.text("detail")).contains("pool slow, only for fast");
        assertThat(slots(service.send(
                                "ana",
                                "POST",
                                "/workflows/" + pools + "/plan",
                                "{\"deadline\":\"2026-11-16T08:00:06Z\",\"pools\":[\"fast\"]}")
                        .is(200)
                        .json()))
                .containsExactly(Map.entry("a", "fast 08:00:01-08:00:06"));
    }

    /** Small when packed, large when not; and more than is taken at all. */
    @Test
    void uploads_areBounded() throws IOException {
        service.upload("ana", new byte[WorkflowsResource.MOST_BYTES + 1])
                .is(413)
                .code("too-large");
        Result bomb = service.upload("ana", gzipped("{\"name\":\"x\"," + " ".repeat(65 << 20) + "}"))
                .is(422);
        assertThat(bomb.text("detail")).contains("67108864 bytes");
        StringBuilder many = new StringBuilder("{\"name\":\"many\",\"tasks\":[{\"id\":\"t\",\"seconds\":1}");
        for (int i = 0; i < 20_000; i++) {
            many.append(",{\"id\":\"t").append(i).append("\",\"seconds\":1}");
        }
        Result tooMany = service.upload("ana", gzipped(many + "]}")).is(422);
        assertThat(tooMany.text("detail")).contains("20000");
        service.send("ana", "POST", "/reservations", " ".repeat(1 << 17)).is(413);
    }

    @Test
    void allSchedulersWithAllPolicies_areCompared() {
        String path = "/workflows/" + sent(DIAMOND) + "/compare";
        Result compared = service.send("ana", "POST", path, by(DEADLINE)).is(200);
        assertThat(compared.at("/rows").size()).isEqualTo(8 * 7);
        assertThat(compared.at("/rows/0/makespan").asText()).isEqualTo("PT3M30S");
        assertThat(compared.at("/rows").findValues("feasible")).allMatch(JsonNode::asBoolean);
        Result tight =
                service.send("ana", "POST", path, by("2026-11-16T08:02:00Z")).is(200);
        assertThat(tight.at("/rows").findValues("feasible")).noneMatch(JsonNode::asBoolean);
        assertThat(tight.at("/rows").findValues("sparePercent")).isEmpty();
        service.send("ana", "POST", path, "{\"deadline\":\"" + DEADLINE + "\",\"scheduler\":\"heft\"}")
                .is(422);
    }
}
