package dev.berth.api;

import static dev.berth.api.WorkflowsTest.DEADLINE;
import static dev.berth.api.WorkflowsTest.DIAMOND;
import static dev.berth.api.WorkflowsTest.pathByPath;
import static dev.berth.api.WorkflowsTest.slots;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.berth.api.TestService.Result;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The diamond, booked: a until 08:02:01, b until 08:06:01 beside c until 08:05:01, d until 08:07:01, all on fast servers;
 * and what happens to it.
 */
class PlansTest {
    private TestService service;

    @BeforeEach
    void start(@TempDir Path data) {
        service = new TestService(data);
    }

    @AfterEach
    void stop() {
        service.close();
    }

    private String sent() {
        return service.upload("ana", DIAMOND.getBytes(StandardCharsets.UTF_8))
                .is(201)
                .text("id");
    }

    private Result booked() {
        return service.send("ana", "POST", "/workflows/" + sent() + "/book", pathByPath(DEADLINE))
                .is(201);
    }

    private JsonNode plan() {
        return service.get("ana", "/plans/w1").is(200).json();
    }

    private Result told(String task, String body) {
        return service.send("ana", "POST", "/plans/w1/tasks/" + task, body);
    }

    private static String state(JsonNode plan, int task) {
        return plan.path("tasks").path(task).path("state").asText();
    }

    private void at(String time) {
        service.clock.move(Duration.between(
                java.time.Instant.parse(service.clock.instant().toString()),
                java.time.Instant.parse("2026-11-16T" + time + "Z")));
        // Any write lets time pass.
        service.send("olga", "POST", "/pools/none/fail", "{\"servers\":[0]}").is(404);
    }

    @Test
    void aBookedPlan_isThere_alsoAfterARestart() {
        Result booked = booked();
        assertThat(booked.header("Location")).isEqualTo("/api/v1/plans/w1");
        assertThat(booked.at("/states/waiting").asInt()).isEqualTo(4);
        assertThat(booked.at("/sparePercent/least").asText()).isEqualTo("100.0");
        JsonNode plan = plan();
        assertThat(slots(plan))
                .containsExactly(
                        Map.entry("a", "fast 08:00:01-08:02:01"),
                        Map.entry("b", "fast 08:02:01-08:06:01"),
                        Map.entry("c", "fast 08:02:01-08:05:01"),
                        Map.entry("d", "fast 08:06:01-08:07:01"));
        Result first = service.get("ana", "/reservations/r1").is(200);
        assertThat(first.text("name")).isEqualTo("diamond a");
        assertThat(first.text("plan")).isEqualTo("w1");
        assertThat(first.text("end")).isEqualTo("2026-11-16T08:02:01Z");
        at("08:02:30");
        plan = plan();
        assertThat(List.of(state(plan, 0), state(plan, 1), state(plan, 3)))
                .containsExactly("ended", "running", "waiting");
        service.restart();
        assertThat(plan()).isEqualTo(plan);
        told("b", "{\"event\":\"finished\"}").is(200);
        JsonNode after = plan();
        assertThat(state(after, 1)).isEqualTo("finished");
        service.restart();
        assertThat(plan()).isEqualTo(after);
        assertThat(service.get("ana", "/plans").is(200).at("/plans/0/plan").asText())
                .isEqualTo("w1");
        assertThat(service.get("ben", "/plans?limit=5&after=w1")
                        .is(200)
                        .at("/plans")
                        .size())
                .isZero();
        service.get("ana", "/plans?after=x").is(422);
        service.get("ben", "/plans/w1").is(403);
        service.get("ana", "/plans/w2").is(404).code("unknown-plan");
    }

    @Test
    void theSameRequestTwice_booksOnce() {
        String path = "/workflows/" + sent();
        Result once = service.send("ana", "POST", path + "/book", pathByPath(DEADLINE), "Idempotency-Key", "k")
                .is(201);
        service.send("ana", "DELETE", path, "").is(204);
        Result twice = service.send("ana", "POST", path + "/book", pathByPath(DEADLINE), "Idempotency-Key", "k")
                .is(201);
        assertThat(twice.json()).isEqualTo(once.json());
        assertThat(service.get("ana", "/plans").at("/plans").size()).isEqualTo(1);
        service.send("ana", "POST", path + "/book", pathByPath("2026-11-16T09:00:00Z"), "Idempotency-Key", "k")
                .is(404);
    }

