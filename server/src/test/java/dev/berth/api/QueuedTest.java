package dev.berth.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.berth.engine.intake.Excess;
import dev.berth.engine.intake.Priority;
import dev.berth.engine.intake.Rounds;
import dev.berth.engine.intake.Rules;
import dev.berth.engine.intake.Sorting;
import dev.berth.server.settings.SiteSettings;
import dev.berth.service.booking.IntakeSettings;
import dev.berth.service.booking.PriorityRule;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Requests that are decided when their round of ten minutes ends. It is eight o'clock, the end of a round. */
class QueuedTest {
    private static final String QUEUED = ",\"queued\":true}";

    @TempDir
    Path data;

    private static SiteSettings settings() {
        Rules rules = new Rules(3, 1, Sorting.SHORTEST, new Excess.Defer(2));
        return TestService.usual()
                .with(draft -> draft.intake = Optional.of(new IntakeSettings(
                        new Rounds(Duration.ofMinutes(10).toMillis(), rules), PriorityRule.assigned(new Priority(4)))));
    }

    private TestService open() {
        return new TestService(data, new Contract(), settings());
    }

    /** Both fast servers from ten to eleven. */
    private static String course(String name) {
        return "{" + TestService.exactly(name, "2026-11-16T10:00:00Z", "2026-11-16T11:00:00Z", 2) + QUEUED;
    }

    private static TestService.Result queue(TestService service, String as, String body) {
        return service.send(as, "POST", "/reservations", body).is(202);
    }

    /** Time passes when something is written. */
    private static void pass(TestService service, Duration time) {
        service.clock.move(time);
        service.send("admin", "POST", "/tokens", "{\"lifetime\":\"PT1S\"}").is(201);
    }

    private static void priority(TestService service, String name, int priority) {
        service.send("admin", "PUT", "/accounts/" + name, "{\"role\":\"user\",\"priority\":%d}".formatted(priority))
                .is(200);
    }

    @Test
    void queued_thenDecidedByPriority_andToldByPollingAndByEvents() throws IOException {
        try (TestService service = open();
                EventStream events = EventStream.open(service, "ana", "")) {
            priority(service, "ben", 9);
            assertThat(service.get("admin", "/accounts/ben").at("/priority").asInt())
                    .isEqualTo(9);
            TestService.Result hers = queue(service, "ana", course("hers"));
            assertThat(hers.header("Location")).isEqualTo("/api/v1/reservations/r1");
            assertThat(hers.text("state")).isEqualTo("queued");
            assertThat(hers.text("decision")).isEqualTo("2026-11-16T08:10:00Z");
            assertThat(hers.at("/priority").asInt()).as("the site's").isEqualTo(4);
            queue(service, "ben", course("his"));
            assertThat(service.get("ana", "/reservations/r1").is(200).text("name"))
                    .isEqualTo("hers");
            service.get("ana", "/reservations/r2").is(404);
            assertThat(service.get("ana", "/requests").is(200).at("/requests").size())
                    .isEqualTo(1);
            TestService.Result first =
                    service.get("olga", "/requests?state=queued&limit=1").is(200);
            assertThat(first.at("/requests/0")).isEqualTo(hers.json());
            assertThat(first.text("next")).isEqualTo("r1");
            assertThat(service.get("olga", "/requests?after=r1")
                            .at("/requests/0/name")
                            .asText())
                    .isEqualTo("his");
            service.get("ana", "/requests?state=held&after=x").is(422);
            assertThat(service.get("olga", "/reservations/r2")
                            .is(200)
                            .at("/priority")
                            .asInt())
                    .isEqualTo(9);
            assertThat(service.get("ana", "/reservations").at("/reservations"))
                    .as("nothing is taken by what waits")
                    .isEmpty();

            pass(service, Duration.ofMinutes(10));
            assertThat(service.get("ben", "/reservations/r2").is(200).text("state"))
                    .isEqualTo("waiting");
            TestService.Result away = service.get("ana", "/reservations/r1").is(200);
            assertThat(away.text("state")).isEqualTo("turned-away");
            assertThat(away.text("code")).isEqualTo("no-capacity");
            assertThat(service.get("ana", "/requests?state=turned-away").at("/requests/0"))
                    .isEqualTo(away.json());
            assertThat(service.get("ana", "/requests").at("/requests").size()).isZero();
            assertThat(away.text("reason")).contains("2026-11-16T10:00:00Z");
            assertThat(away.text("closed")).isEqualTo("2026-11-16T08:10:00Z");
            service.get("ben", "/reservations/r1").is(404);

            for (String kind : new String[] {"queued", "reserved", "turned-away"}) {
                Map<String, String> event = events.next();
                service.contract.event(event.get("data"));
                assertThat(event.get("event")).isEqualTo(kind);
                JsonNode said = TestService.JSON.readTree(event.get("data"));
                assertThat(said.path("id").asText()).isEqualTo(kind.equals("reserved") ? "r2" : "r1");
                assertThat(said.path("code").asText()).isEqualTo(kind.equals("turned-away") ? "no-capacity" : "");
            }
        }
    }

