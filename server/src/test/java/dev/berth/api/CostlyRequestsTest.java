package dev.berth.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.berth.api.TestService.Result;
import dev.berth.engine.book.Command;
import dev.berth.engine.book.Decision;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.JobId;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.Requirements;
import dev.berth.engine.model.Shape;
import dev.berth.engine.model.Terms;
import dev.berth.server.settings.SiteSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The worst that a user can ask for, of every kind: it is answered, and others book meanwhile. */
@Timeout(120)
class CostlyRequestsTest {
    private static final int RESERVATIONS = 6_000;
    private static final long HOUR = 3_600_000;

    /** On as many servers as there may be, in any number, too much for any of them. */
    private static final String MOLDABLE =
            "\"name\":\"x\",\"work\":\"PT359500H\",\"servers\":1,\"mostServers\":10000000,"
                    + "\"deadline\":\"2026-12-16T08:00:00Z\"";

    @TempDir
    Path data;

    private TestService service;

    @BeforeEach
    void begin() {
        SiteSettings settings = SiteSettings.of("test", 0)
                .with(draft -> draft.pools = List.of(
                        TestService.planned(new Pool("large", 1_000, "0.5")),
                        TestService.planned(new Pool("fast", 20, "1"))))
                .with(draft -> draft.limits = new RequestLimits(1_000_000, 1_000_000, 1 << 16, Duration.ofHours(1)));
        service = new TestService(data, new Contract(), settings);
        long now = service.clock.millis();
        for (int done = 0; done < RESERVATIONS; ) {
            int first = done;
            done += service.server
                    .site()
                    .write("ben", transaction -> {
                        int accepted = 0;
                        for (int i = first; i < first + 500; i++) {
                            long ready = now + HOUR * (1 + i % 2_000);
                            Job job = new Job(
                                    new JobId("b" + i),
                                    i % 100 == 0 ? "ana" : "ben",
                                    ready,
                                    ready + 48 * HOUR,
                                    new Shape.Stay(1 + i % 7, HOUR / 2 + i),
                                    new Requirements(new PoolId("large"), Map.of()),
                                    Terms.NONE);
                            accepted +=
                                    transaction.submit(new Command.Reserve(job)) instanceof Decision.Accepted ? 1 : 0;
                        }
                        return accepted;
                    })
                    .join();
        }
    }

    @AfterEach
    void end() {
        service.close();
    }

    private static String repeated(String item, int times) {
        return String.join(",", Collections.nCopies(times, item));
    }

    @Test
    void moldableOnTenMillionServers_isAnsweredWhicheverWayItIsAsked() {
        service.send("ana", "POST", "/reservations", "{" + MOLDABLE + "}").is(409);
        service.send("ana", "POST", "/offers", "{" + MOLDABLE + "}").is(200);
        Result whatIf = service.send(
                        "ana",
                        "POST",
                        "/whatif",
                        "{\"commands\":[" + repeated("{\"kind\":\"reserve\",\"job\":{" + MOLDABLE + "}}", 100) + "]}")
                .is(200);
        assertThat(whatIf.at("/decisions")).hasSize(100);
        assertThat(whatIf.at("/decisions/0/accepted").asBoolean()).isFalse();
    }

    @Test
    void whatIfThatCostsTooMuch_saysSoForWhatIsLeft() {
        String longest = "{\"kind\":\"reserve\",\"job\":{\"name\":\"w\",\"work\":\"PT3H\",\"servers\":900,"
                + "\"mostServers\":1000,\"budget\":\"1000000\",\"deadline\":\"2027-12-16T08:00:00Z\"}}";
        service.send("admin", "PUT", "/pools/large/tariff", "{\"base\":\"1\",\"surcharge\":\"0.5\"}")
                .is(200);
        JsonNode decisions = service.send("ana", "POST", "/whatif", "{\"commands\":[" + repeated(longest, 100) + "]}")
                .is(200)
                .at("/decisions");
        assertThat(decisions).hasSize(100);
        assertThat(decisions.get(0).path("accepted").asBoolean()).isTrue();
        assertThat(decisions.get(99).at("/refusal/code").asText()).isEqualTo("too-costly");
        assertThat(decisions.get(99).at("/refusal/detail").asText()).contains("ask for less at once");
    }