    /** Many at once on a few servers: whatever is booked is whole. */
    @Test
    void whoIsLate_plansAgain_andGetsAllOrNothing() throws InterruptedException {
        List<Thread> callers = new ArrayList<>();
        ConcurrentLinkedQueue<Integer> statuses = new ConcurrentLinkedQueue<>();
        for (int i = 0; i < 4; i++) {
            String path = "/workflows/" + sent() + "/book";
            callers.add(Thread.ofPlatform().start(() -> {
                for (int k = 0; k < 5; k++) {
                    statuses.add(service.send("ana", "POST", path, pathByPath(DEADLINE))
                            .response()
                            .statusCode());
                }
            }));
        }
        for (Thread caller : callers) {
            caller.join();
        }
        assertThat(statuses).containsOnly(201, 409);
        int plans = service.get("ana", "/plans").at("/plans").size();
        assertThat(plans).isEqualTo((int)
                statuses.stream().filter(status -> status == 201).count());
        assertThat(service.get("ana", "/reservations?limit=1000")
                        .at("/reservations")
                        .size())
                .isEqualTo(4 * plans);
        for (JsonNode pool : service.get("ana", "/timetable").is(200).at("/pools")) {
            assertThat(pool.path("free").findValues("servers")).allMatch(servers -> servers.asInt() >= 0);
        }
    }

    /** b and d have 150 s of work and 359 s: 209 s of spare time, 167.2 s of it for b. */
    @Test
    void finishedEarly_theRestIsPlannedAnew() {
        booked();
        told("a", "{\"event\":\"finished\",\"then\":\"replan\"}").is(409).code("not-running");
        at("08:01:01");
        Result told = told("a", "{\"event\":\"finished\",\"then\":\"replan\"}").is(200);
        assertThat(told.text("outcome")).isEqualTo("replanned");
        assertThat(told.at("/moved").asInt()).isEqualTo(3);
        JsonNode plan = plan();
        assertThat(state(plan, 0)).isEqualTo("finished");
        assertThat(plan.at("/tasks/0/slotEnd").asText()).isEqualTo("2026-11-16T08:01:01Z");
        assertThat(plan.at("/tasks/1/start").asText()).isEqualTo("2026-11-16T08:01:02Z");
        assertThat(plan.at("/tasks/1/slotEnd").asText()).isEqualTo("2026-11-16T08:05:49.200Z");
        assertThat(plan.at("/tasks/3/slotEnd").asText()).isEqualTo(DEADLINE);
        assertThat(service.get("ana", "/reservations").at("/reservations").size())
                .isEqualTo(3);
        assertThat(service.get("ana", "/reservations/r2").text("state")).isEqualTo("cancelled");
    }

    @Test
    void finishedEarly_theRestStays_orIsGivenUp() {
        booked();
        at("08:01:01");
        Map<String, String> before = slots(plan());
        assertThat(told("a", "{\"event\":\"finished\"}").is(200).text("outcome"))
                .isEqualTo("kept");
        before.put("a", "fast 08:00:01-08:01:01");
        assertThat(slots(plan())).isEqualTo(before);
        at("08:05:00");
        Result released =
                told("b", "{\"event\":\"finished\",\"then\":\"release\"}").is(200);
        assertThat(released.text("outcome")).isEqualTo("released");
        assertThat(released.at("/states").toString()).isEqualTo("{\"finished\":2,\"released\":1,\"running\":1}");
        assertThat(told("c", "{\"event\":\"failed\"}").is(200).text("outcome"))
                .as("what was given up stays so")
                .isEqualTo("kept");
    }

    /** Finishing a second early leaves hardly more room than there is, and what is booked may stay. */
    @Test
    void finishedHardlyEarly_theBetterPlanStays() {
        booked();
        at("08:02:00");
        assertThat(told("a", "{\"event\":\"finished\",\"then\":\"replan\"}")
                        .is(200)
                        .text("outcome"))
                .isEqualTo("kept");
    }

