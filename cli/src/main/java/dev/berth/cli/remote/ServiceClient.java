package dev.berth.cli.remote;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.berth.cli.console.Failed;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import javax.net.ssl.SSLHandshakeException;
import org.jspecify.annotations.Nullable;

/** A service over HTTP. */
public final class ServiceClient {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int TRIES = 3;
    private static final Duration PAUSE = Duration.ofMillis(300);

    private final Access access;
    private final HttpClient client;

    public ServiceClient(Access access) {
        this.access = access;
        HttpClient.Builder builder =
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(Duration.ofSeconds(10));
        if (!access.authority().isEmpty()) {
            builder.sslContext(Trust.in(access.authority()));
        }
        this.client = builder.build();
    }

    public Reply send(String method, String path) {
        return sent(request(method, path, null, ""), 1);
    }

    public Reply send(String method, String path, JsonNode body) {
        return sent(request(method, path, body, ""), 1);
    }

    /**
     * Sends what changes something. It has a key, so that it is carried out once however often it is sent, and so it can be
     * sent again when the connection is lost before the answer is here.
     */
    public Reply change(String method, String path, @Nullable JsonNode body, String key) {
        return sent(request(method, path, body, key), TRIES);
    }

    /** Sends a file as it is. */
    public Reply upload(String path, byte[] file) {
        return sent(
                HttpRequest.newBuilder(URI.create(access.address() + "/api/v1" + path))
                        .timeout(Duration.ofSeconds(60))
                        .header("Authorization", "Bearer " + access.token())
                        .header("Content-Type", "application/octet-stream")
                        .POST(BodyPublishers.ofByteArray(file))
                        .build(),
                1);
    }

    private HttpRequest request(String method, String path, @Nullable JsonNode body, String key) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(access.address() + "/api/v1" + path))
                .timeout(Duration.ofSeconds(60))
                .header("Authorization", "Bearer " + access.token())
                .method(
                        method,
                        body == null
                                ? BodyPublishers.noBody()
                                : BodyPublishers.ofString(body.toString(), StandardCharsets.UTF_8));
        if (body != null) {
            request.header("Content-Type", "application/json");
        }
        if (!key.isEmpty()) {
            request.header("Idempotency-Key", key);
        }
        return request.build();
    }

    private Reply sent(HttpRequest request, int tries) {
        try {
            HttpResponse<String> response = client.send(request, BodyHandlers.ofString(StandardCharsets.UTF_8));
            return new Reply(access.address(), response.statusCode(), tree(response));
        } catch (ConnectException | HttpConnectTimeoutException e) {
            throw new Failed(
                    "nobody answers at " + access.address()
                            + "; is the service running? Start it with berth serve or berth demo, or name another with --server");
        } catch (SSLHandshakeException e) {
            throw new Failed("the certificate of " + access.address() + " is not trusted (" + e.getMessage()
                    + "); if it should be, sign in with berth login --ca FILE, where FILE has its certificate");
        } catch (IOException e) {
            if (tries > 1) {
                pause();
                return sent(request, tries - 1);
            }
            throw new Failed("the connection to " + access.address() + " was lost before the answer came", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new Failed("interrupted while " + access.address() + " was asked");
        }
    }

    private static void pause() {
        try {
            Thread.sleep(PAUSE);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private JsonNode tree(HttpResponse<String> response) {
        try {
            JsonNode tree = JSON.readTree(response.body());
            // An answer without a body is no tree at all.
            return tree == null ? JSON.createObjectNode() : tree;
        } catch (JsonProcessingException e) {
            throw new Failed(access.address() + " answered with status " + response.statusCode()
                    + " and no JSON; it is no Berth service, or something stands before it");
        }
    }
}
