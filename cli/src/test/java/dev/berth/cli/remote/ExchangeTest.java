package dev.berth.cli.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.cli.console.BadInput;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ExchangeTest {
    private final List<String> head = new ArrayList<>();

    /** Sends to somebody who answers with these bytes and hangs up. */
    private Exchange.Answered answered(String answer) throws IOException {
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            CompletableFuture<Void> answering = CompletableFuture.runAsync(() -> answer(server, answer));
            Exchange exchange =
                    new Exchange(URI.create("http://127.0.0.1:" + server.getLocalPort() + "/a?b=c%20d"), "");
            try {
                return exchange.send("GET", Map.of("Authorization", "Bearer t"), new byte[0]);
            } finally {
                answering.join();
            }
        }
    }

    private void answer(ServerSocket server, String answer) {
        try (Socket socket = server.accept()) {
            BufferedReader in =
                    new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
            for (String line = in.readLine(); line != null && !line.isEmpty(); line = in.readLine()) {
                head.add(line);
            }
            write(socket, answer);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Whoever has read enough may hang up before the end. */
    private static void write(Socket socket, String answer) throws IOException {
        try {
            socket.getOutputStream().write(answer.getBytes(StandardCharsets.UTF_8));
        } catch (SocketException hungUp) {
            assertThat(answer.length()).isGreaterThan(100_000);
        }
    }

    /** It would become a header of its own, or a request. */
    @Test
    void headerOfTwoLines_isNotSent() {
        Exchange exchange = new Exchange(URI.create("http://127.0.0.1:1/a"), "");

        assertThatThrownBy(() -> exchange.send("GET", Map.of("Idempotency-Key", "a\r\nb: c"), new byte[0]))
                .isInstanceOf(BadInput.class)
                .hasMessageContaining("Idempotency-Key");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "HTTP/1.1 200 OK\r\nContent-Length: 8\r\n\r\n{\"é\":1}ignored",
                "HTTP/1.1 200 OK\r\n\r\n{\"é\":1}",
                "HTTP/1.0 200\r\ncontent-type: x\r\n\r\n{\"é\":1}",
                "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\n\r\n{\"é\":1}",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n8;x=y\r\n{\"é\":1}\r\n0\r\n\r\n",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\n{\"é\r\n4\r\n\":1}\r\n0\r\n\r\n"
            })
    void wholeAnswer_isRead(String answer) throws IOException {
        Exchange.Answered answered = answered(answer);

        assertThat(answered.status()).isEqualTo(200);
        assertThat(answered.body()).isEqualTo("{\"é\":1}");
        assertThat(head).contains("GET /a?b=c%20d HTTP/1.1", "Authorization: Bearer t", "Connection: close");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "SSH-2.0-OpenSSH_9.2\r\n",
                "HTTP/2 200\r\n\r\n",
                "HTTP/1.1 200 OK\r\nContent-Length: 8\r\n\r\n{}",
                "HTTP/1.1 200 OK\r\nContent-Length: 99999999999\r\n\r\n{}",
                "HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n{}",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{}",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n{}"
            })
    void answerThatIsCutOffOrNone_isALostConnection(String answer) {
        assertThatThrownBy(() -> answered(answer)).isInstanceOf(IOException.class);
    }

    @Test
    void headWithoutEnd_isALostConnection() {
        assertThatThrownBy(() -> answered("HTTP/1.1 100 Continue\r\n\r\n".repeat(100_000)))
                .isInstanceOf(IOException.class)
                .hasMessage("the answer is too long");
        assertThatThrownBy(() -> answered("HTTP/1.1 200 OK\r\n" + "a: b\r\n".repeat(100_000)))
                .isInstanceOf(IOException.class)
                .hasMessage("the answer is too long");
    }

    /** A service that sends a byte now and then would never let go of a command. */
    @Test
    void answerThatTrickles_comesToAnEnd() {
        InputStream slow = new InputStream() {
            @Override
            public int read() {
                return 'a';
            }

            @Override
            public int read(byte[] bytes, int offset, int length) throws IOException {
                bytes[offset] = 'a';
                return 1;
            }
        };

        assertThatThrownBy(() -> new HttpAnswerReader(slow, Duration.ZERO).read())
                .isInstanceOf(SocketTimeoutException.class);
    }

    @Test
    void noContent_hasNoBody() throws IOException {
        assertThat(answered("HTTP/1.1 204 No Content\r\n\r\n")).isEqualTo(new Exchange.Answered(204, "", 0));
    }
}
