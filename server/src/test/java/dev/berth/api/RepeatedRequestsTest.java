package dev.berth.api;

import static dev.berth.api.TestService.exactly;
import static dev.berth.api.TestService.job;
import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.api.TestService.Result;
import dev.berth.service.account.Answers;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The same key gives the same answer, across restarts, and is carried out once. */
class RepeatedRequestsTest {
    @TempDir
    Path data;

    @Test
    void sameKey_sameAnswer_acrossRestarts() {
        try (TestService service = new TestService(data)) {
            String body = "{" + job("once") + "}";
            Result first = service.send("ana", "POST", "/reservations", body, "Idempotency-Key", "k1")
                    .is(201);
            Result again = service.send("ana", "POST", "/reservations", body, "Idempotency-Key", "k1")
                    .is(201);
            service.restart();
            Result later = service.send("ana", "POST", "/reservations", body, "Idempotency-Key", "k1")
                    .is(201);
            for (Result repeated : List.of(again, later)) {
                assertThat(repeated.response().body())
                        .isEqualTo(first.response().body());
                assertThat(repeated.header("ETag")).isEqualTo(first.header("ETag"));
                assertThat(repeated.header("Location")).isEqualTo(first.header("Location"));
            }
            assertThat(service.get("ana", "/reservations").at("/reservations").size())
                    .isEqualTo(1);
        }
    }

    @Test
    void aRefusalIsRepeatedTooEvenIfThereIsRoomByNow() {
        try (TestService service = new TestService(data)) {
            String window = exactly("full", "2026-11-16T10:00:00Z", "2026-11-16T11:00:00Z", 2);
            service.send("ben", "POST", "/reservations", "{" + window + "}").is(201);
            Result refused = service.send("ana", "POST", "/reservations", "{" + window + "}", "Idempotency-Key", "k")
                    .is(409);
            service.send("ben", "DELETE", "/reservations/r1", "").is(200);
            Result again = service.send("ana", "POST", "/reservations", "{" + window + "}", "Idempotency-Key", "k")
                    .is(409);
            assertThat(again.response().body()).isEqualTo(refused.response().body());
            service.send("ana", "POST", "/reservations", "{" + window + "}", "Idempotency-Key", "k2")
                    .is(201);
        }
    }

    /** With any other search it would find nothing, and tell of no reservation. */
    @Test
    void aHoldOfTheLastServers_isRepeated() {
        try (TestService service = new TestService(data)) {
            String body =
                    "{" + exactly("full", "2026-11-16T10:00:00Z", "2026-11-16T11:00:00Z", 2) + ",\"hold\":\"PT10M\"}";
            Result first = service.send("ana", "POST", "/offers", body, "Idempotency-Key", "k")
                    .is(200);
            assertThat(first.at("/offers/0/reservation").asText()).isEqualTo("r1");
            service.restart();
            Result again = service.send("ana", "POST", "/offers", body, "Idempotency-Key", "k")
                    .is(200);
            assertThat(again.response().body()).isEqualTo(first.response().body());
            String nowhere = body.replace("\"pool\":\"fast\"", "\"attributes\":{\"gpu\":\"h200\"}");
            Result none = service.send("ana", "POST", "/offers", nowhere, "Idempotency-Key", "none")
                    .is(200);
            service.send(
                            "olga",
                            "POST",
                            "/pools",
                            "{\"name\":\"new\",\"servers\":2,\"rate\":\"1\",\"attributes\":{\"gpu\":\"h200\"}}")
                    .is(201);
            Result stillNone = service.send("ana", "POST", "/offers", nowhere, "Idempotency-Key", "none")
                    .is(200);
            assertThat(none.at("/offers").size()).isZero();
            assertThat(stillNone.response().body()).isEqualTo(none.response().body());
        }
    }

    /** Its answer is too long to be kept; that it was carried out is not forgotten. */
    @Test
    void aSeriesWithALongAnswer_isBookedOnce_andTheRepeatedRequestIsToldWhere() {
        try (TestService service = new TestService(data)) {
            String body = "{" + exactly("course", "2026-12-01T08:00:00Z", "2026-12-01T09:00:00Z", 1)
                    + ",\"recurrence\":{\"rule\":\"FREQ=DAILY;COUNT=800\",\"zone\":\"UTC\"}}";
            Result first = service.send("ana", "POST", "/reservations", body, "Idempotency-Key", "k")
                    .is(201);
            assertThat(first.response().body().length()).isGreaterThan(Answers.LONGEST);
            for (int i = 0; i < 2; i++) {
                Result again = service.send("ana", "POST", "/reservations", body, "Idempotency-Key", "k")
                        .is(409)
                        .code("already-answered");
                assertThat(again.header("Location")).isEqualTo(first.header("Location"));
                assertThat(again.at("/numbers/status").asInt()).isEqualTo(201);
                assertThat(again.at("/numbers/location").asText()).isEqualTo(first.header("Location"));
                service.restart();
            }
            service.get("ana", "/series/s1").is(200);
            service.get("ana", "/series/s2").is(404);
        }
    }

    @Test
    void aKeyIsForOneRequestOfOneAccount() {
        try (TestService service = new TestService(data)) {
            service.send("ana", "POST", "/reservations", "{" + job("a") + "}", "Idempotency-Key", "k")
                    .is(201);
            service.send("ana", "POST", "/reservations", "{" + job("b") + "}", "Idempotency-Key", "k")
                    .is(422);
            service.send("ben", "POST", "/reservations", "{" + job("b") + "}", "Idempotency-Key", "k")
                    .is(201);
            service.send("ana", "POST", "/reservations", "{" + job("c") + "}", "Idempotency-Key", "k".repeat(101))
                    .is(422);
            service.send("ana", "DELETE", "/reservations/r1", "", "Idempotency-Key", "gone")
                    .is(200);
            service.send("ana", "DELETE", "/reservations/r1", "", "Idempotency-Key", "gone")
                    .is(200);
        }
    }

    @Test
    void manyAtOnceMakeOneReservation() {
        try (TestService service = new TestService(data)) {
            List<String> answers = IntStream.range(0, 40)
                    .parallel()
                    .mapToObj(i -> service.send(
                                    "ana", "POST", "/reservations", "{" + job("x") + "}", "Idempotency-Key", "k")
                            .is(201)
                            .text("id"))
                    .distinct()
                    .toList();
            assertThat(answers).hasSize(1);
            assertThat(service.get("ana", "/reservations").at("/reservations").size())
                    .isEqualTo(1);
        }
    }
}
