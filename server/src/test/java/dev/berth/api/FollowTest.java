package dev.berth.api;

import static dev.berth.api.TestService.exactly;
import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.api.TestService.Result;
import dev.berth.api.connection.ConnectionLimits;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Programs that wait for what becomes of a reservation. */
@Timeout(60)
class FollowTest {
    private TestService service;
    private String path;

    @BeforeEach
    void start(@TempDir Path data) {
        service = new TestService(data);
        path = "/reservations/"
                + service.send(
                                "ana",
                                "POST",
                                "/reservations",
                                "{" + exactly("run", "2026-11-16T09:00:00Z", "2026-11-16T11:00:00Z", 1) + "}")
                        .is(201)
                        .text("id")
                + "/follow";
    }

    @AfterEach
    void stop() {
        service.close();
    }

    private CompletableFuture<Result> following(String seen) {
        return CompletableFuture.supplyAsync(
                () -> service.get("ana", path + "?wait=PT1M&seen=" + seen).is(200));
    }

    @Test
    void withoutAWait_itIsAnsweredAtOnce() {
        Result now = service.get("ana", path).is(200);

        assertThat(now.at("/reservation/state").asText()).isEqualTo("waiting");
        assertThat(now.text("now")).isEqualTo("2026-11-16T08:00:00Z");
        assertThat(now.text("waited")).isEqualTo("PT0S");
        assertThat(service.get("ana", path + "?wait=PT0.1S&seen=" + now.text("seen"))
                        .is(200)
                        .text("seen"))
                .isEqualTo(now.text("seen"));
    }

    @Test
    void whatTheCallerHasNotSeen_isAnsweredAtOnce() {
        assertThat(following("other").join().at("/reservation/state").asText()).isEqualTo("waiting");
    }

    @Test
    void theAnswer_saysHowLongItWasWithheld() {
        String seen = service.get("ana", path).text("seen");

        Result late = service.get("ana", path + "?wait=PT0.3S&seen=" + seen).is(200);

        assertThat(Duration.parse(late.text("waited"))).isBetween(Duration.ofMillis(290), Duration.ofMinutes(1));
    }

    @Test
    void start_endsTheWaiting_ofAllWhoFollow() {
        String seen = service.get("ana", path).text("seen");
        List<CompletableFuture<Result>> all = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            all.add(following(seen));
        }

        service.clock.move(Duration.ofMinutes(61));
        // Something that anybody does: time is seen to have passed.
        service.send(
                "ana",
                "POST",
                "/reservations",
                "{" + exactly("x", "2026-11-16T15:00:00Z", "2026-11-16T16:00:00Z", 1) + "}");

        for (CompletableFuture<Result> each : all) {
            assertThat(each.join().at("/reservation/state").asText()).isEqualTo("running");
            assertThat(each.join().at("/reservation/serverNumbers").size()).isEqualTo(1);
        }
    }

    @Test
    void cancelled_isToldToo_alsoAfterwards() {
        CompletableFuture<Result> waiting = following(service.get("ana", path).text("seen"));

        service.send("ana", "DELETE", path.replace("/follow", ""), "").is(200);

        assertThat(waiting.join().at("/reservation/state").asText()).isEqualTo("cancelled");
        assertThat(service.get("ana", path).is(200).at("/reservation/state").asText())
                .isEqualTo("cancelled");
    }

    /** The names of the pools have the same hash code, and nothing but the pool changes. */
    @Test
    void moveToAnotherPool_isTold_whateverItsName() {
        for (String pool : List.of("Aa", "BB")) {
            service.send(
                            "olga",
                            "POST",
                            "/pools",
                            "{\"name\":\"%s\",\"servers\":1,\"rate\":\"1\",\"attributes\":{\"kind\":\"twin\"}}"
                                    .formatted(pool))
                    .is(201);
        }
        Result booked = service.send(
                        "ana",
                        "POST",
                        "/reservations",
                        "{"
                                + exactly("moved", "2026-11-16T09:00:00Z", "2026-11-16T11:00:00Z", 1)
                                        .replace("\"pool\":\"fast\"", "\"attributes\":{\"kind\":\"twin\"}")
                                + "}")
                .is(201);
        path = "/reservations/" + booked.text("id") + "/follow";
        String pool = booked.text("pool");
        CompletableFuture<Result> waiting = following(service.get("ana", path).text("seen"));

        service.send("olga", "POST", "/pools/" + pool + "/fail", "{\"servers\":[0]}")
                .is(200);

        assertThat(waiting.join().at("/reservation/pool").asText()).isEqualTo(pool.equals("Aa") ? "BB" : "Aa");
        assertThat(Duration.parse(waiting.join().text("waited"))).isLessThan(Duration.ofMinutes(1));
    }

    @Test
    void theService_doesNotWaitForThemWhenItStops() {
        CompletableFuture<Result> waiting = following(service.get("ana", path).text("seen"));

        service.close();

        assertThat(waiting.handle((answer, lost) -> true)).succeedsWithin(Duration.ofSeconds(50));
    }

    /** Half of four connections may be held by those who wait. */
    @Test
    void withoutAPlace_itIsAnsweredAtOnce(@TempDir Path other) {
        service.close();
        service = new TestService(
                other,
                new Contract(),
                TestService.usual()
                        .with(draft -> draft.connections = new ConnectionLimits(
                                4, 4, Duration.ofSeconds(10), Duration.ofMinutes(1), Duration.ofSeconds(30))));
        service.send(
                        "ana",
                        "POST",
                        "/reservations",
                        "{" + exactly("run", "2026-11-16T09:00:00Z", "2026-11-16T11:00:00Z", 1) + "}")
                .is(201);
        String seen = service.get("ana", path).text("seen");
        List<CompletableFuture<Result>> three = List.of(following(seen), following(seen), following(seen));

        Object first = CompletableFuture.anyOf(three.toArray(CompletableFuture<?>[]::new))
                .join();

        assertThat(((Result) first).text("seen")).isEqualTo(seen);
        assertThat(three.stream().filter(each -> !each.isDone())).hasSize(2);
    }

    @Test
    void onlyForItsOwner_andWithinLimits() {
        service.get("ben", path).is(403);
        service.get("ana", path + "?wait=PT2M").is(422);
        service.get("ana", path.replace("r1", "r9")).is(404);
    }

    /** two wait before the last, and what runs is not counted. */
    @Test
    void whoStartsBefore_isCounted() {
        service.send(
                        "olga",
                        "POST",
                        "/reservations",
                        "{" + exactly("now", "2026-11-16T08:00:00Z", "2026-11-16T09:00:00Z", 2) + "}")
                .is(201);
        service.clock.move(Duration.ofMinutes(1));
        service.send(
                        "ben",
                        "POST",
                        "/reservations",
                        "{" + exactly("first", "2026-11-16T11:00:00Z", "2026-11-16T12:00:00Z", 2) + "}")
                .is(201);
        String last = service.send(
                        "ana",
                        "POST",
                        "/reservations",
                        "{" + exactly("last", "2026-11-16T12:00:00Z", "2026-11-16T13:00:00Z", 1) + "}")
                .is(201)
                .text("id");

        assertThat(service.get("ana", path).json().path("before").asInt()).isZero();
        assertThat(service.get("ana", "/reservations/" + last + "/follow")
                        .json()
                        .path("before")
                        .asInt())
                .isEqualTo(2);
    }
}
