package dev.berth.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Whatever a service with little memory has accepted, one with as little memory loads again. */
class SmallMemoryTest {
    private static final String MEMORY = System.getProperty("berth.small.memory", "32m");
    /** How many series are booked and cancelled again; before there were bounds fewer were too many. */
    private static final int PAIRS =
            Integer.getInteger("berth.small.pairs", Boolean.getBoolean("berth.sample") ? 8 : 20);

    private final String nextMonth = Instant.now()
            .plus(30, ChronoUnit.DAYS)
            .truncatedTo(ChronoUnit.HOURS)
            .toString();

    @TempDir
    Path data;

    private String series(String name, int count) {
        return """
                {"name":"%s","ready":"%s","deadline":"%s","stay":"PT1H","servers":1,"pool":"fast",
                 "recurrence":{"rule":"FREQ=DAILY;COUNT=%d","zone":"UTC"}}""".formatted(name, nextMonth, Instant.parse(nextMonth).plus(1, ChronoUnit.HOURS), count);
    }

    private static JsonNode json(HttpResponse<String> response) {
        try {
            return TestService.JSON.readTree(response.body());
        } catch (IOException e) {
            throw new AssertionError(response.body(), e);
        }
    }

    /** The names of all that is open, page by page. */
    private static SortedSet<String> open(SmallService service) {
        SortedSet<String> found = new TreeSet<>();
        String after = "";
        do {
            JsonNode page = json(service.send("GET", "/reservations?limit=1000" + after, ""));
            page.path("reservations")
                    .forEach(each -> found.add(
                            each.path("id").asText() + " " + each.path("name").asText() + " " + each.path("window")));
            after = page.has("next") ? "&after=" + page.path("next").asText() : "";
        } while (!after.isEmpty());
        return found;
    }

    @Test
    @Timeout(300)
    void seriesWithKeys_bookedAndCancelledAgain_leaveRoomForMore() {
        List<String> keys = new ArrayList<>();
        try (SmallService service = new SmallService(data, MEMORY)) {
            for (int pair = 1; pair <= PAIRS; pair++) {
                String key = "pair-" + pair;
                HttpResponse<String> booked =
                        service.send("POST", "/reservations", series(key, 1_000), "Idempotency-Key", key);
                assertThat(booked.statusCode())
                        .as("%d: %s", pair, shortened(booked))
                        .isEqualTo(201);
                String location = booked.headers().firstValue("Location").orElseThrow();
                keys.add(location);
                HttpResponse<String> cancelled = service.send(
                        "DELETE", location.substring("/api/v1".length()), "", "Idempotency-Key", "un" + key);
                assertThat(cancelled.statusCode())
                        .as("%d: %s", pair, shortened(cancelled))
                        .isEqualTo(200);
            }
        }
        try (SmallService again = new SmallService(data, MEMORY)) {
            assertThat(open(again)).isEmpty();
            for (int pair = 1; pair <= PAIRS; pair++) {
                String key = "pair-" + pair;
                HttpResponse<String> repeated =
                        again.send("POST", "/reservations", series(key, 1_000), "Idempotency-Key", key);
                assertThat(repeated.statusCode()).as(shortened(repeated)).isIn(201, 409);
                assertThat(repeated.headers().firstValue("Location")).hasValue(keys.get(pair - 1));
            }
            assertThat(open(again)).as("nothing is booked a second time").isEmpty();
        }
    }

    /** Names as long as they may be. */
    @Test
    @Timeout(300)
    void filledWithLongNames_andKilled_isLoadedWithTheSameMemory() {
        SortedSet<String> before;
        try (SmallService service = new SmallService(data, MEMORY)) {
            HttpResponse<String> answer;
            int number = 0;
            do {
                String name = "%03d-%s".formatted(++number, "x".repeat(185));
                answer =
                        service.send("POST", "/reservations", series(name, 1_000), "Idempotency-Key", "fill-" + number);
            } while (answer.statusCode() == 201);
            full(answer);
            before = open(service);
            assertThat(before).hasSizeGreaterThan(1_000);
        }
        try (SmallService again = new SmallService(data, MEMORY)) {
            assertThat(open(again)).isEqualTo(before);
        }
    }

