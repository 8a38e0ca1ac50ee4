package dev.berth.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Hundreds of clients that never come to an end keep nobody else waiting, and those who do get there are answered. */
class SlowClientsTest {
    private static final int CLIENTS = 300;

    @Test
    @Timeout(60)
    void tricklingBodies_doNotHoldUpTheOthers(@TempDir Path data) throws IOException {
        try (TestService service = new TestService(data)) {
            String body = "{" + TestService.job("slow") + "}";
            String head = "POST /api/v1/reservations HTTP/1.1\r\nHost: test\r\nAuthorization: Bearer "
                    + service.tokens.get("ana") + "\r\nContent-Type: application/json\r\nContent-Length: "
                    + body.length() + "\r\n\r\n";
            List<Socket> slow = new ArrayList<>();
            try {
                for (int i = 0; i < CLIENTS; i++) {
                    Socket socket = new Socket(InetAddress.getLoopbackAddress(), service.server.port());
                    slow.add(socket);
                    // Every other one has not even come to the end of its headers.
                    send(socket, i % 2 == 0 ? head.substring(0, head.length() - 20) : head + body.charAt(0));
                }
                for (int at = 1; at < 6; at++) {
                    for (int i = 1; i < CLIENTS; i += 2) {
                        send(slow.get(i), body.substring(at, at + 1));
                    }
                    service.send("ben", "POST", "/reservations", "{" + TestService.job("quick" + at) + "}")
                            .is(201);
                }
                send(slow.get(1), body.substring(6));
                InputStream in = slow.get(1).getInputStream();
                assertThat(new String(in.readNBytes(12), StandardCharsets.US_ASCII))
                        .isEqualTo("HTTP/1.1 201");
            } finally {
                for (Socket socket : slow) {
                    socket.close();
                }
            }
            assertThat(service.get("ana", "/reservations?user=me")
                            .at("/reservations")
                            .size())
                    .as("only the one that came to its end")
                    .isEqualTo(1);
        }
    }

    private static void send(Socket socket, String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
    }
}
