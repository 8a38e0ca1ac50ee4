package dev.berth.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import org.awaitility.Durations;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Metrics for Prometheus. */
class MetricsTest {
    @TempDir
    Path data;

    private TestService service;

    @BeforeEach
    void start() {
        service = new TestService(data);
    }

    @AfterEach
    void stop() {
        service.close();
    }

    @Test
    void pools_tellWhatIsBookedRunsAndIsOutNow() {
        service.send("ana", "POST", "/reservations", now("runs", 1)).is(201);
        service.send(
                        "ana",
                        "POST",
                        "/reservations",
                        "{" + TestService.exactly("later", "2026-11-16T12:00:00Z", "2026-11-16T13:00:00Z", 2) + "}")
                .is(201);
        service.send("olga", "POST", "/pools/slow/fail", "{\"servers\":[0,1,2],\"until\":\"2026-11-16T20:00:00Z\"}")
                .is(200);
        tick(Duration.ofSeconds(1));

        assertThat(lines())
                .contains(
                        "berth_pool_servers{pool=\"fast\"} 2.0",
                        "berth_pool_servers_booked{pool=\"fast\"} 1.0",
                        "berth_pool_servers_running{pool=\"fast\"} 1.0",
                        "berth_pool_servers_out{pool=\"fast\"} 0.0",
                        "berth_pool_servers{pool=\"slow\"} 4.0",
                        "berth_pool_servers_booked{pool=\"slow\"} 0.0",
                        "berth_pool_servers_out{pool=\"slow\"} 3.0",
                        "berth_reservations_open 2.0",
                        "berth_servers 6.0");
    }

    @Test
    void poolThatIsAdded_isThereInTheNextScrape() {
        assertThat(lines()).noneMatch(line -> line.contains("pool=\"new\""));
        service.send("olga", "POST", "/pools", "{\"name\":\"new\",\"servers\":3,\"rate\":\"1\"}")
                .is(201);
        assertThat(lines()).contains("berth_pool_servers{pool=\"new\"} 3.0");
    }

    @Test
    void refusals_areCountedByTheirReason() {
        service.send("ana", "POST", "/reservations", now("all", 2)).is(201);
        service.send("ana", "POST", "/reservations", now("more", 1)).is(409).code("no-capacity");
        service.send("ana", "POST", "/reservations", now("more", 1)).is(409);
        service.send("ana", "POST", "/reservations", now("giant", 9)).is(409).code("too-many-servers");
        assertThat(lines())
                .contains(
                        "berth_refusals_total{reason=\"no-capacity\"} 2.0",
                        "berth_refusals_total{reason=\"too-many-servers\"} 1.0");
    }

    @Test
    void brokenPromises_areCounted_andAreThereBeforeTheFirst() {
        assertThat(lines())
                .contains(
                        "berth_reservations_closed_total{cause=\"displaced\"} 0.0",
                        "berth_reservations_closed_total{cause=\"no-show\"} 0.0",
                        "berth_reservations_degradations_total 0.0",
                        "berth_reservations_recoveries_total 0.0");
        service.send("ana", "POST", "/reservations", now("runs", 2)).is(201);
        tick(Duration.ofSeconds(1));
        service.send("olga", "POST", "/pools/fast/fail", "{\"servers\":[0,1],\"until\":\"2026-11-16T20:00:00Z\"}")
                .is(200);
        tick(Duration.ofSeconds(1));
        // Listeners hear of a change after it was answered.
        Awaitility.await("a displaced reservation")
                .atMost(Durations.ONE_MINUTE)
                .until(() -> lines().contains("berth_reservations_closed_total{cause=\"displaced\"} 1.0"));
    }

    @Test
    void journal_isMeasured() {
        service.send("ana", "POST", "/reservations", now("one", 1)).is(201);
        assertThat(figure("berth_journal_bytes")).isPositive();
        assertThat(figure("berth_journal_wal_bytes")).isPositive();
        assertThat(figure("berth_journal_append_seconds_count")).isGreaterThan(5);
        assertThat(figure("berth_journal_append_seconds_sum")).isPositive();
        assertThat(figure("berth_leader")).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "process_cpu_seconds_total",
                "process_open_fds",
                "process_max_fds",
                "process_resident_memory_bytes",
                "process_virtual_memory_bytes",
                "process_start_time_seconds",
                "jvm_threads_live_threads",
            })
    void process_hasTheUsualNames(String name) {
        // What a gauge measures must not go with the garbage.
        System.gc();
        assertThat(figure(name)).isPositive();
    }

    @Test
    void build_isTold() {
        assertThat(lines())
                .anyMatch(line ->
                        line.matches("berth_build_info\\{commit=\"[^\"]*\",version=\"[0-9.]+(-SNAPSHOT)?\"} 1(\\.0)?"));
    }

    @Test
    void root_hasTheSameForTheSamePeople() {
        assertThat(root("vera").statusCode()).isEqualTo(200);
        assertThat(root("vera").body()).contains("berth_requests_seconds_count{", "endpoint=\"/metrics\"");
        assertThat(root("").statusCode()).isEqualTo(401);
        assertThat(root("").headers().firstValue("Content-Type")).contains("application/problem+json");
    }

    /** Metrics named in the guide exist, apart from those that need a cluster, guards or PostgreSQL. */
    @Test
    void guide_namesWhatThereIs() throws IOException {
        service.send("ana", "POST", "/reservations", now("giant", 9)).is(409);
        String guide = Files.readString(Path.of("../docs/guide/operators.md"))
                .replaceFirst("(?s)^.*\n## Monitoring\n", "")
                .replaceFirst("(?s)\n## .*", "");
        List<String> names = Pattern.compile("berth_[a-z_]*[a-z]")
                .matcher(guide)
                .results()
                .map(MatchResult::group)
                .filter(name -> !name.matches("berth_(cluster|follower_lag|guard_acts).*"))
                .distinct()
                .toList();
        String told = service.get("vera", "/metrics").response().body();
        assertThat(names).hasSizeGreaterThan(15).allMatch(name -> told.contains("\n" + name));
    }

    private HttpResponse<String> root(String as) {
        HttpRequest.Builder request = HttpRequest.newBuilder(service.root("/metrics"));
        if (!as.isEmpty()) {
            request.header("Authorization", "Bearer " + service.tokens.get(as));
        }
        return service.response(request.build());
    }

    private static String now(String name, int servers) {
        return "{" + TestService.exactly(name, TestService.START, "2026-11-16T10:00:00Z", servers) + "}";
    }

    /** Lets time pass, and waits until it has. */
    private void tick(Duration time) {
        service.clock.move(time);
        assertThat(service.server.site().write("", transaction -> true).join()).isTrue();
    }

    private double figure(String name) {
        return lines().stream()
                .filter(line -> line.startsWith(name + " "))
                .mapToDouble(line -> Double.parseDouble(line.substring(name.length() + 1)))
                .findFirst()
                .orElseThrow(() -> new AssertionError(name + " is missing"));
    }

    private List<String> lines() {
        return service.get("vera", "/metrics").is(200).response().body().lines().toList();
    }
}
