package dev.berth.cli.remote;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.berth.cli.console.Failed;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/**
 * A service over HTTP, at one server or several. What no server has carried out, and what may safely be repeated, is sent
 * again for a while, to the next server, when a server cannot be reached or says that none leads.
 */
public final class ServiceClient {
    private static final int TRIES = 3;
    private static final long PAUSE_MILLIS = 300;
    /** Longer than it takes until another server leads. */
    private static final Duration PATIENCE = Duration.ofSeconds(15);

    private final Access access;
    /** The server that answered last, counted from the first. */
    private final AtomicInteger server = new AtomicInteger();
    /** The newest version of the site that was seen: no server may answer with an older one. */
    private final AtomicLong version = new AtomicLong();

    public ServiceClient(Access access) {
        this.access = access;
    }

    public Reply send(String method, String path) {
        return sent(method, path, headers("", ""), new byte[0]);
    }

    public Reply send(String method, String path, JsonNode body) {
        return sent(method, path, headers("application/json", ""), bytes(body));
    }

    /**
     * Sends what changes something. It has a key, so that it is carried out once however often it is sent, and so it can be
     * sent again when the connection is lost before the answer is here.
     */
    public Reply change(String method, String path, @Nullable JsonNode body, String key) {
        return body == null
                ? sent(method, path, headers("", key), new byte[0])
                : sent(method, path, headers("application/json", key), bytes(body));
    }

    /** Sends a file as it is. */
    public Reply upload(String path, byte[] file) {
        return sent("POST", path, headers("application/octet-stream", ""), file);
    }

    /** What happens from now on, or after the message with this id; to be closed. */
    public EventStream events(String after) throws IOException {
        Map<String, String> headers = headers("", "");
        headers.put("Accept", "text/event-stream");
        if (!after.isEmpty()) {
            headers.put("Last-Event-ID", after);
        }
        Exchange.Streamed streamed = opened(headers);
        if (streamed.status() == 200) {
            return new EventStream(streamed);
        }
        try (streamed) {
            throw new EventStream.Refused(new Reply(address(), streamed.status(), JsonTree.object()));
        }
    }

    /** The stream of the first server that can be reached. */
    private Exchange.Streamed opened(Map<String, String> headers) throws IOException {
        for (int left = access.servers().size(); ; left--) {
            try {
                return new Exchange(URI.create(address() + "/api/v1/events"), access.authority()).open(headers);
            } catch (IOException e) {
                server.incrementAndGet();
                if (left == 1) {
                    throw e;
                }
            }
        }
    }

    private String address() {
        return access.servers().get(server.get() % access.servers().size());
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

    private Reply sent(String method, String path, Map<String, String> headers, byte[] body) {
        boolean isRepeatable = method.equals("GET") || headers.containsKey("Idempotency-Key");
        if (method.equals("GET") && version.get() > 0) {
            headers.put("Berth-Version", version.toString());
        }
        long until = System.nanoTime() + PATIENCE.toNanos();
        for (int tries = 1; ; tries++) {
            boolean isLate = System.nanoTime() > until;
            try {
                Reply reply = once(method, path, headers, body);
                if (isLate || !reply.isForAnother(isRepeatable)) {
                    return reply;
                }
            } catch (ConnectException e) {
                if (isLate || access.servers().size() == 1) {
                    throw new Failed("Cannot connect to " + access.address().replace(",", " or ")
                            + ". Start the service with berth serve or berth demo, or name another one with --server");
                }
            } catch (SSLException e) {
                throw new Failed("The certificate of " + address() + " is not trusted (" + e.getMessage()
                        + "). To trust it, sign in with berth login --ca FILE, where FILE contains its certificate");
            } catch (IOException e) {
                boolean isOne = access.servers().size() == 1;
                boolean hasKey = headers.containsKey("Idempotency-Key");
                if (!isRepeatable || isLate || (isOne && (!hasKey || tries == TRIES))) {
                    throw new Failed("The connection to " + address() + " was lost before the answer arrived", e);
                }
            }
            server.incrementAndGet();
            if (tries % access.servers().size() == 0) {
                pause();
            }
        }
    }

    private Reply once(String method, String path, Map<String, String> headers, byte[] body) throws IOException {
        Exchange.Answered answered =
                new Exchange(URI.create(address() + "/api/v1" + path), access.authority()).send(method, headers, body);
        version.accumulateAndGet(answered.version(), Math::max);
        return new Reply(address(), answered.status(), tree(answered));
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
            throw new Failed(address() + " answered with status " + answered.status()
                    + " and no JSON. It is not a Berth service, or a proxy answers in its place");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
