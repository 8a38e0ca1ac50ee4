package dev.berth.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.api.connection.ConnectionLimits;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Connections that say nothing, or not enough, take nothing away from those who use theirs. */
class SilentConnectionsTest {
    /** More than the service had room for in all when it accepted whoever came first. */
    private static final int SILENT = 4_200;

    private static final ConnectionLimits HASTY =
            new ConnectionLimits(100, 50, Duration.ofMillis(700), Duration.ofMillis(700), Duration.ofMillis(700));

    @TempDir
    private Path data;

    @Test
    @Timeout(120)
    void thousandsOfSilentConnectionsStopNobody() throws IOException {
        try (TestService service = new TestService(data)) {
            ByteBuffer half =
                    ByteBuffer.wrap("POST /api/v1/reservations HTTP/1.1\r\nHost:".getBytes(StandardCharsets.UTF_8));
            InetSocketAddress there = new InetSocketAddress(InetAddress.getLoopbackAddress(), service.server.port());
            List<SocketChannel> silent = new ArrayList<>();
            try {
                for (int i = 0; i < SILENT; i++) {
                    SocketChannel channel = SocketChannel.open(there);
                    silent.add(channel);
                    if (i % 2 == 0) {
                        channel.write(half.duplicate());
                    }
                    if (i % 300 == 0) {
                        service.send("ben", "POST", "/reservations", "{" + TestService.job("job" + i) + "}")
                                .is(201);
                    }
                }
                for (int i = 0; i < 20; i++) {
                    service.get("ana", "/pools").is(200);
                }
                try (Socket newcomer = SlowReader.connect(service.server.port())) {
                    assertThat(status(newcomer, "GET /api/v1/health HTTP/1.1\r\nHost: test\r\n\r\n"))
                            .isEqualTo("200");
                }
            } finally {
                for (SocketChannel channel : silent) {
                    channel.close();
                }
            }
        }
    }

    @Test
    @Timeout(60)
    void whoSendsNoRequestIsHungUpOn() throws IOException {
        try (TestService service =
                new TestService(data, new Contract(), TestService.usual().with(draft -> draft.connections = HASTY))) {
            for (String text :
                    List.of("", "GET /api/v1/health HTTP/1.1\r\n", "GET /api/v1/health HTTP/1.1\r\nHost: x\r\n")) {
                assertHungUp(service, text);
            }
        }
    }

    @Test
    @Timeout(60)
    void whoStopsInABodyIsHungUpOn() throws IOException {
        try (TestService service =
                new TestService(data, new Contract(), TestService.usual().with(draft -> draft.connections = HASTY))) {
            assertHungUp(
                    service,
                    "POST /api/v1/reservations HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nAuthorization: Bearer "
                            + service.tokens.get("ana") + "\r\nContent-Length: 100\r\n\r\n{");
        }
    }

    @Test
    @Timeout(60)
    void whoDoesNotAskAgainIsHungUpOn() throws IOException {
        try (TestService service = new TestService(
                        data, new Contract(), TestService.usual().with(draft -> draft.connections = HASTY));
                Socket socket = SlowReader.connect(service.server.port())) {
            assertThat(status(socket, "GET /api/v1/health HTTP/1.1\r\nHost: x\r\n\r\n"))
                    .isEqualTo("200");
            assertThat(isHungUp(socket)).isTrue();
        }
    }

    /** Requests more answers than buffers hold and reads none: the connection is closed, and its thread ends. */
    @Test
    @Timeout(60)
    void whoDoesNotReadIsHungUpOn() throws IOException, InterruptedException {
        try (TestService service =
                new TestService(data, new Contract(), TestService.usual().with(draft -> draft.connections = HASTY))) {
            // Nothing tells when the service has given up; on a busy machine it takes longer.
            assertThat(isHungUpOnAfter(service, 3_000) || isHungUpOnAfter(service, 20_000))
                    .as("before all 20 came")
                    .isTrue();
        }
    }

    private static boolean isHungUpOnAfter(TestService service, long pause) throws IOException, InterruptedException {
        try (Socket socket = SlowReader.connect(service.server.port())) {
            String asking = "GET /docs/swagger-ui-bundle.js HTTP/1.1\r\nHost: x\r\n\r\n";
            socket.getOutputStream().write(asking.repeat(20).getBytes(StandardCharsets.US_ASCII));
            Thread.sleep(pause);
            return isHungUp(socket);
        }
    }

    private static void assertHungUp(TestService service, String text) throws IOException {
        try (Socket socket = SlowReader.connect(service.server.port())) {
            socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
            assertThat(isHungUp(socket)).as(text).isTrue();
        }
    }

    /** Reads to the end; fails by a timeout if there is none. */
    private static boolean isHungUp(Socket socket) throws IOException {
        long limit = 20L * 1_400_000;
        try {
            return socket.getInputStream().skip(limit) < limit
                    && socket.getInputStream().read() < 0;
        } catch (java.net.SocketTimeoutException e) {
            return false;
        } catch (java.net.SocketException e) {
            // Reset, as what was sent was not all read.
            return true;
        }
    }

    private static String status(Socket socket, String request) throws IOException {
        socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
        String head = new String(socket.getInputStream().readNBytes(12), StandardCharsets.US_ASCII);
        return head.substring(9);
    }
}
