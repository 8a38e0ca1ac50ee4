package dev.berth.api;

import static dev.berth.api.TestService.exactly;
import static dev.berth.api.TestService.job;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.berth.api.TestService.Result;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Nobody is offered what they may not book. */
class OffersWithinLimitsTest {
    private static final int STEPS = 200;

    private TestService service;

    @BeforeEach
    void start(@TempDir Path data) {
        service = new TestService(data);
    }

    @AfterEach
    void stop() {
        service.close();
    }

    private Result offers(String as, String job) {
        return service.send(as, "POST", "/offers", "{" + job + ",\"wish\":{\"most\":5}}")
                .is(200);
    }

    private Result book(String job) {
        return service.send("ana", "POST", "/reservations", "{" + job + "}");
    }

    private void ana(String limits) {
        service.send("admin", "PATCH", "/accounts/ana", "{" + limits + "}").is(200);
    }

    @Test
    void overTheQuota_theAnswerSaysSo_asTheBookingWould() {
        ana("\"quota\":{\"serverHours\":\"3\",\"window\":\"P1D\"}");
        String two = exactly("two", "2026-11-18T10:00:00Z", "2026-11-18T12:00:00Z", 1);
        assertThat(offers("ana", two).at("/offers/0/family").asText()).isEqualTo("as-asked");
        book(two).is(201);

        Result over = offers("ana", two);
        assertThat(over.at("/refusal/code").asText()).isEqualTo("quota");
        assertThat(over.at("/refusal/detail").asText())
                .containsSubsequence("Quota of ana: 3 server-hours per day.", "2 booked, 1 left", "for 2 more")
                .isEqualTo(book(two).is(403).text("detail"));
        assertThat(over.at("/offers")).isEmpty();
        Result whatIf = service.send(
                        "ana", "POST", "/whatif", "{\"commands\":[{\"kind\":\"reserve\",\"job\":{" + two + "}}]}")
                .is(200);
        assertThat(whatIf.at("/decisions/0/accepted").asBoolean()).isTrue();
        assertThat(whatIf.at("/decisions/0/limit")).isEqualTo(over.at("/refusal"));
        // An operator answers for the site.
        assertThat(offers("olga", two + ",\"user\":\"ana\"").at("/refusal").isMissingNode())
                .isTrue();
    }

    @Test
    void whatIsOfferedInstead_isWithinTheQuota() {
        ana("\"quota\":{\"serverHours\":\"5\",\"window\":\"P1D\"}");
        service.send(
                        "olga",
                        "POST",
                        "/reservations",
                        "{" + exactly("all", "2026-11-16T08:00:00Z", "2026-11-16T20:00:00Z", 2) + "}")
                .is(201);
        // Two hours of two servers in pool fast would be later; three of them are more than the quota.
        String both = job("x").replace("PT1H", "PT%dH") + ",\"servers\":2,\"pool\":\"fast\"";
        Result refused = book(both.formatted(2) + ",\"wish\":{\"most\":5}").is(409);
        assertThat(refused.at("/offers")).isNotEmpty();
        assertThat(book(both.formatted(3) + ",\"wish\":{\"most\":5}").is(409).at("/offers"))
                .isEmpty();
        assertThat(offers("ana", both.formatted(3)).at("/offers")).isEmpty();
        assertThat(offers("ana", both.formatted(2)).at("/offers")).isNotEmpty();
    }

    @Test
    void tooSoon_isNotOffered() {
        ana("\"lead\":{\"least\":\"PT2H\"}");
        Result soon = offers("ana", exactly("a", "2026-11-16T09:00:00Z", "2026-11-16T10:00:00Z", 1));
        assertThat(soon.at("/refusal/code").asText()).isEqualTo("not-allowed");
        assertThat(soon.at("/offers")).isEmpty();
    }

    /**
     * {@code whatIsOfferedCanBeBooked}: under several limits at once, what is offered can be booked right away, and a job that is
     * not offered as it was asked for is refused for the reason that was given. Bookings know nothing of offers.
     */
    @Test
    void whatIsOfferedCanBeBooked() {
        String given = System.getProperty("berth.seed", "");
        long seed = given.isEmpty() ? new Random().nextLong() : Long.parseLong(given);
        System.out.println("whatIsOfferedCanBeBooked: seed " + seed);
        Random random = new Random(seed);
        for (String pool : List.of("fast", "slow")) {
            service.send("olga", "PUT", "/pools/" + pool + "/tariff", """
                    {"base":"1","penalty":"0.2","surcharge":"0.3"}""").is(200);
        }
        service.send("admin", "POST", "/projects", """
                {"name":"ours","members":["ana"],"budget":{"amount":"9","period":"month"},
                "poolQuotas":{"fast":{"serverHours":"5","window":"PT12H"}}}""").is(201);
        ana("""
                "quota":{"serverHours":"9","window":"PT12H"},"lead":{"most":"PT9H"}""");
        Map<String, Integer> seen = new TreeMap<>();
        for (int step = 0; step < STEPS; step++) {
            if (random.nextInt(3) == 0) {
                service.clock.move(Duration.ofMinutes(1 + random.nextInt(120)));
            }
            // Any write lets time pass.
            service.send("admin", "POST", "/tokens", "{\"oneTime\":true}").is(201);
            String where = "seed %d, step %d".formatted(seed, step);
            String wanted = wanted(random);
            Result answer = offers("ana", wanted);
            String kind = answer.at("/refusal/code").asText("as-asked");
            seen.merge(kind, 1, Integer::sum);
            if (!kind.equals("as-asked")) {
                Result refused = book(wanted);
                assertThat(refused.text("code")).as(where).isEqualTo(kind);
                assertThat(refused.text("detail"))
                        .as(where)
                        .isEqualTo(answer.at("/refusal/detail").asText());
            }
            JsonNode offers = answer.at("/offers");
            if (!offers.isEmpty()) {
                JsonNode taken = offers.get(random.nextInt(offers.size()));
                seen.merge(taken.path("family").asText(), 1, Integer::sum);
                Result booked = book("\"offer\":\"" + taken.path("id").asText() + "\"");
                assertThat(booked.response().statusCode())
                        .as("%s: %s", where, booked.response().body())
                        .isEqualTo(201);
                assertThat(booked.text("start"))
                        .as(where)
                        .isEqualTo(taken.path("start").asText());
                if (random.nextInt(4) == 0) {
                    service.send("ana", "DELETE", "/reservations/" + booked.text("id"), "")
                            .is(200);
                }
            }
        }
        System.out.println("whatIsOfferedCanBeBooked: " + seen);
        assertThat(seen).containsKeys("as-asked", "quota");
    }

    private String wanted(Random random) {
        Instant ready = Instant.ofEpochMilli(service.clock.millis()).plus(Duration.ofMinutes(random.nextInt(600)));
        return "\"name\":\"job\",\"%s\":\"PT%dM\",\"servers\":%d,\"ready\":\"%s\",\"deadline\":\"%s\"%s%s"
                .formatted(
                        random.nextBoolean() ? "work" : "stay",
                        10 + random.nextInt(110),
                        1 + random.nextInt(3),
                        ready,
                        ready.plus(Duration.ofMinutes(60 + random.nextInt(240))),
                        List.of("", ",\"pool\":\"fast\"").get(random.nextInt(2)),
                        List.of("", ",\"project\":\"ours\"").get(random.nextInt(2)));
    }
}