    @Test
    void failed_runsAgain_andSoDoesWhatBeganAfterIt() {
        booked();
        at("08:01:31");
        Result told = told("a", "{\"event\":\"failed\"}").is(200);
        assertThat(told.text("outcome")).isEqualTo("replanned");
        JsonNode plan = plan();
        assertThat(state(plan, 0)).isEqualTo("waiting");
        assertThat(plan.at("/tasks/0/start").asText()).isEqualTo("2026-11-16T08:01:32Z");
        assertThat(plan.path("finish").asText()).isEqualTo(DEADLINE);
        assertThat(plan.at("/tasks/0/slotEnd").asText()).isEqualTo("2026-11-16T08:03:06Z");
        // Nobody said that a went wrong before b and c began.
        at("08:03:10");
        plan = plan();
        assertThat(List.of(state(plan, 0), state(plan, 1), state(plan, 2)))
                .containsExactly("ended", "running", "running");
        told("a", "{\"event\":\"failed\"}").is(200);
        plan = plan();
        assertThat(plan.at("/states").toString()).isEqualTo("{\"waiting\":4}");
        assertThat(plan.at("/tasks/0/start").asText()).isEqualTo("2026-11-16T08:03:11Z");
        assertThat(service.get("ana", "/reservations").at("/reservations").size())
                .isEqualTo(4);
        told("a", "{\"event\":\"failed\"}").is(409).code("not-running");
        told("z", "{\"event\":\"failed\"}").is(404).code("unknown-task");
        told("a", "{\"event\":\"vanished\",\"more\":\"PT1S\",\"then\":\"x\"}").is(422);
        told("a", "{\"event\":\"failed\",\"more\":\"PT1S\"}").is(422);
        told("a", "{\"event\":\"overrun\"}").is(422);
    }

    /** 150 s of work at 08:05:31 are done at 08:08:01, a minute late. */
    @Test
    void failedTooLate_saysWhenItCouldBeDone_andChangesNothing() {
        booked();
        at("08:05:30");
        JsonNode before = plan();
        Result late = told("b", "{\"event\":\"failed\"}").is(409).code("deadline-impossible");
        assertThat(late.at("/numbers/earliestFinish").asText()).isEqualTo("2026-11-16T08:08:01Z");
        assertThat(plan()).isEqualTo(before);
        Result released =
                told("b", "{\"event\":\"failed\",\"then\":\"release\"}").is(200);
        assertThat(released.at("/states").toString()).isEqualTo("{\"ended\":2,\"failed\":1,\"released\":1}");
        assertThat(service.get("ana", "/reservations").at("/reservations").size())
                .isZero();
    }

    @Test
    void anOverrun_thatItsSpareTimeHolds_movesNothing() {
        booked();
        at("08:01:30");
        Map<String, String> before = slots(plan());
        Result told = told("a", "{\"event\":\"overrun\",\"more\":\"PT1M\"}").is(200);
        assertThat(told.text("outcome")).isEqualTo("kept");
        assertThat(slots(plan())).isEqualTo(before);
        assertThat(plan().at("/tasks/0/end").asText()).isEqualTo("2026-11-16T08:02:01Z");
    }

