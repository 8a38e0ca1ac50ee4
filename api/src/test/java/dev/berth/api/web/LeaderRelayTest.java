package dev.berth.api.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpServer;
import dev.berth.api.Answer;
import dev.berth.api.Api;
import dev.berth.wire.problem.Rejected;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Headers on their way to the leader and back. */
@Timeout(60)
class LeaderRelayTest {
    private final BlockingQueue<Headers> arrived = new LinkedBlockingQueue<>();
    private HttpServer leader;
    private LeaderRelay relay;

    @BeforeEach
    void listen() throws IOException {
        leader = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        leader.createContext("/", exchange -> {
            arrived.add(exchange.getRequestHeaders());
            exchange.getResponseHeaders().set("eTAG", "\"7\"");
            exchange.getResponseHeaders().set("Berth-Of-Tomorrow", "answered");
            exchange.getResponseHeaders().set("Strict-Transport-Security", "max-age=1");
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.sendResponseHeaders(200, 2);
            exchange.getResponseBody().write(new byte[] {'{', '}'});
            exchange.close();
        });
        leader.start();
        String address = "http://127.0.0.1:" + leader.getAddress().getPort();
        relay = new LeaderRelay("the-secret", "http://here", Optional.empty(), () -> address);
    }

    @AfterEach
    void stop() {
        relay.close();
        leader.stop(0);
    }

    private record Sent(Map<String, String> byName) implements dev.berth.api.Headers {
        Sent {
            Map<String, String> caseless = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
            caseless.putAll(byName);
            byName = caseless;
        }

        @Override
        public Optional<String> apply(String name) {
            return Optional.ofNullable(byName.get(name));
        }

        @Override
        public Set<String> names() {
            return byName.keySet();
        }
    }

    private Answer forwarded(Map<String, String> headers) {
        return relay.forward(new Api.Request(
                "POST",
                "/api/v1/reservations",
                "",
                new Sent(headers),
                () -> new byte[] {'{', '}'},
                "192.0.2.7",
                () -> false));
    }

    @Test
    void forward_passesOnHeadersThatNobodyHasThoughtOf() throws InterruptedException {
        forwarded(Map.of("Berth-Of-Tomorrow", "asked", "idempotency-key", "k1"));
        Headers seen = arrived.take();
        assertThat(seen.getFirst("Berth-Of-Tomorrow")).isEqualTo("asked");
        assertThat(seen.getFirst("Idempotency-Key")).isEqualTo("k1");
    }

    @Test
    void forward_keepsWhatIsAboutOneConnection() throws InterruptedException {
        forwarded(Map.of(
                "connection", "close, X-Between",
                "x-between", "us",
                "te", "trailers",
                "transfer-encoding", "chunked",
                "content-length", "17",
                "expect", "100-continue",
                "host", "berth.example.org"));
        Headers seen = arrived.take();
        assertThat(seen).doesNotContainKeys("X-between", "Te", "Transfer-encoding", "Expect");
        assertThat(seen.get("Content-length")).containsExactly("2");
        assertThat(seen.getFirst("Host")).startsWith("127.0.0.1:");
    }

    @Test
    void forward_doesNotPassOnWhatClientsSayOfThemselves() throws InterruptedException {
        forwarded(Map.of("berth-peer", "guessed", "berth-client", "203.0.113.9"));
        Headers seen = arrived.take();
        assertThat(seen.get("Berth-peer")).containsExactly("the-secret");
        assertThat(seen.get("Berth-client")).containsExactly("192.0.2.7");
    }

    @Test
    void forward_refusesWhatCannotBePassedOn_insteadOfLeavingItOut() {
        assertThatThrownBy(() -> forwarded(Map.of("Idempotency-Key", "key \u20ac")))
                .isInstanceOf(Rejected.class)
                .hasMessageContaining("Idempotency-Key");
        assertThat(arrived).isEmpty();
    }

    @Test
    void answer_hasTheHeadersOfTheLeader_inAnyCase() {
        Answer answer = forwarded(Map.of());
        assertThat(answer.header("ETag")).isEqualTo("\"7\"");
        assertThat(answer.header("berth-of-tomorrow")).isEqualTo("answered");
        assertThat(answer.header("Strict-Transport-Security")).isEmpty();
        assertThat(answer.type()).isEqualTo("application/json");
        assertThat(answer.with("etag", "\"8\"").header("ETag")).isEqualTo("\"8\"");
        assertThat(answer.with("etag", "\"8\"").headers()).hasSameSizeAs(answer.headers());
    }
}
