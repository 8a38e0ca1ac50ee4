package dev.berth.service.notice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import dev.berth.wire.tls.TestKeys;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.net.ssl.SSLSocketFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Webhooks over TLS, received by a real HTTPS server. */
class WebhookPostTest {
    private final List<String> received = new CopyOnWriteArrayList<>();

    @TempDir
    private Path directory;

    private TestKeys keys;
    private HttpsServer receiver;
    private volatile int status = 204;

    @BeforeEach
    void open() throws Exception {
        keys = TestKeys.make(directory, "receiver", "EC");
        receiver = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        receiver.setHttpsConfigurator(new HttpsConfigurator(MailerTest.serving(keys)));
        receiver.createContext("/", exchange -> {
            received.add(exchange.getRequestURI() + " "
                    + new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
            exchange.getResponseHeaders().add("Location", "/elsewhere");
            exchange.sendResponseHeaders(status, -1);
            exchange.close();
        });
        receiver.start();
    }

    @AfterEach
    void close() {
        receiver.stop(0);
    }

    private void send(String host, SSLSocketFactory trusted, boolean isPrivateAllowed) throws IOException {
        new WebhookPost(isPrivateAllowed, 5_000, () -> trusted)
                .send(
                        "https://%s:%d/berth"
                                .formatted(host, receiver.getAddress().getPort()),
                        "secret",
                        "n1-h",
                        "{}",
                        0);
    }

    @Test
    void trustedCertificate_isPostedTo_andARedirectIsNotFollowed() throws IOException {
        SSLSocketFactory trusted = keys.trusting().getSocketFactory();
        send("127.0.0.1", trusted, true);
        assertThat(received).containsExactly("/berth {}");
        status = 307;
        assertThatExceptionOfType(IOException.class)
                .isThrownBy(() -> send("127.0.0.1", trusted, true))
                .withMessage("Answered 307; redirects are not followed");
        assertThat(received).containsExactly("/berth {}", "/berth {}");
    }

    @Test
    void unknownCertificate_andOneForAnotherHost_areRefusedBeforeAnythingIsSaid() {
        assertThatExceptionOfType(IOException.class)
                .isThrownBy(() -> send("127.0.0.1", (SSLSocketFactory) SSLSocketFactory.getDefault(), true));
        TestKeys other = TestKeys.make(directory, "other", "EC");
        assertThatExceptionOfType(IOException.class)
                .isThrownBy(() -> send("127.0.0.1", other.trusting().getSocketFactory(), true));
        assertThat(received).isEmpty();
    }

    @Test
    @Timeout(60)
    void handshakeThatTrickles_isOverAtTheDeadline() throws IOException {
        try (TricklingServer trickling = new TricklingServer()) {
            assertThatExceptionOfType(IOException.class)
                    .isThrownBy(() -> new WebhookPost(
                                    true, 500, () -> keys.trusting().getSocketFactory())
                            .send(trickling.address(), "secret", "n1-h", "{}", 0))
                    .withMessageStartingWith("No answer within");
        }
    }

    @Test
    void privateAddress_isNotConnectedTo() {
        for (String host : List.of("127.0.0.1", "localhost", "[::1]", "169.254.169.254", "10.0.0.1")) {
            assertThatExceptionOfType(IOException.class)
                    .isThrownBy(() -> send(host, keys.trusting().getSocketFactory(), false))
                    .withMessageContaining("is in a private network");
        }
        assertThat(received).isEmpty();
    }
}
