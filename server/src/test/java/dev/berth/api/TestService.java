package dev.berth.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.berth.engine.model.Pool;
import dev.berth.server.Server;
import dev.berth.server.settings.SiteSettings;
import dev.berth.site.TimeSource;
import dev.berth.site.Visibility;
import dev.berth.wire.PoolJson;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A service on a socket with an account for every role, whose every answer is held against the contract. */
public final class TestService implements AutoCloseable {
    public static final ObjectMapper JSON = new ObjectMapper();
    static final String START = "2026-11-16T08:00:00Z";

    final MovableClock clock;
    final Contract contract;
    final Map<String, String> tokens = new HashMap<>();
    private final Path data;
    private final SiteSettings settings;
    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    Server server;

    TestService(Path data) {
        this(data, new Contract(), usual());
    }

    TestService(Path data, Contract contract, SiteSettings settings) {
        this.data = data;
        this.contract = contract;
        this.settings = settings;
        this.clock = new MovableClock(START);
        this.server = Server.start(settings, data, (TimeSource) clock);
        tokens.put("admin", signIn(server.oneTimeToken("admin")));
        account("olga", "operator");
        account("ana", "user");
        account("ben", "user");
        account("vera", "viewer");
    }

    static SiteSettings usual() {
        return SiteSettings.of("test", 0)
                .with(draft ->
                        draft.pools = List.of(planned(new Pool("slow", 4, "0.5")), planned(new Pool("fast", 2, "1"))))
                .with(draft -> draft.limits = new RequestLimits(1_000_000, 1_000_000, 1 << 16, Duration.ofHours(1)))
                // The stricter of the two; what colleagues see by default is in VisibilityTest.
                .with(draft -> draft.visibility = Visibility.BUSY);
    }

    static PoolJson.Planned planned(Pool pool) {
        return new PoolJson.Planned(pool, Optional.empty());
    }

    private void account(String name, String role) {
        send("admin", "POST", "/accounts", "{\"name\":\"%s\",\"role\":\"%s\"}".formatted(name, role))
                .is(201);
        Result made = send("admin", "POST", "/tokens", "{\"account\":\"%s\"}".formatted(name))
                .is(201);
        tokens.put(name, made.text("token"));
    }

    private String signIn(String oneTime) {
        return send("", "POST", "/sign-in", "{\"token\":\"%s\"}".formatted(oneTime))
                .is(201)
                .text("token");
    }

    void restart() {
        server.close();
        server = Server.start(settings, data, (TimeSource) clock);
    }

    /** A job of an hour that may start at any time today. */
    static String job(String name) {
        return "\"name\":\"%s\",\"work\":\"PT1H\",\"deadline\":\"2026-11-16T20:00:00Z\"".formatted(name);
    }

    /** Exactly this window on a number of fast servers. */
    static String exactly(String name, String start, String end, int servers) {
        return "\"name\":\"%s\",\"ready\":\"%s\",\"deadline\":\"%s\",\"stay\":\"%s\",\"servers\":%d,\"pool\":\"fast\""
                .formatted(
                        name,
                        start,
                        end,
                        Duration.between(java.time.Instant.parse(start), java.time.Instant.parse(end)),
                        servers);
    }

    public Result get(String as, String path) {
        return send(as, "GET", path, "");
    }

    Result send(String as, String method, String path, String body, String... headers) {
        HttpRequest.Builder request = HttpRequest.newBuilder(uri(path))
                .method(
                        method,
                        body.isEmpty()
                                ? HttpRequest.BodyPublishers.noBody()
                                : HttpRequest.BodyPublishers.ofString(body));
        if (!as.isEmpty()) {
            request.header("Authorization", "Bearer " + tokens.get(as));
        }
        if (headers.length > 0) {
            request.headers(headers);
        }
        HttpResponse<String> response = response(request.build());
        contract.check(method, path, response);
        return new Result(response);
    }

    /** Sends a workflow as it is in its file. */
    Result upload(String as, byte[] file) {
        HttpRequest request = HttpRequest.newBuilder(uri("/workflows"))
                .header("Authorization", "Bearer " + tokens.get(as))
                .header("Content-Type", "application/octet-stream")
                .POST(HttpRequest.BodyPublishers.ofByteArray(file))
                .build();
        HttpResponse<String> response = response(request);
        contract.check("POST", "/workflows", response);
        return new Result(response);
    }

    HttpResponse<String> response(HttpRequest request) {
        try {
            return client.send(request, HttpResponse.BodyHandlers.ofString());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    URI uri(String path) {
        return URI.create("http://127.0.0.1:" + server.port() + "/api/v1" + path);
    }

    URI root(String path) {
        return URI.create("http://127.0.0.1:" + server.port() + path);
    }

    @Override
    public void close() {
        server.close();
    }

    /** An answer that has passed the contract. */
    record Result(HttpResponse<String> response) {
        Result is(int status) {
            assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
            return this;
        }

        Result code(String code) {
            assertThat(text("code")).as(response.body()).isEqualTo(code);
            return this;
        }

        JsonNode json() {
            try {
                return JSON.readTree(response.body());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        JsonNode at(String pointer) {
            return json().at(pointer);
        }

        String text(String field) {
            return json().path(field).asText();
        }

        String header(String name) {
            return response.headers().firstValue(name).orElse("");
        }
    }
}
