package dev.berth.cli.remote;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.berth.cli.console.Failed;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/** A service over HTTP. */
public final class ServiceClient {
    private static final int TRIES = 3;
    private static final long PAUSE_MILLIS = 300;

    private final Access access;

    public ServiceClient(Access access) {
        this.access = access;
    }

    public Reply send(String method, String path) {
        return sent(method, path, headers("", ""), new byte[0], 1);
    }

    public Reply send(String method, String path, JsonNode body) {
        return sent(method, path, headers("application/json", ""), bytes(body), 1);
    }

    /**
     * Sends what changes something. It has a key, so that it is carried out once however often it is sent, and so it can be
     * sent again when the connection is lost before the answer is here.
     */
    public Reply change(String method, String path, @Nullable JsonNode body, String key) {
        return body == null
                ? sent(method, path, headers("", key), new byte[0], TRIES)
                : sent(method, path, headers("application/json", key), bytes(body), TRIES);
    }

    /** Sends a file as it is. */
    public Reply upload(String path, byte[] file) {
        return sent("POST", path, headers("application/octet-stream", ""), file, 1);
    }

    /** What happens from now on, or after the message with this id; to be closed. */
    public EventStream events(String after) throws IOException {
        Map<String, String> headers = headers("", "");
        headers.put("Accept", "text/event-stream");
        if (!after.isEmpty()) {
            headers.put("Last-Event-ID", after);
        }
        Exchange.Streamed streamed =
                new Exchange(URI.create(access.address() + "/api/v1/events"), access.authority()).open(headers);
        if (streamed.status() == 200) {
            return new EventStream(streamed);
        }
        try (streamed) {
            throw new EventStream.Refused(new Reply(access.address(), streamed.status(), JsonTree.object()));
        }
    }

    private Map<String, String> headers(String type, String key) {
        Map<String, String> headers = new LinkedHashMap<>();
        if (!access.token().isEmpty()) {
            headers.put("Authorization", "Bearer " + access.token());
        }
        headers.put("User-Agent", "berth");
        if (!type.isEmpty()) {
            headers.put("Content-Type", type);
        }
        if (!key.isEmpty()) {
            headers.put("Idempotency-Key", key);
        }
        return headers;
    }

    private static byte[] bytes(JsonNode body) {
        return JsonTree.compact(body).getBytes(StandardCharsets.UTF_8);
    }

    private Reply sent(String method, String path, Map<String, String> headers, byte[] body, int tries) {
        try {
            Exchange exchange = new Exchange(URI.create(access.address() + "/api/v1" + path), access.authority());
            Exchange.Answered answered = exchange.send(method, headers, body);
            return new Reply(access.address(), answered.status(), tree(answered));
        } catch (ConnectException e) {
            throw new Failed("Cannot connect to " + access.address()
                    + ". Start the service with berth serve or berth demo, or name another one with --server");
        } catch (SSLException e) {
            throw new Failed("The certificate of " + access.address() + " is not trusted (" + e.getMessage()
                    + "). To trust it, sign in with berth login --ca FILE, where FILE contains its certificate");
        } catch (IOException e) {
            if (tries > 1) {
                pause();
                return sent(method, path, headers, body, tries - 1);
            }
            throw new Failed("The connection to " + access.address() + " was lost before the answer arrived", e);
        }
    }

    private static void pause() {
        try {
            Thread.sleep(PAUSE_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private JsonNode tree(Exchange.Answered answered) {
        try {
            return JsonTree.read(answered.body());
        } catch (JsonProcessingException e) {
            throw new Failed(access.address() + " answered with status " + answered.status()
                    + " and no JSON. It is not a Berth service, or a proxy answers in its place");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
