package dev.berth.broker.remote;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.berth.wire.outbound.BoundedClient;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A site may be anybody's: whatever it answers, the broker has a bounded answer that says what happened, or none. */
class HostileSiteTest {
    private static final String GROUP = "7d9f3a60-5e0c-4c1b-9a53-0b6f6d0c2b11";
    private static final int MOST_BYTES = 10_000;

    /** Reaction of the site to each request. */
    private interface Behaviour {
        void answer(HttpExchange exchange) throws IOException;
    }

    private final CountDownLatch over = new CountDownLatch(1);
    private final AtomicInteger elsewhere = new AtomicInteger();
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private volatile Behaviour behaviour = exchange -> send(exchange, 200, "{}");
    private HttpServer bad;
    private HttpServer good;
    private SiteCalls calls;

    @BeforeEach
    void start(@TempDir Path directory) throws IOException {
        bad = server();
        bad.createContext("/elsewhere", exchange -> {
            elsewhere.incrementAndGet();
            send(exchange, 200, "{\"state\":\"confirmed\"}");
        });
        bad.createContext("/api", exchange -> behaviour.answer(exchange));
        good = server();
        good.createContext("/", exchange -> send(exchange, 200, "{\"state\":\"confirmed\",\"reservations\":[]}"));
        Path tokens = Files.createFile(
                directory.resolve("tokens.yaml"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.writeString(tokens, "ana: {bad: berth_secret, good: berth_other}\n");
        BrokerSettings settings = new BrokerSettings(List.of(member("bad", bad), member("good", good)), tokens);
        calls = new SiteCalls(
                new HttpSites(settings, new BoundedClient.Limits(Duration.ofMillis(1_500), MOST_BYTES, 4)));
    }

    private HttpServer server() throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(threads);
        server.start();
        return server;
    }

    private static BrokerSettings.Member member(String name, HttpServer server) {
        return new BrokerSettings.Member(
                name, URI.create("http://127.0.0.1:" + server.getAddress().getPort()), Optional.empty());
    }

    @AfterEach
    void stop() {
        over.countDown();
        bad.stop(0);
        good.stop(0);
        threads.shutdownNow();
    }

    private static void send(HttpExchange exchange, int status, String body) throws IOException {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
        try (OutputStream out = exchange.getResponseBody()) {
            out.write(bytes);
        }
    }

    private String unknown(Vote vote) {
        assertThat(vote).isInstanceOf(Vote.Unknown.class);
        return ((Vote.Unknown) vote).why();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "{",
                "[]",
                "null",
                "{\"state\":7}",
                "{\"state\":\"sold\"}",
                "{\"state\":\"held\"}",
                "{\"state\":\"held\",\"now\":\"yesterday\"}",
                "{\"state\":\"confirmed\",\"reservations\":{}}",
                "{\"state\":\"confirmed\",\"reservations\":[7]}",
                "{\"state\":\"confirmed\",\"reservations\":[{}]}",
                "{\"state\":\"confirmed\",\"reservations\":[{\"id\":\"../r1\",\"pool\":\"p\",\"servers\":1,"
                        + "\"start\":\"2026-11-16T10:00:00Z\",\"end\":\"2026-11-16T11:00:00Z\",\"price\":\"1\"}]}",
                "{\"state\":\"confirmed\",\"reservations\":[{\"id\":\"r1\",\"pool\":\"p\",\"servers\":-1,"
                        + "\"start\":\"2026-11-16T10:00:00Z\",\"end\":\"2026-11-16T11:00:00Z\",\"price\":\"1\"}]}",
                "{\"state\":\"confirmed\",\"reservations\":[{\"id\":\"r1\",\"pool\":\"p\",\"servers\":1,"
                        + "\"start\":\"2026-11-16T11:00:00Z\",\"end\":\"2026-11-16T10:00:00Z\",\"price\":\"1\"}]}",
                "{\"state\":\"confirmed\",\"reservations\":[{\"id\":\"r1\",\"pool\":\"p\",\"servers\":1,"
                        + "\"start\":\"2026-11-16T10:00:00Z\",\"end\":\"2026-11-16T11:00:00Z\",\"price\":\"-1\"}]}",
                "{\"state\":\"confirmed\",\"reservations\":[{\"id\":\"r1\",\"pool\":\"p\",\"servers\":1,"
                        + "\"start\":\"2026-11-16T10:00:00Z\",\"end\":\"2026-11-16T11:00:00Z\",\"price\":1e999999}]}",
                "<html>Welcome</html>"
            })
    void whatIsNotExactlyAnAnswer_isNone(String body) {
        behaviour = exchange -> send(exchange, 200, body);
        for (Vote vote : List.of(calls.hold("bad", "ana", GROUP, "{}"), calls.confirm("bad", "ana", GROUP))) {
            assertThat(unknown(vote))
                    .isNotEmpty()
                    .doesNotContain("berth_secret")
                    .hasSizeLessThanOrEqualTo(300);
        }
        assertThat(calls.offer("bad", "ana", "{}")).isNotInstanceOf(Vote.Offered.class);
        assertThat(calls.advertised("bad", "ana", 0)).isNotNull();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"pools\":[{\"name\":\"p\",\"rate\":\"1\"},{\"name\":\"p\",\"rate\":\"1\"}],\"slots\":[]}",
                "{\"pools\":[{\"name\":\"\",\"rate\":\"1\"}],\"slots\":[]}",
                "{\"pools\":[{\"name\":\"p\",\"rate\":\"7\"}],\"slots\":[]}",
                "{\"pools\":[],\"slots\":[{\"pool\":\"p\",\"servers\":1,\"start\":\"2026-11-16T11:00:00Z\","
                        + "\"end\":\"2026-11-16T10:00:00Z\"}]}",
                "{\"pools\":[],\"slots\":[{\"pool\":\"p\",\"servers\":1,\"start\":\"2026-11-16T10:00:00Z\","
                        + "\"end\":\"2026-11-16T11:00:00Z\",\"fixedCost\":\"-1\"}]}",
                "{\"pools\":[],\"slots\":[{\"pool\":\"p\",\"servers\":1,\"start\":\"2026-11-16T10:00:00Z\","
                        + "\"end\":\"2026-11-16T11:00:00Z\",\"serverHour\":\"1000001\"}]}"
            })
    void slotsThatCannotBe_areNone(String body) {
        behaviour = exchange -> send(exchange, 200, body);
        assertThat(calls.slots("bad", "ana", 0, true, 100)).isInstanceOf(SiteCalls.Advert.Missing.class);
    }

    @Test
    void nestedWithoutEnd_isNoAnswer() {
        behaviour = exchange -> send(exchange, 200, "{\"a\":".repeat(1_500));
        assertThat(unknown(calls.confirm("bad", "ana", GROUP))).contains("no JSON");
    }

    @Test
    void largeAnswer_isNotRead() {
        behaviour = exchange -> {
            exchange.sendResponseHeaders(200, 0);
            byte[] much = new byte[100_000];
            try (OutputStream out = exchange.getResponseBody()) {
                while (over.getCount() > 0) {
                    out.write(much);
                }
            }
        };
        assertThat(unknown(calls.confirm("bad", "ana", GROUP)))
                .isEqualTo("its answer is larger than " + MOST_BYTES + " bytes");
    }

    @Test
    void redirect_isNotFollowed_soThatNoTokenGoesElsewhere() {
        for (int status : new int[] {301, 302, 307, 308}) {
            behaviour = exchange -> {
                exchange.getResponseHeaders().set("Location", "/elsewhere");
                send(exchange, status, "");
            };
            assertThat(unknown(calls.confirm("bad", "ana", GROUP))).contains("status " + status);
        }
        assertThat(elsewhere).hasValue(0);
    }

    @Test
    void strangersStatus_isNoWordOfTheSite() {
        behaviour = exchange -> send(exchange, 404, "{\"error\":\"not found\"}");
        assertThat(unknown(calls.confirm("bad", "ana", GROUP))).contains("status 404");
        behaviour = exchange -> send(exchange, 404, "{\"code\":\"unknown-hold\",\"detail\":\"\\u001b[31mred\\u0007\"}");
        assertThat(calls.confirm("bad", "ana", GROUP)).isEqualTo(new Vote.Refused("unknown-hold", "[31mred"));
        behaviour = exchange ->
                send(exchange, 409, "{\"code\":\"no-room\",\"detail\":\"%s\"}".formatted("x".repeat(5_000)));
        assertThat(((Vote.Refused) calls.hold("bad", "ana", GROUP, "{}")).detail())
                .hasSize(300);
    }

    @Test
    void siteThatNeverAnswers_orTrickles_isGivenUp_andTheOtherIsNotKept() throws Exception {
        CountDownLatch asked = new CountDownLatch(4);
        behaviour = exchange -> {
            asked.countDown();
            exchange.sendResponseHeaders(200, 0);
            try (OutputStream out = exchange.getResponseBody()) {
                while (!over.await(50, TimeUnit.MILLISECONDS)) {
                    out.write(' ');
                    out.flush();
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        };
        List<Future<Vote>> votes = IntStream.range(0, 4)
                .mapToObj(i -> threads.submit(() -> calls.confirm("bad", "ana", GROUP)))
                .toList();
        asked.await();
        // All places are taken: one more is told so at once, and the other site answers as if nothing were.
        assertThat(unknown(calls.confirm("bad", "ana", GROUP))).isEqualTo("too many requests wait for it");
        assertThat(calls.confirm("good", "ana", GROUP)).isEqualTo(new Vote.Confirmed(List.of()));
        for (Future<Vote> vote : votes) {
            assertThat(unknown(vote.get())).startsWith("it did");
        }
    }
}