    /** Decides three requests for the same course: ben's is granted, ana's is turned away, and a third was withdrawn. */
    private static void decideThree(TestService service) {
        priority(service, "ben", 9);
        queue(service, "ana", course("hers"));
        queue(service, "ben", course("his"));
        queue(service, "ana", course("withdrawn"));
        service.send("ana", "DELETE", "/reservations/r3", "").is(200);
        pass(service, Duration.ofMinutes(10));
    }

    /** With SD 3 and N 1: what an account pays and where it ranks decides who is first, and ben's assigned priority does not. */
    @Test
    void prioritiesFromPayingCapacityAndRank_decideWhoIsFirst_ifTheSiteSaysSo() {
        Rules rules = new Rules(3, 1, Sorting.SHORTEST, new Excess.Defer(2));
        PriorityRule computed = new PriorityRule(PriorityRule.Source.COMPUTED, new Priority(4));
        SiteSettings settings = TestService.usual()
                .with(draft -> draft.intake = Optional.of(
                        new IntakeSettings(new Rounds(Duration.ofMinutes(10).toMillis(), rules), computed)));
        try (TestService service = new TestService(data, new Contract(), settings)) {
            service.send("admin", "PUT", "/accounts/ben", "{\"role\":\"user\",\"priority\":900}")
                    .is(200);
            service.send("admin", "PATCH", "/accounts/ben", "{\"standing\":{\"paying\":9}}")
                    .is(422);
            TestService.Result ben = service.send(
                            "admin", "PATCH", "/accounts/ben", "{\"standing\":{\"paying\":1,\"rank\":2}}")
                    .is(200);
            assertThat(ben.at("/computedPriority").asInt())
                    .as("the mean of 1 and 2, rounded up")
                    .isEqualTo(2);
            service.send("admin", "PATCH", "/accounts/ana", "{\"standing\":{\"paying\":9,\"rank\":8}}")
                    .is(200);
            service.restart();
            assertThat(service.get("ana", "/accounts/me").at("/standing/rank").asInt())
                    .isEqualTo(8);
            assertThat(queue(service, "ben", course("his")).at("/priority").asInt())
                    .isEqualTo(2);
            assertThat(queue(service, "ana", course("hers")).at("/priority").asInt())
                    .isEqualTo(9);
            pass(service, Duration.ofMinutes(10));
            assertThat(service.get("ana", "/reservations/r2").is(200).text("state"))
                    .isEqualTo("waiting");
            assertThat(service.get("ben", "/reservations/r1").is(200).text("state"))
                    .isEqualTo("turned-away");
            service.send("admin", "PATCH", "/accounts/ben", "{\"standing\":null}")
                    .is(200);
            assertThat(queue(service, "ben", course("again")).at("/priority").asInt())
                    .as("the assigned one, without a standing")
                    .isEqualTo(900);
        }
    }

    @Test
    void standing_isKept_andCountsForNothing_whereAdministratorsAssignPriorities() {
        try (TestService service = open()) {
            TestService.Result ana = service.send(
                            "admin", "PATCH", "/accounts/ana", "{\"standing\":{\"paying\":9,\"rank\":8}}")
                    .is(200);
            assertThat(ana.at("/standing/paying").asInt()).isEqualTo(9);
            assertThat(ana.json().has("computedPriority")).isFalse();
            assertThat(queue(service, "ana", course("hers")).at("/priority").asInt())
                    .isEqualTo(4);
        }
    }

    @Test
    void whatIsTurnedAway_countsAsRefused_withWhatItAskedFor() {
        try (TestService service = open()) {
            decideThree(service);
            service.restart();
            JsonNode row = service.get("olga", "/reports/usage?by=user&from=2026-11-16&to=2026-11-17")
                    .is(200)
                    .at("/rows/0");
            assertThat(row.path("name").asText()).isEqualTo("ana");
            assertThat(row.path("refused").asInt()).isEqualTo(1);
            assertThat(row.path("refusedHours").asText())
                    .as("two servers for an hour")
                    .isEqualTo("2");
        }
    }

    @Test
    void othersHearNothingOfWhatWaits() {
        try (TestService service = open();
                EventStream others = EventStream.open(service, "vera", "")) {
            decideThree(service);
            service.send("ben", "DELETE", "/reservations/r2", "").is(200);
            assertThat(others.next().get("event")).isEqualTo("reserved");
            assertThat(others.next().get("data")).contains("\"closed\"").contains("\"r2\"");
        }
    }

