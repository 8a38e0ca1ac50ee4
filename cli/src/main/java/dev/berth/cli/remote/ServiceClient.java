package dev.berth.cli.remote;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.berth.cli.console.Environment;
import dev.berth.cli.console.Failed;
import dev.berth.words.Moments;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.time.ZoneId;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/**
 * A service over HTTP, at one instance or several. What no instance has carried out, and what may safely be repeated, is sent
 * again for a while, to the next instance if there are several, when an instance cannot be reached or says that none leads.
 */
public final class ServiceClient {
    /** A single instance that loses one answer after the other does not restart; something is wrong with it. */
    private static final int MOST_LOST = 3;

    private final Access access;
    private final Environment environment;
    /** The zone of who reads the answers: times within sentences are in it. */
    private final ZoneId zone;

    private final boolean waitsForOne;
    /** The instance that answered last, counted from the first. */
    private final AtomicInteger server;
    /** The newest version of the site that was seen: no instance may answer with an older one. */
    private final AtomicLong version;

    public ServiceClient(Access access, Environment environment) {
        this(access, environment, Moments.in(environment.clock(), "").zone());
    }

    /** The same for somebody in another zone than this machine. */
    public ServiceClient(Access access, Environment environment, ZoneId zone) {
        this(access, environment, zone, true, new AtomicInteger(), new AtomicLong());
    }

    private ServiceClient(
            Access access,
            Environment environment,
            ZoneId zone,
            boolean waitsForOne,
            AtomicInteger server,
            AtomicLong version) {
        this.access = access;
        this.environment = environment;
        this.zone = zone;
        this.waitsForOne = waitsForOne;
        this.server = server;
        this.version = version;
    }

    /**
     * The same service for a caller who asks again by itself and has to stay responsive meanwhile: a single instance that cannot
     * be reached is told at once.
     */
    public ServiceClient withoutWaiting() {
        return new ServiceClient(access, environment, zone, false, server, version);
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

    /** Stream of events from now on, or after the message with this id; to be closed by the caller. */
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

    /** The stream of the first instance that can be reached. */
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
        headers.put("Berth-Zone", zone.getId());
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
        if (method.equals("GET") && version.get() > 0) {
            headers.put("Berth-Version", version.toString());
        }
        Troubles troubles = new Troubles(method.equals("GET") || headers.containsKey("Idempotency-Key"));
        for (int tries = 1; ; tries++) {
            String why;
            try {
                Reply reply = once(method, path, headers, body);
                if (troubles.isFinal(reply)) {
                    return reply;
                }
                why = reply.problem();
            } catch (ConnectException e) {
                why = troubles.noConnection(e);
            } catch (SSLException e) {
                throw new Failed("The certificate of " + address() + " is not trusted (" + e.getMessage()
                        + "). To trust it, sign in with berth login --ca FILE, where FILE contains its certificate");
            } catch (IOException e) {
                why = troubles.noAnswer(e);
            }
            server.incrementAndGet();
            if (tries % access.servers().size() == 0) {
                troubles.pause(why);
            }
        }
    }

    /** Failures of one request so far, and whether another try is worthwhile. */
    private final class Troubles {
        private final boolean isOne = access.servers().size() == 1;
        private final ServiceWait waiting = ServiceWait.start(environment);
        private final boolean isRepeatable;
        private final Set<String> unknown = new HashSet<>();
        private @Nullable IOException lost;
        private int timesLost;

        /** @param isRepeatable whether it may be sent again after it may have been carried out */
        Troubles(boolean isRepeatable) {
            this.isRepeatable = isRepeatable;
        }

        boolean isFinal(Reply reply) {
            return waiting.isOver() || !reply.isForAnother(isRepeatable);
        }

        /** Nothing was sent, so that anything may be sent again; returns why, or gives up. */
        String noConnection(ConnectException e) {
            boolean isUnknown = e.getCause() instanceof UnknownHostException;
            if (isUnknown) {
                unknown.add(address());
            }
            boolean isHopeless = unknown.size() == access.servers().size();
            if (waiting.isOver() || isHopeless || (isOne && !waitsForOne)) {
                // What was sent before may have been carried out, so that it must not be called unreachable.
                throw lost == null ? unreachable(isHopeless) : lost(lost);
            }
            return isUnknown ? "unknown host" : reason(e);
        }

        String noAnswer(IOException e) {
            lost = e;
            timesLost++;
            if (!isRepeatable || (isOne ? timesLost == MOST_LOST : waiting.isOver())) {
                throw lost(e);
            }
            return "the connection was lost";
        }

        void pause(String why) {
            waiting.pause(named(), why);
        }

        private Failed unreachable(boolean isUnknown) {
            return new Failed("Cannot connect to " + named()
                    + (isUnknown
                            ? ": the host is unknown. Name another one with --server, BERTH_URL or berth login"
                            : ". Start the service with berth serve or berth demo, or name another one with --server"));
        }

        private Failed lost(IOException why) {
            return new Failed("The connection to " + address() + " was lost before the answer arrived", why);
        }
    }

    private String named() {
        return access.address().replace(",", " or ");
    }

    /** Reason of a failed connection in the style of our messages: Java's begins with a capital, and may be missing. */
    private static String reason(ConnectException e) {
        String message = e.getMessage();
        return message == null || message.isEmpty()
                ? "no connection"
                : message.substring(0, 1).toLowerCase(Locale.ROOT) + message.substring(1);
    }

    private Reply once(String method, String path, Map<String, String> headers, byte[] body) throws IOException {
        Exchange.Answered answered =
                new Exchange(URI.create(address() + "/api/v1" + path), access.authority()).send(method, headers, body);
        version.accumulateAndGet(answered.version(), Math::max);
        return new Reply(address(), answered.status(), tree(answered));
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
