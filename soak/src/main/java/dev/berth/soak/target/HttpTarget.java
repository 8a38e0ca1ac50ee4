package dev.berth.soak.target;

import dev.berth.server.Server;
import dev.berth.server.settings.SiteFile;
import dev.berth.soak.fuzz.FuzzTarget;
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
import java.util.List;
import java.util.stream.Stream;

/** The service, over a socket: whatever bytes come, it neither fails nor keeps a client waiting. */
public final class HttpTarget implements FuzzTarget {
    private static final String TOKEN = "TOKEN";
    /** Without limits on the rate, which would answer in place of what is to be tested. */
    private static final String SITE = """
            name: fuzz
            listen: 127.0.0.1:0
            limits: {requestsPerSecond: 1000000, strangersPerSecond: 1000000}
            pools:
              - {name: fast, servers: 8, rate: 1}
              - {name: slow, servers: 8, rate: 0.5}
            """;

    /** Words of requests. */
    public static final List<String> WORDS = List.of(
            "GET /api/v1/",
            "POST /api/v1/",
            "PUT /api/v1/",
            "DELETE /api/v1/",
            "reservations",
            "offers",
            "whatif",
            "timetable?from=",
            "pools/fast/drain",
            "Authorization: Bearer TOKEN\r\n",
            "Content-Length: ",
            "Transfer-Encoding: chunked\r\n",
            "Content-Type: application/json\r\n",
            "Idempotency-Key: k\r\n",
            "If-Match: \"x\"\r\n",
            " HTTP/1.1\r\n",
            "Host: x\r\n",
            "\r\n\r\n",
            "%00",
            "?limit=",
            "&after=r1");

    private final Path data;
    private final Server server;
    private final String token;

    public HttpTarget() {
        try {
            data = Files.createTempDirectory("berth-fuzz");
            Path site = Files.writeString(data.resolve("site.yaml"), SITE);
            server = Server.start(SiteFile.read(site), data.resolve("data"), Clock.systemUTC());
            token = signIn(server.oneTimeToken("admin"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private String signIn(String once) throws IOException {
        try (HttpClient client = HttpClient.newHttpClient()) {
            String answer = client.send(
                            HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + "/api/v1/sign-in"))
                                    .header("Content-Type", "application/json")
                                    .POST(HttpRequest.BodyPublishers.ofString("{\"token\":\"" + once + "\"}"))
                                    .timeout(Duration.ofSeconds(20))
                                    .build(),
                            BodyHandlers.ofString())
                    .body();
            return answer.replaceAll("(?s).*\"token\"\\s*:\\s*\"([^\"]+)\".*", "$1");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(e);
        }
    }

    @Override
    public String name() {
        return "http";
    }

    @Override
    public List<String> words() {
        return WORDS;
    }

    @Override
    public void read(byte[] input) throws IOException {
        byte[] request = new String(input, StandardCharsets.ISO_8859_1)
                .replace(TOKEN, token)
                .getBytes(StandardCharsets.ISO_8859_1);
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
