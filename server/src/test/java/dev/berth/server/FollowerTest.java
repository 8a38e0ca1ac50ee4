package dev.berth.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.journal.postgres.Database;
import dev.berth.journal.postgres.PostgresAddress;
import dev.berth.server.settings.SiteSettings;
import dev.berth.service.account.NewToken;
import dev.berth.service.account.Purpose;
import dev.berth.site.TimeSource;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.awaitility.Durations;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** An instance that follows another one, over HTTP. */
@Timeout(60)
class FollowerTest {
    @TempDir
    private Path data;

    private final Database database = Database.create();
    private final BlockingQueue<Server> leading = new LinkedBlockingQueue<>();
    private final HttpClient client = HttpClient.newHttpClient();
    private int leader;
    private int follower;
    private Standby one;
    private Standby two;
    private String token;

    @BeforeEach
    void start() throws Exception {
        leader = freePort();
        follower = freePort();
        one = start(leader);
        Server leads = leading.take();
        String unused = leads.oneTimeToken("admin");
        token = leads.site()
                .write("admin", change -> NewToken.make(change, "admin", NewToken.Terms.of(Purpose.API, "", 0)))
                .join()
                .secret();
        two = start(follower);
        Awaitility.await("the follower answers")
                .atMost(Durations.ONE_MINUTE)
                .pollInterval(Duration.ofMillis(5))
                .until(() -> two.answering().isPresent());
    }

    @AfterEach
    void stop() {
        client.shutdownNow();
        two.close();
        one.close();
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

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    private HttpRequest.Builder request(int port, String path) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/api/v1" + path))
                .header("Authorization", "Bearer " + token);
    }

    private HttpResponse<String> get(int port, String path, String... headers) throws Exception {
        HttpRequest.Builder request = request(port, path);
        return client.send(
                (headers.length == 0 ? request : request.headers(headers)).build(),
                HttpResponse.BodyHandlers.ofString());
    }