    @Test
    void whatWaits_survivesARestart_andSoDoesTheAnswer() {
        try (TestService service = open()) {
            priority(service, "ben", 9);
            queue(service, "ben", "{" + TestService.job("short") + QUEUED);
            queue(service, "ben", "{" + TestService.job("other") + QUEUED);
            queue(service, "ana", course("hers"));
            queue(service, "ana", course("too much"));
            service.restart();
            assertThat(service.get("ben", "/reservations/r1").text("state")).isEqualTo("queued");
            pass(service, Duration.ofMinutes(10));
            assertThat(service.get("ben", "/reservations/r1").text("state")).isIn("waiting", "running");
            assertThat(service.get("ana", "/reservations/r3").text("state")).isEqualTo("waiting");
            service.restart();
            TestService.Result deferred = service.get("ben", "/reservations/r2").is(200);
            assertThat(deferred.at("/deferrals").asInt()).as("N is 1").isEqualTo(1);
            assertThat(deferred.text("decision")).isEqualTo("2026-11-16T08:20:00Z");
            assertThat(service.get("ana", "/reservations/r4").text("code")).isEqualTo("no-capacity");
            pass(service, Duration.ofMinutes(10));
            assertThat(service.get("ben", "/reservations/r2").text("state")).isIn("waiting", "running");
        }
    }

    @Test
    void queuedRequest_canBeWithdrawn_byItsOwner_andNothingElse() {
        try (TestService service = open()) {
            queue(service, "ana", course("hers"));
            service.send("ben", "DELETE", "/reservations/r1", "").is(403);
            service.send("ben", "POST", "/reservations/r1/confirm", "").is(403);
            service.send("ana", "POST", "/reservations/r1/confirm", "").is(409).code("still-queued");
            service.send("ana", "POST", "/reservations/r1/changes", "{\"kind\":\"fix\"}")
                    .is(409)
                    .code("still-queued");
            service.send("ana", "DELETE", "/reservations/r1?dryRun=true", "").is(200);
            service.send("ana", "DELETE", "/reservations/r1", "").is(200);
            service.get("ana", "/reservations/r1").is(404);
            assertThat(service.get("olga", "/audit").at("/entries/0/what").asText())
                    .isEqualTo("withdraw");
        }
    }

    @Test
    void quota_countsWhatIsQueued_andIsGivenBack() {
        try (TestService service = open()) {
            service.send("admin", "PUT", "/accounts/ana", """
                    {"role":"user","quota":{"serverHours":"4","window":"P7D"}}""").is(200);
            queue(service, "ana", course("one"));
            queue(service, "ana", course("two"));
            assertThat(service.get("ana", "/accounts/me").text("booked")).isEqualTo("4");
            service.send("ana", "POST", "/reservations", course("three"))
                    .is(403)
                    .code("quota");
            service.send("ana", "DELETE", "/reservations/r1", "").is(200);
            queue(service, "ana", course("three"));
            pass(service, Duration.ofMinutes(10));
            assertThat(service.get("ana", "/accounts/me").text("booked"))
                    .as("one was turned away")
                    .isEqualTo("2");
        }
    }

    @Test
    void quota_countsTheMostThatARequestCanTake_untilItIsDecided() {
        try (TestService service = open()) {
            service.send("admin", "PUT", "/accounts/ana", """
                    {"role":"user","quota":{"serverHours":"2","window":"P7D"}}""").is(200);
            String work = "{\"name\":\"w\",\"work\":\"%s\",\"deadline\":\"2026-11-16T20:00:00Z\"" + QUEUED;
            service.send("ana", "POST", "/reservations", work.formatted("PT2H"))
                    .is(403)
                    .code("quota");
            queue(service, "ana", work.formatted("PT1H"));
            assertThat(service.get("ana", "/accounts/me").text("booked"))
                    .as("two hours in the pool of rate 0.5")
                    .isEqualTo("2");
            service.send("olga", "POST", "/pools/slow/fail", "{\"servers\":[0,1,2,3]}")
                    .is(200);
            pass(service, Duration.ofMinutes(10));
            assertThat(service.get("ana", "/accounts/me").text("booked"))
                    .as("it is placed where it takes an hour")
                    .isEqualTo("1");
        }
    }

    @Test
    void whatCannotBeQueued_isRefused() {
        try (TestService service = open()) {
            service.send(
                            "ana",
                            "POST",
                            "/reservations",
                            "{" + TestService.job("again")
                                    + ",\"recurrence\":{\"rule\":\"FREQ=DAILY;COUNT=2\",\"zone\":\"UTC\"}" + QUEUED)
                    .is(422);
            service.send("ana", "POST", "/reservations", "{" + TestService.job("odd") + ",\"queued\":1}")
                    .is(422);
            service.send("admin", "PUT", "/accounts/ana", "{\"role\":\"user\",\"lead\":{\"least\":\"PT1H\"}}")
                    .is(200);
            service.send("ana", "POST", "/reservations", course("hers")).is(403).code("not-allowed");
            service.send("admin", "PUT", "/accounts/ana", "{\"role\":\"user\",\"priority\":0}")
                    .is(422);
        }
    }

    @Test
    void withoutRounds_nothingIsQueued() {
        try (TestService service = new TestService(data)) {
            service.send("ana", "POST", "/reservations", course("hers")).is(409).code("no-rounds");
        }
    }
}