    /** Its successors stand in its way on both servers. They move, and what is left of the spare time is theirs. */
    @Test
    void aLongerOverrun_extends_andThePlanFollows() {
        booked();
        at("08:01:30");
        Map<String, String> before = slots(plan());
        told("a", "{\"event\":\"overrun\",\"more\":\"PT2M\",\"then\":\"keep\"}")
                .is(409)
                .code("successor-waits");
        Result late =
                told("a", "{\"event\":\"overrun\",\"more\":\"PT10M\"}").is(409).code("deadline-impossible");
        assertThat(late.at("/numbers/earliestFinish").asText()).isEqualTo("2026-11-16T08:13:31Z");
        assertThat(slots(plan())).isEqualTo(before);
        Result told = told("a", "{\"event\":\"overrun\",\"more\":\"PT2M\"}").is(200);
        assertThat(told.text("outcome")).isEqualTo("replanned");
        JsonNode plan = plan();
        assertThat(plan.at("/tasks/0/slotEnd").asText()).isEqualTo("2026-11-16T08:03:01Z");
        assertThat(plan.at("/tasks/1/start").asText()).isEqualTo("2026-11-16T08:03:01Z");
        assertThat(plan.path("finish").asText()).isEqualTo(DEADLINE);
        Result released = told("a", "{\"event\":\"overrun\",\"more\":\"PT10M\",\"then\":\"release\"}")
                .is(200);
        assertThat(released.text("outcome")).isEqualTo("released");
        assertThat(service.get("ana", "/reservations/r1").text("end")).isEqualTo("2026-11-16T08:13:01Z");
    }

    /** Somebody else has the servers: there is nothing to be had by planning the rest anew. */
    @Test
    void anOverrun_intoTheReservationsOfOthers_isRefused() {
        booked();
        service.send(
                        "ben",
                        "POST",
                        "/reservations",
                        "{" + TestService.exactly("his", "2026-11-16T08:07:01Z", "2026-11-16T08:10:01Z", 2) + "}")
                .is(201);
        at("08:06:30");
        JsonNode before = plan();
        told("d", "{\"event\":\"overrun\",\"more\":\"PT1M\",\"then\":\"keep\"}")
                .is(409)
                .code("no-room-to-extend");
        assertThat(plan()).isEqualTo(before);
    }

    @Test
    void whatLostItsServers_findsOthers() {
        booked();
        service.send("olga", "POST", "/pools/fast/fail", "{\"servers\":[0,1]}").is(200);
        assertThat(plan().at("/states").toString()).isEqualTo("{\"degraded\":4}");
        assertThat(told("a", "{\"event\":\"failed\"}").is(200).text("outcome")).isEqualTo("replanned");
        assertThat(slots(plan()))
                .as("seven minutes on slow servers, and not a second to spare")
                .containsEntry("a", "slow 08:00:01-08:02:01")
                .containsEntry("b", "slow 08:02:01-08:06:01")
                .containsEntry("d", "slow 08:06:01-08:07:01");
    }

    /** Ten server-minutes. */
    @Test
    void whatIsMoreThanTheQuota_isSaidOnPaper_asTheBookingWould() {
        String path = "/workflows/" + sent();
        quota("0.2");
        assertThat(onPaper(path).has("limit")).isFalse();
        quota("0.1");
        JsonNode plan = onPaper(path);
        assertThat(plan.at("/limit/code").asText()).isEqualTo("quota");
        assertThat(plan.path("price").asText()).isEqualTo("0.00");
        assertThat(service.send("ana", "POST", path + "/book", pathByPath(DEADLINE))
                        .is(403)
                        .text("detail"))
                .isEqualTo(plan.at("/limit/detail").asText())
                .containsSubsequence("Quota of ana: 0.1 server-hours per day.", "0 booked, 0.1 left", "for 0.17 more");
        assertThat(plan.at("/limit/numbers/asked").asText()).isEqualTo("0.166667");
        assertThat(service.get("ana", "/plans").is(200).at("/plans")).isEmpty();
    }

    private void quota(String hours) {
        service.send(
                        "admin",
                        "PATCH",
                        "/accounts/ana",
                        "{\"quota\":{\"serverHours\":\"" + hours + "\",\"window\":\"P1D\"}}")
                .is(200);
    }

    private JsonNode onPaper(String path) {
        return service.send("ana", "POST", path + "/plan", pathByPath(DEADLINE))
                .is(200)
                .json();
    }

