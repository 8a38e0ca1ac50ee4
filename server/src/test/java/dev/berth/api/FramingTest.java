package dev.berth.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A request whose end two programs could see in different places is refused, and nothing after it is read: behind a proxy
 * the rest could pass for the next request of somebody else.
 */
class FramingTest {
    @Test
    void ambiguousLengthsAreRefusedAndTheConnectionIsClosed(@TempDir Path data) throws IOException {
        try (TestService service = new TestService(data)) {
            String body = "{" + TestService.job("smuggled") + "}";
            String length = "Content-Length: " + body.length() + "\r\n";
            for (String headers : List.of(
                    "Content-Length: 5\r\n" + length,
                    length + "Content-Length: 5\r\n",
                    "Content-Length: " + body.length() + ", 5\r\n",
                    "Content-Length: +" + body.length() + "\r\n",
                    "Content-Length: -1\r\n",
                    "Content-Length: 0x10\r\n",
                    "Content-Length:\r\n",
                    length + "Transfer-Encoding: chunked\r\n",
                    "Transfer-Encoding: chunked\r\n" + length,
                    "Transfer-Encoding: identity\r\n" + length,
                    "Transfer-Encoding: chunked, chunked\r\n",
                    "Transfer-Encoding: xchunked\r\n",
                    "Transfer-Encoding : chunked\r\n",
                    "Content-Length : 5\r\n")) {
                try (RawConnection connection = new RawConnection(service.server.port())) {
                    String request = "POST /api/v1/reservations HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer "
                            + service.tokens.get("ana") + "\r\nContent-Type: application/json\r\n" + headers + "\r\n"
                            + body;
                    RawConnection.Reply reply = connection.send(request.getBytes(StandardCharsets.UTF_8), false);
                    assertThat(reply.status()).as(headers).isEqualTo(400);
                    assertThat(connection.isClosedByPeer()).as(headers).isTrue();
                }
            }
            assertThat(service.get("ana", "/reservations").at("/reservations").size())
                    .isZero();
        }
    }

    @Test
    void whoAsksForItIsHungUpOnAfterTheAnswer(@TempDir Path data) throws IOException {
        try (TestService service = new TestService(data);
                RawConnection connection = new RawConnection(service.server.port())) {
            String request = "GET /api/v1/health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
            assertThat(connection
                            .send(request.getBytes(StandardCharsets.UTF_8), false)
                            .status())
                    .isEqualTo(200);
            assertThat(connection.isClosedByPeer()).isTrue();
        }
    }

    @Test
    void oneLengthIsServed_andTheConnectionStays(@TempDir Path data) throws IOException {
        try (TestService service = new TestService(data);
                RawConnection connection = new RawConnection(service.server.port())) {
            String body = "{" + TestService.job("once") + "}";
            String request = "POST /api/v1/reservations HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer "
                    + service.tokens.get("ana") + "\r\nContent-Type: application/json\r\nContent-Length: "
                    + body.length()
                    + "\r\n\r\n" + body;
            for (int i = 0; i < 3; i++) {
                assertThat(connection
                                .send(request.getBytes(StandardCharsets.UTF_8), false)
                                .status())
                        .isEqualTo(201);
            }
        }
    }
}
