package dev.berth.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.berth.api.Contract;
import dev.berth.journal.postgres.Database;
import dev.berth.journal.postgres.PostgresAddress;
import dev.berth.server.settings.SiteSettings;
import dev.berth.service.account.NewToken;
import dev.berth.service.account.Purpose;
import dev.berth.site.TimeSource;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.awaitility.Awaitility;
import org.awaitility.Durations;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Instances that are drained, stopped and started again, over HTTP, while somebody writes. */
@Timeout(60)
class DrainTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir
    private Path data;

    private final Database database = Database.create();
    private final BlockingQueue<Server> leading = new LinkedBlockingQueue<>();
    private final HttpClient client = HttpClient.newHttpClient();
    private final Contract contract = new Contract();
    private final int[] ports = {freePort(), freePort()};
    private final Standby[] instances = new Standby[2];
    private String token = "";

    @BeforeEach
    void start() throws Exception {
        instances[0] = start(ports[0]);
        Server leads = leading.take();
        String unused = leads.oneTimeToken("admin");
        token = leads.site()
                .write("admin", change -> NewToken.make(change, "admin", NewToken.Terms.of(Purpose.API, "", 0)))
                .join()
                .secret();
        instances[1] = start(ports[1]);
        awaitState(1, "follows");
    }

    @AfterEach
    void stop() {
        client.shutdownNow();
        instances[1].close();
        instances[0].close();
    }

    private Standby start(int port) {
        return Standby.start(
                SiteSettings.of("test", port),
                data.resolve("" + port),
                PostgresAddress.of(database.journal()),
                TimeSource.measured(Clock.systemUTC()),
                "http://127.0.0.1:" + port,
                leading::add);
    }

    private static int freePort() {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private String name(int server) {
        return "127.0.0.1:" + ports[server];
    }

    private HttpResponse<String> send(int server, String method, String path, String body) throws Exception {
        HttpResponse<String> answer = client.send(
                HttpRequest.newBuilder(URI.create("http://" + name(server) + "/api/v1" + path))
                        .header("Authorization", "Bearer " + token)
                        .header("Content-Type", "application/json")
                        .method(method, HttpRequest.BodyPublishers.ofString(body))
                        .timeout(Duration.ofSeconds(10))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
        if (path.startsWith("/instances")) {
            contract.check(method, path, answer);
        }
        return answer;
    }

    /** Sends a request as the shell does: repeated while no instance leads or can be reached. */
    private HttpResponse<String> patiently(int server, String method, String path, String body) throws Exception {
        return Awaitility.await("%s %s at %d".formatted(method, path, server))
                .atMost(Durations.ONE_MINUTE)
                .pollInterval(Duration.ofMillis(5))
                // It does not listen for a moment.
                .ignoreExceptionsInstanceOf(IOException.class)
                .pollInSameThread()
                .pollDelay(Duration.ZERO)
                .until(() -> send(server, method, path, body), answer -> {
                    if (answer.statusCode() == 503) {
                        assertThat(answer.headers().firstValue("Retry-After")).isPresent();
                        return false;
                    }
                    return true;
                });
    }

    private JsonNode standing(int server) throws Exception {
        HttpResponse<String> answer = patiently(server, "GET", "/instances", "");
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return JSON.readTree(answer.body());
    }

    private JsonNode row(JsonNode standing, int server) {
        for (JsonNode each : standing.path("instances")) {
            if (each.path("name").asText().equals(name(server))) {
                return each;
            }
        }
        return JSON.missingNode();
    }

    private void awaitState(int server, String state) throws Exception {
        Awaitility.await("%d %s".formatted(server, state))
                .atMost(Durations.ONE_MINUTE)
                .pollInterval(Duration.ofMillis(10))
                .until(() -> row(standing(0), server).path("state").asText(), state::equals);
    }

    private int addPool(int server, String name) throws Exception {
        return patiently(server, "POST", "/pools", "{\"name\": \"" + name + "\", \"servers\": 1, \"rate\": \"1\"}")
                .statusCode();
    }

    @Test
    void everyServer_saysWhoLeads_andHowFarAllAre() throws Exception {
        assertThat(addPool(1, "a")).isEqualTo(201);
        for (int asked = 0; asked < 2; asked++) {
            JsonNode standing = standing(asked);
            assertThat(standing.path("leader").asText()).isEqualTo(name(0));
            assertThat(standing.path("term").asLong()).isEqualTo(1);
            assertThat(standing.path("instances")).hasSize(2);
            assertThat(row(standing, 0).path("state").asText()).isEqualTo("leads");
            assertThat(row(standing, 1).path("format").asInt()).isEqualTo(3);
        }
        Awaitility.await("the follower has all")
                .atMost(Durations.ONE_MINUTE)
                .pollInterval(Duration.ofMillis(10))
                .until(() -> row(standing(0), 1).path("version").asLong()
                        >= standing(0).path("version").asLong());
        assertThat(row(standing(0), 1).path("lag").asLong()).isZero();
        instances[1].close();
        assertThat(row(standing(0), 1).path("state").asText()).isEqualTo("silent");
    }

    /** Drained, it hands over at once, still answers, and leads no more, also when it starts again. */
    @Test
    void drainedLeader_handsOver_untilItIsResumed() throws Exception {
        AtomicLong longest = new AtomicLong();
        AtomicInteger written = new AtomicInteger();
        Thread writer = Thread.ofPlatform().start(() -> writeAll(longest, written));
        Awaitility.await("ten writes")
                .atMost(Durations.ONE_MINUTE)
                .pollInterval(Duration.ofMillis(5))
                .until(() -> written.get() >= 10);
        HttpResponse<String> drained = send(1, "POST", "/instances/" + name(0) + "/drain", "");
        assertThat(drained.statusCode()).as(drained.body()).isEqualTo(200);
        Server next = leading.take();
        assertThat(instances[1].server()).contains(next);
        int before = written.get();
        Awaitility.await("ten more writes")
                .atMost(Durations.ONE_MINUTE)
                .pollInterval(Duration.ofMillis(5))
                .until(() -> written.get() >= before + 10);
        writer.interrupt();
        writer.join();
        System.out.printf("drained: a write waited %d ms at most, of %d%n", longest.get(), written.get());
        assertThat(database.number("SELECT term FROM berth.site")).isEqualTo(2);
        // It answers reads and forwards writes.
        awaitState(0, "follows");
        assertThat(row(standing(0), 0).path("drained").asBoolean()).isTrue();
        assertThat(addPool(0, "later")).isEqualTo(201);
        Awaitility.await("the follower has the pool")
                .atMost(Durations.ONE_MINUTE)
                .pollInterval(Duration.ofMillis(5))
                .until(() -> patiently(0, "GET", "/pools/later", "").statusCode() == 200);
        // Also after a restart, when the other one restarts as well.
        instances[0].close();
        instances[0] = start(ports[0]);
        awaitState(0, "follows");
        assertThat(row(standing(0), 0).path("drained").asBoolean()).isTrue();
        assertThat(standing(0).path("leader").asText()).isEqualTo(name(1));
        // Without another instance it leads all the same: a site without a leader serves nobody.
        instances[1].close();
        assertThat(leading.take()).isSameAs(instances[0].answering().orElseThrow());
        instances[1] = start(ports[1]);
        assertThat(leading.take()).isSameAs(instances[1].answering().orElseThrow());
        awaitState(0, "follows");
        // Once it is resumed, it takes over like any other.
        assertThat(patiently(0, "POST", "/instances/" + name(0) + "/resume", "").statusCode())
                .isEqualTo(200);
        assertThat(row(standing(0), 0).path("drained").asBoolean()).isFalse();
        // One that follows may be a moment behind.
        HttpResponse<String> audit = Awaitility.await("the follower has the resume")
                .atMost(Durations.ONE_MINUTE)
                .pollInterval(Duration.ofMillis(5))
                .until(
                        () -> patiently(0, "GET", "/audit", ""),
                        answer -> answer.body().contains("resume-server"));
        assertThat(audit.body()).contains("drain-server", name(0));
        instances[1].close();
        assertThat(leading.take()).isSameAs(instances[0].answering().orElseThrow());
    }

    private void writeAll(AtomicLong longest, AtomicInteger written) {
        while (!Thread.currentThread().isInterrupted()) {
            long begun = System.nanoTime();
            try {
                int status = addPool(written.get() % 2, "w" + written.get());
                // 409: the answer to the first try was lost, and it was carried out.
                assertThat(status).isIn(201, 409);
            } catch (Exception e) {
                return;
            }
            longest.accumulateAndGet(Duration.ofNanos(System.nanoTime() - begun).toMillis(), Math::max);
            written.incrementAndGet();
        }
    }

    /** Stops the leader as SIGTERM does. */
    @Test
    void stoppedLeader_handsOverAtOnce() throws Exception {
        addPool(0, "a");
        long begun = System.nanoTime();
        Thread stopping = Thread.ofPlatform().start(instances[0]::close);
        assertThat(addPool(1, "b")).isEqualTo(201);
        System.out.printf(
                "stopped: a write waited %d ms%n",
                Duration.ofNanos(System.nanoTime() - begun).toMillis());
        stopping.join();
        assertThat(leading.take()).isSameAs(instances[1].answering().orElseThrow());
    }

    @Test
    void unknownServer_isNotFound() throws Exception {
        HttpResponse<String> answer = send(1, "POST", "/instances/nobody:1/drain", "");
        assertThat(answer.statusCode()).isEqualTo(404);
        assertThat(answer.body()).contains("There is no instance");
    }
}