    @Test
    void listInSlices_isTheWholeList() {
        Set<String> seen = new HashSet<>();
        String after = "";
        do {
            Result page = service.get("admin", "/reservations?user=ben&limit=1000" + after)
                    .is(200);
            page.at("/reservations")
                    .forEach(each ->
                            assertThat(seen.add(each.path("id").asText())).isTrue());
            after = page.json().has("next") ? "&after=" + page.text("next") : "";
        } while (!after.isEmpty());
        assertThat(seen).hasSize(RESERVATIONS - RESERVATIONS / 100);
        // One that is found among the last only.
        assertThat(service.get("admin", "/reservations?from=2027-02-07T08:00:00Z&limit=1")
                        .is(200)
                        .at("/reservations"))
                .hasSize(1);
    }

    @Test
    void timetableInSlices_showsEverythingOnce_byServerToo() {
        String range = "/timetable?from=2026-11-16T08:00:00Z&to=2027-12-01T00:00:00Z&limit=100000&pool=large";
        JsonNode windows = service.get("admin", range).is(200).at("/pools/0/windows");
        List<String> ids = new ArrayList<>();
        windows.forEach(each -> ids.add(each.path("reservation").asText()));
        assertThat(ids).hasSize(RESERVATIONS).doesNotHaveDuplicates();
        List<Instant> starts = new ArrayList<>();
        windows.forEach(each -> starts.add(Instant.parse(each.path("start").asText())));
        assertThat(starts).isSorted();
        JsonNode byServer = service.get("admin", range + "&by=server").is(200).at("/pools/0/windows");
        assertThat(byServer).hasSize(RESERVATIONS);
        byServer.forEach(each -> assertThat(each.path("serverNumbers"))
                .hasSize(each.path("servers").asInt()));
        String calendar =
                service.get("ana", "/calendar/ana.ics").is(200).response().body();
        assertThat(calendar.split("BEGIN:VEVENT", -1)).hasSize(RESERVATIONS / 100 + 1);
    }

    @Test
    void whileOneUserAsksTheWorst_othersBook() throws Exception {
        List<String[]> worst = List.of(
                new String[] {"POST", "/reservations", "{" + MOLDABLE + "}"},
                new String[] {"POST", "/offers", "{" + MOLDABLE + ",\"wish\":{\"most\":20,\"horizon\":\"P400D\"}}"},
                new String[] {
                    "POST",
                    "/whatif",
                    "{\"commands\":[" + repeated("{\"kind\":\"reserve\",\"job\":{" + MOLDABLE + "}}", 100) + "]}"
                },
                new String[] {
                    "POST",
                    "/reservations",
                    "{\"name\":\"s\",\"work\":\"PT1H\",\"ready\":\"2026-11-17T08:00:00Z\",\"deadline\":\"2027-11-17T08:00:00Z\","
                            + "\"servers\":1000,\"recurrence\":{\"rule\":\"FREQ=DAILY;COUNT=1000\",\"zone\":\"Europe/Zurich\"}}"
                },
                new String[] {"GET", "/timetable?from=2026-11-16T08:00:00Z&to=2027-12-01T00:00:00Z&by=server", ""},
                new String[] {"GET", "/reservations?pool=none&limit=1000", ""},
                new String[] {"GET", "/slots?limit=10000", ""});
        AtomicBoolean enough = new AtomicBoolean();
        Set<Integer> answers = ConcurrentHashMap.newKeySet();
        try (ExecutorService attackers = Executors.newFixedThreadPool(worst.size())) {
            List<Future<?>> all = new ArrayList<>();
            for (String[] request : worst) {
                all.add(attackers.submit(() -> {
                    do {
                        answers.add(service.send("ben", request[0], request[1], request[2])
                                .response()
                                .statusCode());
                    } while (!enough.get());
                }));
            }
            for (int i = 0; i < 60; i++) {
                service.send(
                                "ana",
                                "POST",
                                "/reservations",
                                "{\"name\":\"a%d\",\"work\":\"PT1H\",\"pool\":\"fast\",\"deadline\":\"2026-12-16T08:00:00Z\"}"
                                        .formatted(i))
                        .is(201);
            }
            enough.set(true);
            for (Future<?> each : all) {
                each.get();
            }
        }
        assertThat(answers).contains(200, 409).isSubsetOf(200, 201, 409, 429);
    }
}