    @Test
    void cancelling_saysWhatItCosts() {
        service.send("olga", "PUT", "/pools/fast/tariff", "{\"base\":\"60\",\"penalty\":\"0.5\"}")
                .is(200);
        String path = "/workflows/" + sent();
        String price = service.send("ana", "POST", path + "/plan", pathByPath(DEADLINE))
                .is(200)
                .text("price");
        assertThat(price).as("ten server-minutes").isEqualTo("10.00");
        Result booked = service.send("ana", "POST", path + "/book", pathByPath(DEADLINE))
                .is(201);
        assertThat(booked.at("/quote/after").asText()).isEqualTo(price);
        Result dry = service.send("ana", "DELETE", "/plans/w1?dryRun=true", "").is(200);
        assertThat(dry.at("/quote/fee").asText()).isEqualTo("5.00");
        assertThat(dry.at("/states").toString()).isEqualTo("{\"released\":4}");
        assertThat(plan().at("/states/waiting").asInt()).isEqualTo(4);
        service.send("ben", "DELETE", "/plans/w1", "").is(403);
        Result done = service.send("ana", "DELETE", "/plans/w1", "").is(200);
        assertThat(done.at("/quote")).isEqualTo(dry.at("/quote"));
        assertThat(done.at("/states").toString()).isEqualTo("{\"released\":4}");
        assertThat(service.get("ana", "/reservations").at("/reservations").size())
                .isZero();
        service.restart();
        assertThat(plan().path("released").asBoolean()).isTrue();
        assertThat(service.send("ana", "DELETE", "/plans/w1", "")
                        .is(200)
                        .at("/quote/fee")
                        .asText())
                .isEqualTo("0.00");
    }

    /** Ten server-minutes are a sixth of an hour. */
    @Test
    void quotasAndLeadTimes_holdForPlans() {
        String path = "/workflows/" + sent() + "/book";
        service.send(
                        "admin",
                        "PUT",
                        "/accounts/ana",
                        "{\"role\":\"user\",\"quota\":{\"serverHours\":\"0.1\",\"window\":\"P1D\"}}")
                .is(200);
        service.send("ana", "POST", path, pathByPath(DEADLINE)).is(403).code("quota");
        assertThat(service.get("ana", "/reservations").at("/reservations").size())
                .isZero();
        service.send(
                        "admin",
                        "PUT",
                        "/accounts/ana",
                        "{\"role\":\"user\",\"quota\":{\"serverHours\":\"0.2\",\"window\":\"P1D\"},\"lead\":{\"least\":\"PT1H\",\"most\":\"PT2H\"}}")
                .is(200);
        service.send("ana", "POST", path, pathByPath(DEADLINE)).is(409).code("deadline-impossible");
        service.send("ana", "POST", path, "{\"deadline\":\"2026-11-16T12:00:00Z\",\"ready\":\"2026-11-16T11:00:00Z\"}")
                .is(403)
                .code("not-allowed");
        service.send("ana", "POST", path, pathByPath("2026-11-16T09:07:00Z")).is(201);
        assertThat(plan().at("/tasks/0/start").asText()).isEqualTo("2026-11-16T09:00:00Z");
        service.send("ana", "POST", path, pathByPath("2026-11-16T09:17:00Z"))
                .is(403)
                .code("quota");
        service.send("ana", "DELETE", "/plans/w1", "").is(200);
        service.send("ana", "POST", path, pathByPath("2026-11-16T09:07:00Z")).is(201);
    }

    @Test
    void itsOwner_isToldOnTheStream() {
        try (EventStream ana = EventStream.open(service, "ana", "");
                EventStream ben = EventStream.open(service, "ben", "")) {
            booked();
            service.send("ana", "DELETE", "/plans/w1", "").is(200);
            List<String> kinds = new ArrayList<>();
            String data = "";
            while (kinds.isEmpty() || !kinds.getLast().equals("plan-released")) {
                Map<String, String> next = ana.next();
                service.contract.event(next.get("data"));
                kinds.add(next.get("event"));
                data = next.get("data");
            }
            assertThat(kinds)
                    .containsExactly(
                            "reserved",
                            "reserved",
                            "reserved",
                            "reserved",
                            "plan-booked",
                            "closed",
                            "closed",
                            "closed",
                            "closed",
                            "plan-released");
            assertThat(data).contains("\"plan\":\"w1\"").contains("\"name\":\"diamond\"");
            for (int i = 0; i < 8; i++) {
                assertThat(ben.next().get("event")).isIn("reserved", "closed");
            }
        }
    }
}
