package dev.berth.soak.service;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Map;

/** Requests as one account. */
public final class AccountApi {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(5))
            .build();
    private final String token;
    private final Duration patience;

    AccountApi(String token) {
        this(token, Duration.ofSeconds(30));
    }

    /**
     * Requests with a token.
     *
     * @param patience how long an answer may take
     */
    public AccountApi(String token, Duration patience) {
        this.token = token;
        this.patience = patience;
    }

    /** The token of a session, for one that signs in once. */
    public static String signedIn(int port, String once, Duration patience) throws IOException, InterruptedException {
        Reply reply =
                new AccountApi("", patience).send(port, "POST", "/sign-in", "{\"token\":\"" + once + "\"}", Map.of());
        if (reply.status() != 200 && reply.status() != 201) {
            throw new IOException("signing in was answered with " + reply);
        }
        return reply.body().path("token").asText();
    }

    /**
     * An answer.
     *
     * @param version of the site that it is about; 0 if it does not say
     */
    public record Reply(int status, JsonNode body, long version) {}

    Reply send(int port, String method, String path, String body, String key) throws IOException, InterruptedException {
        return send(port, method, path, body, key.isEmpty() ? Map.of() : Map.of("Idempotency-Key", key));
    }

    public Reply send(int port, String method, String path, String body, Map<String, String> headers)
            throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/api/v1" + path))
                .timeout(patience)
                .method(method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
        if (!token.isEmpty()) {
            request.header("Authorization", "Bearer " + token);
        }
        if (!body.isEmpty()) {
            request.header("Content-Type", "application/json");
        }
        headers.forEach(request::header);
        HttpResponse<byte[]> response = client.send(request.build(), BodyHandlers.ofByteArray());
        return new Reply(
                response.statusCode(),
                JSON.readTree(response.body()),
                response.headers().firstValueAsLong("Berth-Version").orElse(0));
    }
}
