package dev.berth.soak.target;

import dev.berth.server.Server;
import dev.berth.server.settings.SiteFile;
import dev.berth.soak.service.RawExchange;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Comparator;
import java.util.stream.Stream;

/** A service of a site in a directory of its own, whose administrator is signed in. */
final class FuzzedService implements AutoCloseable {
    private final Path data;
    private final Server server;
    private final String token;

    FuzzedService(String settings) {
        try {
            data = Files.createTempDirectory("berth-fuzz");
            Path site = Files.writeString(data.resolve("site.yaml"), settings);
            server = Server.start(SiteFile.read(site), data.resolve("data"), Clock.systemUTC());
            token = post("/sign-in", "{\"token\":\"" + server.oneTimeToken("admin") + "\"}", "")
                    .replaceAll("(?s).*\"token\"\\s*:\\s*\"([^\"]+)\".*", "$1");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    String token() {
        return token;
    }

    /** Posts as the administrator; returns the body of the answer. */
    String post(String path, String body) throws IOException {
        return post(path, body, token);
    }

    private String post(String path, String body, String as) throws IOException {
        try (HttpClient client = HttpClient.newHttpClient()) {
            HttpRequest.Builder request = HttpRequest.newBuilder(
                            URI.create("http://127.0.0.1:" + server.port() + "/api/v1" + path))
                    .header("Content-Type", "application/json")
                    .POST(HttpRequest.BodyPublishers.ofString(body))
                    .timeout(Duration.ofSeconds(20));
            return client.send(
                            as.isEmpty()
                                    ? request.build()
                                    : request.header("Authorization", "Bearer " + as)
                                            .build(),
                            BodyHandlers.ofString())
                    .body();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(e);
        }
    }

    /** Posts bytes that need not be JSON. */
    void postBytes(String path, byte[] body) throws IOException {
        byte[] head = """
                POST /api/v1%s HTTP/1.1\r
                Host: x\r
                Authorization: Bearer %s\r
                Content-Type: application/json\r
                Content-Length: %d\r
                \r
                """.formatted(path, token, body.length).getBytes(StandardCharsets.ISO_8859_1);
        byte[] request = new byte[head.length + body.length];
        System.arraycopy(head, 0, request, 0, head.length);
        System.arraycopy(body, 0, request, head.length, body.length);
        send(request);
    }

    /** Sends a request; the service must not fail. */
    void send(byte[] request) throws IOException {
        int status = RawExchange.status(server.port(), request);
        if (status >= 500 && status != 503 && status != 505) {
            throw new AssertionError("status " + status);
        }
    }

    @Override
    public void close() {
        server.close();
        try (Stream<Path> files = Files.walk(data)) {
            files.sorted(Comparator.reverseOrder())
                    .forEach(file -> file.toFile().delete());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
