package dev.berth.cli.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.cli.Subprocess;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.ConnectException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.awaitility.Awaitility;
import org.awaitility.Durations;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Full disks and processes told to end, with a real process: what was acknowledged is there afterwards. */
class OrdinaryDaysTest {
    private static final int ROOM = 2 << 20;

    @TempDir
    private Path directory;

    private final HttpClient client = HttpClient.newHttpClient();
    private String[] args;
    private String address;
    private String token;

    @BeforeEach
    void write() throws IOException {
        Path config = Files.writeString(directory.resolve("site.yaml"), """
                name: test
                listen: 127.0.0.1:0
                limits: {requestsPerSecond: 100000}
                pools:
                  - {name: fast, servers: 100, rate: 1}
                """);
        args = new String[] {
            "serve",
            "--config",
            config.toString(),
            "--data",
            directory.resolve("data").toString()
        };
    }

    @AfterEach
    void close() {
        client.close();
    }

    private void reach(Subprocess service) throws IOException {
        address = service.lineWith("Berth serves test on ").replaceAll(".* on ", "");
    }

    private void signIn(Subprocess service) throws Exception {
        String once = service.lineWith("--token").replaceAll(".*--token ", "");
        HttpRequest request = HttpRequest.newBuilder(URI.create(address + "/api/v1/sign-in"))
                .POST(BodyPublishers.ofString("{\"token\":\"" + once + "\"}"))
                .build();
        token = client.send(request, BodyHandlers.ofString())
                .body()
                .replaceAll("(?s).*\"token\"\\s*:\\s*\"([^\"]+)\".*", "$1");
    }

    private HttpResponse<String> send(String method, String path, String body) throws Exception {
        return client.send(
                HttpRequest.newBuilder(URI.create(address + "/api/v1" + path))
                        .header("Authorization", "Bearer " + token)
                        .header("Content-Type", "application/json")
                        .method(method, BodyPublishers.ofString(body))
                        .build(),
                BodyHandlers.ofString());
    }

    private static String job(String name) {
        return "{\"name\":\"" + name
                + "\",\"work\":\"PT1H\",\"ready\":\"2099-01-01T00:00:00Z\",\"deadline\":\"2099-12-01T00:00:00Z\"}";
    }

    @Test
    @Timeout(120)
    void diskFull_refusesBookings_readsGoOn_andNothingAcknowledgedIsLost() throws Exception {
        List<String> acknowledged = new ArrayList<>();
        try (Subprocess service = Subprocess.berthWithFilesUpTo(ROOM, args)) {
            reach(service);
            signIn(service);
            HttpResponse<String> answer = send("POST", "/reservations", job("j0"));
            while (answer.statusCode() == 201) {
                acknowledged.add(answer.headers().firstValue("Location").orElseThrow());
                assertThat(acknowledged).as("bookings on a full disk").hasSizeLessThan(10_000);
                answer = send("POST", "/reservations", job("j" + acknowledged.size()));
            }
            assertThat(answer.statusCode()).isEqualTo(503);
            assertThat(answer.body()).contains("journal-unavailable", "nothing has changed");
            assertThat(send("POST", "/reservations", job("again")).statusCode()).isEqualTo(503);
            assertThat(send("GET", "/health", "").statusCode()).isEqualTo(503);
            HttpResponse<String> last = send("GET", "/reservations/r" + acknowledged.size(), "");
            assertThat(last.statusCode()).isEqualTo(200);
            assertThat(send("GET", "/reservations/r" + (acknowledged.size() + 1), "")
                            .statusCode())
                    .as("what was refused")
                    .isEqualTo(404);
            service.terminate();
            assertThat(service.rest()).contains("ERROR Nothing can be booked");
        }
        try (Subprocess service = Subprocess.berth(args)) {
            reach(service);
            for (String location : acknowledged) {
                assertThat(send("GET", location.replace("/api/v1", ""), "").statusCode())
                        .as(location)
                        .isEqualTo(200);
            }
            assertThat(send("GET", "/reservations/r" + (acknowledged.size() + 1), "")
                            .statusCode())
                    .isEqualTo(404);
            assertThat(send("POST", "/reservations", job("more")).statusCode()).isEqualTo(201);
        }
        assertThat(acknowledged).hasSizeGreaterThan(20);
    }

    @Test
    @Timeout(120)
    void toldToEnd_finishesTheRequestInFlight() throws Exception {
        try (Subprocess service = Subprocess.berth(args)) {
            reach(service);
            signIn(service);
            URI uri = URI.create(address);
            try (Socket socket = new Socket(uri.getHost(), uri.getPort())) {
                String body = job("inFlight");
                String head = "POST /api/v1/reservations HTTP/1.1\r\nHost: test\r\nAuthorization: Bearer " + token
                        + "\r\nContent-Type: application/json\r\nContent-Length: " + body.length() + "\r\n\r\n";
                socket.getOutputStream().write((head + body.substring(0, 10)).getBytes(StandardCharsets.UTF_8));
                // Another request that is answered shows that this one has long been under way.
                assertThat(send("GET", "/pools", "").statusCode()).isEqualTo(200);
                service.terminate();
                waitUntilNobodyListens(uri);
                socket.getOutputStream().write(body.substring(10).getBytes(StandardCharsets.UTF_8));
                BufferedReader in =
                        new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
                assertThat(in.readLine()).isEqualTo("HTTP/1.1 201 Created");
            }
            assertThat(service.code()).isZero();
        }
        try (Subprocess service = Subprocess.berth(args)) {
            reach(service);
            assertThat(send("GET", "/reservations/r1", "").body()).contains("inFlight");
        }
    }

    private static void waitUntilNobodyListens(URI uri) throws Exception {
        Awaitility.await("nobody listens at " + uri)
                .atMost(Durations.ONE_MINUTE)
                .pollInterval(Duration.ofMillis(20))
                .until(() -> {
                    try {
                        new Socket(uri.getHost(), uri.getPort()).close();
                        return false;
                    } catch (ConnectException e) {
                        return true;
                    }
                });
    }
}