    /** Few tasks, and an edge from each to all that come after it. */
    private static String tangle(int tasks) {
        return IntStream.range(0, tasks)
                .mapToObj(task -> "{\"id\":\"t%d\",\"seconds\":60,\"after\":[%s]}"
                        .formatted(
                                task,
                                IntStream.range(0, task)
                                        .mapToObj(before -> "\"t" + before + "\"")
                                        .collect(Collectors.joining(","))))
                .collect(Collectors.joining(",", "{\"name\":\"tangle\",\"tasks\":[", "]}"));
    }

    @Test
    @Timeout(300)
    void filledWithPlans_andKilled_isLoadedWithTheSameMemory() {
        JsonNode before;
        Instant today = Instant.now().truncatedTo(ChronoUnit.DAYS);
        String terms = "{\"ready\":\"%s\",\"deadline\":\"%s\"}"
                .formatted(today.plus(10, ChronoUnit.DAYS), today.plus(20, ChronoUnit.DAYS));
        try (SmallService service = new SmallService(data, MEMORY)) {
            HttpResponse<String> uploaded = service.send("POST", "/workflows", tangle(150));
            assertThat(uploaded.statusCode()).as(shortened(uploaded)).isEqualTo(201);
            String path = "/workflows/" + json(uploaded).path("id").asText() + "/book";
            HttpResponse<String> answer;
            do {
                answer = service.send("POST", path, terms);
            } while (answer.statusCode() == 201);
            full(answer);
            before = json(service.send("GET", "/plans", ""));
            assertThat(before.path("plans")).isNotEmpty();
        }
        try (SmallService again = new SmallService(data, MEMORY)) {
            assertThat(json(again.send("GET", "/plans", ""))).isEqualTo(before);
        }
    }

    private static void full(HttpResponse<String> answer) {
        assertThat(answer.statusCode()).as(shortened(answer)).isEqualTo(503);
        assertThat(json(answer).path("code").asText()).isEqualTo("site-full");
    }

    /** A chain of tasks, so that what is kept of a workflow is there as well. */
    private static String workflow() {
        return IntStream.range(0, 100)
                .mapToObj(task -> task == 0
                        ? "{\"id\":\"t0\",\"seconds\":60}"
                        : "{\"id\":\"t%d\",\"seconds\":60,\"after\":[\"t%d\"]}".formatted(task, task - 1))
                .collect(Collectors.joining(",", "{\"name\":\"chain\",\"tasks\":[", "]}"));
    }

    @Test
    @Timeout(300)
    void filledUntilRefused_andKilled_isLoadedWithTheSameMemory() {
        SortedSet<String> before;
        String last = "";
        JsonNode plans;
        Instant today = Instant.now().truncatedTo(ChronoUnit.DAYS);
        String terms = "{\"ready\":\"%s\",\"deadline\":\"%s\"}"
                .formatted(today.plus(10, ChronoUnit.DAYS), today.plus(20, ChronoUnit.DAYS));
        try (SmallService service = new SmallService(data, MEMORY)) {
            HttpResponse<String> uploaded = service.send("POST", "/workflows", workflow());
            assertThat(uploaded.statusCode()).as(shortened(uploaded)).isEqualTo(201);
            String path = "/workflows/" + json(uploaded).path("id").asText() + "/book";
            HttpResponse<String> plan = service.send("POST", path, terms);
            assertThat(plan.statusCode()).as(shortened(plan)).isEqualTo(201);
            HttpResponse<String> answer = plan;
            for (int number = 1; answer.statusCode() == 201; number++) {
                String name = "fill-" + number;
                answer = service.send("POST", "/reservations", series(name, 1_000), "Idempotency-Key", name);
                last = answer.headers().firstValue("Location").orElse(last);
            }
            full(answer);
            before = open(service);
            plans = json(service.send("GET", "/plans", ""));
            assertThat(before).hasSizeGreaterThan(1_000);
            // What was carried out before is answered, full or not.
            HttpResponse<String> repeated =
                    service.send("POST", "/reservations", series("fill-1", 1_000), "Idempotency-Key", "fill-1");
            assertThat(repeated.headers().firstValue("Location")).hasValue("/api/v1/series/s1");
        }
        try (SmallService again = new SmallService(data, MEMORY)) {
            assertThat(open(again)).isEqualTo(before);
            assertThat(json(again.send("GET", "/plans", ""))).isEqualTo(plans);
            assertThat(again.send("DELETE", last.substring("/api/v1".length()), "")
                            .statusCode())
                    .isEqualTo(200);
        }
    }

    private static String shortened(HttpResponse<String> response) {
        return response.body().substring(0, Math.min(300, response.body().length()));
    }
}
