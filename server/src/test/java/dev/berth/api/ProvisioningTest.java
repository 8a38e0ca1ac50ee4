package dev.berth.api;

import static dev.berth.api.TestService.exactly;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.berth.api.TestService.Result;
import dev.berth.service.provision.AdvertSettings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Slots, searches and what is booked from them: two fast servers at 6 an hour, four slow ones at 2, half as fast. */
class ProvisioningTest {
    /** Three tasks of ten minutes, and one that needs them all. */
    static final String FORK = """
            {"name":"fork","tasks":[{"id":"a","seconds":600},{"id":"b","seconds":600},{"id":"c","seconds":600},
            {"id":"d","seconds":600,"after":["a","b","c"]}]}""";

    private TestService service;

    @BeforeEach
    void start(@TempDir Path data) {
        service = new TestService(data);
        service.send("olga", "PUT", "/pools/fast/tariff", "{\"base\":\"6\"}").is(200);
        service.send("olga", "PUT", "/pools/slow/tariff", "{\"base\":\"2\",\"penalty\":\"0.5\"}")
                .is(200);
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

    /** Result of a search, once it has ended. */
    private JsonNode found(String workflow, String terms) {
        try (EventStream stream = EventStream.open(service, "ana", "")) {
            Result started = service.send("ana", "POST", "/workflows/" + workflow + "/provision", terms)
                    .is(202);
            String search = started.text("search");
            assertThat(started.header("Location")).isEqualTo("/api/v1/searches/" + search);
            awaitEnd(service, stream, search);
            return service.get("ana", "/searches/" + search).is(200).json();
        }
    }

    /** A search for a workflow of ana's, of which p1 is booked. */
    static String booked(TestService service, String workflow) {
        try (EventStream stream = EventStream.open(service, "ana", "")) {
            String search = service.send("ana", "POST", "/workflows/" + workflow + "/provision", "{}")
                    .is(202)
                    .text("search");
            awaitEnd(service, stream, search);
            service.send("ana", "POST", "/searches/" + search + "/book", "{\"alpha\":\"0.5\"}")
                    .is(201);
            return search;
        }
    }

    /** Reads the stream up to the end of a search; gives the kinds of its messages. */
    private static List<String> awaitEnd(TestService service, EventStream stream, String search) {
        return await(service, stream, search, "search-ended");
    }

    private static List<String> await(TestService service, EventStream stream, String search, String kind) {
        List<String> kinds = new ArrayList<>();
        while (!kinds.contains(kind)) {
            Map<String, String> event = stream.next();
            assertThat(event).as("the stream goes on").isNotEmpty();
            service.contract.event(event.get("data"));
            if (json(event.get("data")).path("search").asText().equals(search)) {
                assertThat(event).doesNotContainKey("id");
                kinds.add(event.get("event"));
            }
        }
        return kinds;
    }

    private static JsonNode json(String text) {
        try {
            return TestService.JSON.readTree(text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void theSiteAdvertisesWhatIsFree() {
        Result all = service.get("vera", "/slots").is(200);
        assertThat(all.at("/slots").size()).isEqualTo(2);
        assertThat(all.text("advertised")).isEqualTo("2026-11-16T08:00:00Z");
        assertThat(all.text("expires")).isEqualTo("2026-11-16T08:01:00Z");
        assertThat(all.at("/slots/0").toString()).isEqualTo("""
                {"pool":"fast","start":"2026-11-16T08:00:00Z","end":"2026-11-17T08:00:00Z","servers":2,\
                "serverHour":"6.00","fixedCost":"0.00","divisible":true,"extensible":true}""");
        assertThat(all.at("/slots/1/serverHour").asText()).isEqualTo("1.00");

        service.send(
                        "ben",
                        "POST",
                        "/reservations",
                        "{" + exactly("x", "2026-11-16T10:00:00Z", "2026-11-17T12:00:00Z", 1) + "}")
                .is(201);
        JsonNode fast = service.get("vera", "/slots?pool=fast&from=2026-11-16T09:00:00Z")
                .is(200)
                .json();
        assertThat(fast.at("/slots").size()).isEqualTo(3);
        assertThat(fast.at("/slots/0/end").asText()).isEqualTo("2026-11-16T10:00:00Z");
        assertThat(fast.at("/slots/0/divisible").asBoolean()).isFalse();
        assertThat(fast.at("/slots/1/end").asText())
                .as("whole days from 9 o'clock, beyond the reservation")
                .isEqualTo("2026-11-18T09:00:00Z");
        assertThat(service.get("vera", "/slots?gaps=parts&pool=fast")
                        .at("/slots/0/divisible")
                        .asBoolean())
                .isTrue();
        JsonNode first = service.get("vera", "/slots?limit=1").is(200).json();
        assertThat(first.at("/slots").size()).isEqualTo(1);
        assertThat(first.path("more").asInt()).isEqualTo(3);
        service.get("vera", "/slots?pool=none").is(422);
        service.get("vera", "/slots?limit=0&gaps=no&from=x&what=1").is(422);
    }

    /** Every quarter of an hour. What ben books at eight is still advertised at five past, and a plan on it is refused. */
    @Test
    void periodicAdvertisements_goOutOfDate_andAPlanOnAGoneSlotIsRefused_withNewOnesFromThenOn(@TempDir Path other) {
        service.close();
        service = new TestService(
                other, new Contract(), TestService.usual().with(draft -> draft.adverts = new AdvertSettings(900_000)));
        assertThat(service.get("vera", "/slots").is(200).text("expires")).isEqualTo("2026-11-16T08:15:00Z");
        for (String pool : List.of("fast", "slow")) {
            int servers =
                    service.get("vera", "/pools/" + pool).is(200).at("/servers").asInt();
            service.send("ben", "POST", "/reservations", """
                            {"name":"all","pool":"%s","servers":%d,"stay":"PT24H","ready":"2026-11-16T08:05:00Z",
                             "deadline":"2026-11-17T08:05:00Z"}""".formatted(pool, servers))
                    .is(201);
        }
        service.clock.move(Duration.ofMinutes(5));
        Result old = service.get("vera", "/slots?from=2026-11-16T08:05:00Z").is(200);
        assertThat(old.text("advertised")).isEqualTo("2026-11-16T08:00:00Z");
        assertThat(old.at("/slots/0/start").asText()).isEqualTo("2026-11-16T08:05:00Z");
        assertThat(service.get("vera", "/slots?pool=slow").at("/slots").size()).isEqualTo(1);

        JsonNode search = found(sent(FORK), "{}");
        assertThat(search.path("advertised").asText()).isEqualTo("2026-11-16T08:00:00Z");
        String path = "/searches/" + search.path("search").asText();
        service.send("ana", "POST", path + "/book", "{\"alpha\":\"0\"}").is(409);
        Result renewed = service.get("vera", "/slots").is(200);
        assertThat(renewed.text("advertised")).isEqualTo("2026-11-16T08:05:00Z");
        assertThat(renewed.at("/slots/0/start").asText())
                .as("when ben's reservations end")
                .isEqualTo("2026-11-17T08:05:00Z");
        service.clock.move(Duration.ofMinutes(15));
        service.send("admin", "POST", "/tokens", "{\"lifetime\":\"PT1S\"}").is(201);
        assertThat(service.get("vera", "/slots").is(200).text("advertised")).isEqualTo("2026-11-16T08:20:00Z");
    }

    @Test
    void crossoverAndMutation_areTaken_andChecked() {
        String fork = sent(FORK);
        assertThat(found(fork, "{\"crossover\":3,\"mutation\":\"0.5\"}")
                        .path("state")
                        .asText())
                .isEqualTo("ended");
        for (String wrong :
                List.of("\"crossover\":0", "\"crossover\":101", "\"mutation\":\"-1\"", "\"mutation\":\"101\"")) {
            service.send("ana", "POST", "/workflows/" + fork + "/provision", "{" + wrong + "}")
                    .is(422);
        }
    }

    @Test
    void aTradeOff_isFound_chosen_andBooked_alsoAcrossARestart() {
        JsonNode search = found(sent(FORK), "{}");
        assertThat(search.path("state").asText()).isEqualTo("ended");
        assertThat(search.path("exact").asBoolean())
                .as("of two slots every choice is tried")
                .isTrue();
        assertThat(search.path("ready").asText()).isEqualTo("2026-11-16T08:10:00Z");
        // Fast only: two and one and one after another. Slow only: three at once, twenty minutes each, then the last.
        // Both: the third and the last task have less to wait for.
        List<String> points = new ArrayList<>();
        search.path("points")
                .forEach(point -> points.add(point.path("cost").asText() + " "
                        + point.path("makespan").asText() + " "
                        + point.path("finish").asText()));
        assertThat(points).containsExactly("1.333333 PT40M 2026-11-16T08:50:00Z", "4.00 PT30M 2026-11-16T08:40:00Z");
        assertThat(search.path("queue").toString())
                .as("without reservations: each of four tasks joins the queue of the fast pool")
                .isEqualTo(
                        "{\"pool\":\"fast\",\"cost\":\"4.00\",\"makespan\":\"PT30M\",\"finish\":\"2026-11-16T08:40:00Z\"}");
        String path = "/searches/" + search.path("search").asText();
        assertThat(service.get("ana", path + "/plan?alpha=1")
                        .is(200)
                        .at("/point")
                        .asInt())
                .isZero();
        Result plan = service.get("ana", path + "/plan?alpha=0").is(200);
        assertThat(plan.at("/point").asInt()).isEqualTo(1);
        assertThat(plan.json())
                .isEqualTo(service.get("ana", path + "/plan?point=1").json());
        assertThat(plan.text("price")).isEqualTo("4.00");
        assertThat(plan.at("/tasks").size()).isEqualTo(4);
        long serverMinutes = 0;
        for (JsonNode part : plan.at("/allocations")) {
            assertThat(part.path("pool").asText()).isEqualTo("fast");
            serverMinutes += part.path("servers").asInt()
                    * Duration.between(
                                    java.time.Instant.parse(part.path("start").asText()),
                                    java.time.Instant.parse(part.path("end").asText()))
                            .toMinutes();
        }
        assertThat(serverMinutes).isEqualTo(40);
        service.get("ana", path + "/plan").is(422);
        service.get("ana", path + "/plan?point=0&alpha=1").is(422);
        service.get("ana", path + "/plan?point=2").is(422);
        service.get("ana", path + "/plan?alpha=1.1").is(422);
        service.get("ben", path + "/plan?alpha=0").is(403);

        Result booked = service.send("ana", "POST", path + "/book", "{\"alpha\":\"0\"}", "Idempotency-Key", "k")
                .is(201);
        assertThat(booked.header("Location")).isEqualTo("/api/v1/provisions/p1");
        assertThat(booked.at("/quote/after").asText()).isEqualTo("4.00");
        assertThat(booked.at("/allocations/0/state").asText()).isEqualTo("waiting");
        service.send("ana", "DELETE", path, "").is(204);
        service.get("ana", path).is(404).code("unknown-search");
        assertThat(service.send("ana", "POST", path + "/book", "{\"alpha\":\"0\"}", "Idempotency-Key", "k")
                        .is(201)
                        .json())
                .isEqualTo(booked.json());
        Result reservation = service.get(
                        "ana",
                        "/reservations/"
                                + booked.at("/allocations/0/reservation").asText())
                .is(200);
        assertThat(reservation.text("provision")).isEqualTo("p1");
        assertThat(reservation.text("name")).isEqualTo("fork slot 1");

        JsonNode provision = service.get("ana", "/provisions/p1").is(200).json();
        service.restart();
        assertThat(service.get("ana", "/provisions/p1").is(200).json()).isEqualTo(provision);
        assertThat(service.get("ana", "/provisions")
                        .is(200)
                        .at("/provisions/0/provision")
                        .asText())
                .isEqualTo("p1");
        assertThat(service.get("ben", "/provisions?limit=1")
                        .is(200)
                        .at("/provisions")
                        .size())
                .isZero();
        service.get("ana", "/provisions?after=w1").is(422);
        service.get("ben", "/provisions/p1").is(403);
        service.get("ana", "/provisions/p2").is(404).code("unknown-provision");
    }

    @Test
    void cancelled_inOneStep_withItsFee() {
        JsonNode search = found(sent(FORK), "{}");
        String path = "/searches/" + search.path("search").asText();
        try (EventStream stream = EventStream.open(service, "ana", "");
                EventStream others = EventStream.open(service, "ben", "")) {
            service.send("ana", "POST", path + "/book", "{\"point\":0}").is(201);
            Result asked = service.send("ana", "DELETE", "/provisions/p1?dryRun=true", "")
                    .is(200);
            // Half the price of each of two reservations of 0.67, in whole cents.
            assertThat(asked.at("/quote/fee").asText()).isEqualTo("0.68");
            assertThat(service.get("ana", "/provisions/p1").at("/released").asBoolean())
                    .isFalse();
            Result cancelled =
                    service.send("ana", "DELETE", "/provisions/p1", "").is(200);
            assertThat(cancelled.at("/quote")).isEqualTo(asked.at("/quote"));
            assertThat(cancelled.at("/released")).isEqualTo(asked.at("/released"));
            assertThat(cancelled.at("/released").asBoolean()).isTrue();
            cancelled
                    .at("/allocations")
                    .forEach(part -> assertThat(part.path("state").asText()).isEqualTo("cancelled"));
            assertThat(service.get("ana", "/reservations?user=me")
                            .at("/reservations")
                            .size())
                    .isZero();
            List<String> kinds = new ArrayList<>();
            while (!kinds.contains("provision-released")) {
                Map<String, String> event = stream.next();
                service.contract.event(event.get("data"));
                kinds.add(event.get("event"));
            }
            assertThat(kinds).contains("provision-booked");
            service.send("ben", "POST", "/reservations", "{" + TestService.job("his") + "}")
                    .is(201);
            Map<String, String> seen = others.next();
            for (; !seen.get("data").contains("his"); seen = others.next()) {
                assertThat(seen.get("event")).doesNotStartWith("provision").doesNotStartWith("search");
            }
        }
    }

    /** Forty server-minutes. */
    @Test
    void whatIsMoreThanTheQuota_isSaidBefore_asTheBookingWould() {
        String path = "/searches/" + found(sent(FORK), "{}").path("search").asText();
        service.send("admin", "PATCH", "/accounts/ana", "{\"quota\":{\"serverHours\":\"0.5\",\"window\":\"P1D\"}}")
                .is(200);
        Result plan = service.get("ana", path + "/plan?alpha=0").is(200);
        assertThat(plan.text("price")).isEqualTo("4.00");
        assertThat(plan.at("/limit/detail").asText())
                .startsWith("Quota of ana: 0.5 server-hours per day.")
                .isEqualTo(service.send("ana", "POST", path + "/book", "{\"alpha\":\"0\"}")
                        .is(403)
                        .text("detail"));
    }

    @Test
    void whoIsTooLate_isToldToSearchAgain() {
        JsonNode search = found(sent(FORK), "{\"pools\":[\"fast\"]}");
        String path = "/searches/" + search.path("search").asText();
        service.send(
                        "ben",
                        "POST",
                        "/reservations",
                        "{" + exactly("x", "2026-11-16T08:10:00Z", "2026-11-16T08:20:00Z", 1) + "}")
                .is(201);
        Result plan = service.get("ana", path + "/plan?point=0").is(200);
        assertThat(plan.text("reason")).isNotEmpty();
        assertThat(plan.json().has("price")).isFalse();
        service.send("ana", "POST", path + "/book", "{\"point\":0}").is(409);
        assertThat(service.get("ana", "/reservations?user=me")
                        .at("/reservations")
                        .size())
                .as("all or nothing")
                .isZero();
        service.clock.move(Duration.ofMinutes(10));
        assertThat(service.get("ana", path + "/plan?point=0").is(200).text("reason"))
                .contains("search again");
        service.send("ana", "POST", path + "/book", "{\"point\":0}").is(409).code("expired");
    }

    @Test
    void noPlan_saysWhy() {
        String workflow = sent(FORK);
        JsonNode late = found(workflow, "{\"deadline\":\"2026-11-16T08:20:00Z\"}");
        assertThat(late.path("points").size()).isZero();
        assertThat(late.path("reason").asText()).contains("deadline");
        JsonNode wide = found(workflow, "{\"servers\":9}");
        assertThat(wide.path("reason").asText()).contains("9 servers at once").contains("4");
        service.get("ana", "/searches/" + wide.path("search").asText() + "/plan?alpha=0")
                .is(409)
                .code("no-plan");
        JsonNode some = found(workflow, "{\"deadline\":\"2026-11-16T08:40:00Z\"}");
        assertThat(some.path("points").size()).isEqualTo(1);
    }

    /** Many reservations, so that there are too many slots for every choice to be tried. */
    private String longSearch() {
        for (int hour = 9; hour < 21; hour++) {
            for (int minute = 0; minute < 60; minute += 30) {
                service.send(
                                "ben",
                                "POST",
                                "/reservations",
                                "{%s}"
                                        .formatted(exactly(
                                                "x",
                                                "2026-11-16T%02d:%02d:00Z".formatted(hour, minute),
                                                "2026-11-16T%02d:%02d:00Z".formatted(hour, minute + 15),
                                                1 + minute / 30)))
                        .is(201);
            }
        }
        return "{\"search\":\"moga\",\"population\":300,\"iterations\":300}";
    }

    @Test
    void aSearchCanBeStopped_watched_andCancelled() {
        String terms = longSearch();
        String start = "/workflows/" + sent(FORK) + "/provision";
        List<String> searches = new ArrayList<>();
        try (EventStream stream = EventStream.open(service, "ana", "")) {
            for (int k = 0; k < 3; k++) {
                searches.add(service.send("ana", "POST", start, terms).is(202).text("search"));
            }
            service.send("ana", "POST", start, terms).is(409).code("too-many-searches");
            String path = "/searches/" + searches.get(0);
            service.get("ana", path + "/plan?alpha=0").is(409).code("still-searching");
            assertThat(service.get("ana", "/searches").is(200).at("/searches").size())
                    .isEqualTo(3);
            assertThat(service.get("ben", "/searches").is(200).at("/searches").size())
                    .isZero();
            await(service, stream, searches.get(0), "search-progress");
            service.send("ben", "POST", path + "/stop", "").is(403);
            service.send("ana", "POST", path + "/stop", "").is(200);
            assertThat(awaitEnd(service, stream, searches.get(0))).last().isEqualTo("search-ended");
            Result stopped = service.get("ana", path).is(200);
            assertThat(stopped.text("state")).isEqualTo("stopped");
            assertThat(stopped.at("/done").asInt())
                    .isPositive()
                    .isLessThan(stopped.at("/of").asInt());
            searches.forEach(search ->
                    service.send("ana", "DELETE", "/searches/" + search, "").is(204));
            assertThat(service.get("ana", "/searches").at("/searches").size()).isZero();
            String limited = service.send("ana", "POST", start, terms.replace("{", "{\"limit\":\"PT0.01S\","))
                    .is(202)
                    .text("search");
            assertThat(awaitEnd(service, stream, limited))
                    .as("what is said in passing may be overtaken by the end")
                    .last()
                    .isEqualTo("search-ended");
            assertThat(service.get("ana", "/searches/" + limited).text("state")).isEqualTo("stopped");
        }
    }

    @Test
    void wrongTerms_areNamed() {
        String path = "/workflows/" + sent(FORK) + "/provision";
        Result wrong = service.send("ana", "POST", path, """
                {"ready":"2026-11-16T07:00:00Z","deadline":"2026-11-16T06:00:00Z","servers":0,"serversByKind":{"x":"y"},
                "transfer":"P2D","gaps":"none","scheduler":"best","search":"luck","population":1,"iterations":-1,"seed":-1,
                "limit":"PT2M","what":1}""").is(422);
        List<String> fields = new ArrayList<>();
        wrong.at("/errors").forEach(error -> fields.add(error.path("field").asText()));
        assertThat(fields)
                .containsExactlyInAnyOrder(
                        "ready",
                        "deadline",
                        "servers",
                        "serversByKind.x",
                        "transfer",
                        "gaps",
                        "scheduler",
                        "search",
                        "population",
                        "iterations",
                        "seed",
                        "limit",
                        "what");
        service.send("ana", "POST", path, "{\"serversByKind\":{\"mAdd\":2}}").is(422);
        service.send("ana", "POST", path, "{\"pools\":[\"none\"]}").is(422);
        service.send("ana", "POST", path, "{\"population\":1000,\"iterations\":100}")
                .is(422);
        String timed = sent("{\"name\":\"t\",\"tasks\":[{\"id\":\"a\",\"seconds\":{\"fast\":3}}]}");
        service.send("ana", "POST", "/workflows/" + timed + "/provision", "{}")
                .is(422)
                .code("invalid-workflow");
        service.send("ana", "POST", "/workflows/" + timed + "/provision", "{\"pools\":[\"fast\"]}")
                .is(202);
    }

    @Test
    void whoMustBookAhead_isToldSo() {
        String path = "/workflows/" + sent(FORK) + "/provision";
        service.send("admin", "PUT", "/accounts/ana", "{\"role\":\"user\",\"lead\":{\"least\":\"PT1H\"}}")
                .is(200);
        service.send("ana", "POST", path, "{}").is(422);
        service.send("ana", "POST", path, "{\"ready\":\"2026-11-16T09:30:00Z\"}")
                .is(202);
    }
}