    private HttpResponse<String> post(int port, String path, String body) throws Exception {
        return client.send(
                request(port, path)
                        .header("Content-Type", "application/json")
                        .POST(HttpRequest.BodyPublishers.ofString(body))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    private static long version(HttpResponse<?> response) {
        return Long.parseLong(response.headers().firstValue("Berth-Version").orElseThrow());
    }

    private HttpResponse<String> addPool(int port, String name) throws Exception {
        return post(port, "/pools", "{\"name\": \"" + name + "\", \"servers\": 4, \"rate\": \"1\"}");
    }

    @Test
    void writesAreForwarded_andOnesOwnAreRead() throws Exception {
        for (int i = 0; i < 20; i++) {
            HttpResponse<String> added = addPool(i % 2 == 0 ? follower : leader, "p" + i);
            assertThat(added.statusCode()).as(added.body()).isEqualTo(201);
            HttpResponse<String> read = get(follower, "/pools/p" + i, "Berth-Version", Long.toString(version(added)));
            assertThat(read.statusCode()).as(read.body()).isEqualTo(200);
            assertThat(version(read)).isGreaterThanOrEqualTo(version(added));
        }
        assertThat(two.server()).isEmpty();
        assertThat(one.server()).isPresent();
        assertThat(database.number("SELECT count(DISTINCT term) FROM berth.entry"))
                .isEqualTo(1);
    }

    @Test
    void metrics_tellWhoLeads_andHowFarTheOtherIsBehind() throws Exception {
        addPool(leader, "gpu");
        HttpResponse<String> added = addPool(leader, "cpu");
        assertThat(get(follower, "/pools", "Berth-Version", Long.toString(version(added)))
                        .statusCode())
                .isEqualTo(200);
        assertThat(get(leader, "/metrics").body()).contains("berth_leader 1.0", "berth_follower_lag_seconds 0.0");
        // What is measured must not go with the garbage.
        System.gc();
        assertThat(get(follower, "/metrics").body())
                .contains("berth_leader 0.0", "berth_pool_servers{pool=\"cpu\"} 4.0")
                .containsPattern("berth_follower_lag_seconds [0-9.E-]+\n")
                .doesNotContain("berth_follower_lag_seconds 0.0\n", "NaN");
    }

    /** The token is made at the leader and used elsewhere at once; when it ends, it ends everywhere. */
    @Test
    void tokensWorkEverywhere_andEndEverywhere() throws Exception {
        HttpResponse<String> made = post(leader, "/tokens", "{\"note\": \"x\"}");
        assertThat(made.statusCode()).isEqualTo(201);
        String secret = made.body().replaceFirst(".*\"token\":\\s*\"([^\"]+)\".*", "$1");
        String id = made.body().replaceFirst(".*\"id\":\\s*\"([^\"]+)\".*", "$1");
        String administrator = token;
        token = secret;
        assertThat(get(follower, "/pools").statusCode()).isEqualTo(200);
        token = administrator;
        HttpResponse<String> ended =
                client.send(request(follower, "/tokens/" + id).DELETE().build(), HttpResponse.BodyHandlers.ofString());
        assertThat(ended.statusCode()).as(ended.body()).isBetween(200, 204);
        token = secret;
        HttpResponse<String> refused = get(follower, "/pools", "Berth-Version", Long.toString(version(ended)));
        assertThat(refused.statusCode()).isEqualTo(401);
        assertThat(refused.headers().firstValue("WWW-Authenticate")).isPresent();
    }

    @Test
    void withoutALeader_readsGoOn_andWritesAreToBeRepeated() throws Exception {
        addPool(leader, "a");
        long seen = version(get(leader, "/pools"));
        database.execute("UPDATE berth.site SET leader = 'nobody', address = 'http://127.0.0.1:1',"
                + " lease = clock_timestamp() + interval '5 seconds'");
        HttpResponse<String> read = get(follower, "/pools", "Berth-Version", Long.toString(seen));
        assertThat(read.statusCode()).isEqualTo(200);
        HttpResponse<String> write = addPool(follower, "b");
        while (write.statusCode() == 201) {
            // The follower had not heard of it yet, and the former leader takes no writes as soon as it hears.
            write = addPool(follower, "b" + System.nanoTime());
        }
        assertThat(write.statusCode()).as(write.body()).isEqualTo(503);
        assertThat(write.headers().firstValue("Retry-After")).contains("1");
        assertThat(write.body()).contains("not-leading");
    }

    @Test
    void headerOfAPeer_isOnlyBelievedWithTheSecret() throws Exception {
        HttpResponse<String> posed = client.send(
                request(follower, "/clock").header("Berth-Peer", "guess").build(),
                HttpResponse.BodyHandlers.ofString());
        assertThat(posed.statusCode()).isEqualTo(200);
    }

    /** A stream at the follower tells what is written at the leader, and goes on there where it was. */
    @Test
    void streamsGoOnAtAnotherServer() throws Exception {
        HttpResponse<String> first = addPool(leader, "a");
        try (InputStream in = stream(follower, version(first) - 1)) {
            assertThat(lastId(in, 1)).isEqualTo(version(first));
        }
        HttpResponse<String> second = addPool(follower, "b");
        try (InputStream in = stream(leader, version(first))) {
            assertThat(lastId(in, 1)).isEqualTo(version(second));
        }
        HttpResponse<String> third = addPool(follower, "c");
        try (InputStream in = stream(follower, version(third) - 1)) {
            assertThat(lastId(in, 1)).isEqualTo(version(third));
        }
    }

    private InputStream stream(int port, long after) throws Exception {
        HttpResponse<InputStream> opened = client.send(
                request(port, "/events")
                        .header("Last-Event-ID", Long.toString(after))
                        .build(),
                HttpResponse.BodyHandlers.ofInputStream());
        assertThat(opened.statusCode()).isEqualTo(200);
        return opened.body();
    }

    private static long lastId(InputStream in, int events) {
        Stream<String> lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8)).lines();
        return lines.peek(line -> assertThat(line).doesNotContain("reset"))
                .filter(line -> line.startsWith("id:"))
                .limit(events)
                .mapToLong(line -> Long.parseLong(line.substring(3).strip()))
                .max()
                .orElseThrow();
    }
}
