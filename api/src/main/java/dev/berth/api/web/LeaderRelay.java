package dev.berth.api.web;

import dev.berth.api.Answer;
import dev.berth.api.Api;
import dev.berth.api.Relay;
import dev.berth.wire.problem.Code;
import dev.berth.wire.problem.Problem;
import dev.berth.wire.tls.Tls;
import dev.berth.wire.tls.Trusted;
import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Supplier;
import javax.net.ssl.SSLHandshakeException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Passes requests on over HTTP, once: the leader knows by a secret of the site that the request comes from another instance of
 * it, and counts it for the address of the client. What may have arrived is never sent again.
 */
public final class LeaderRelay implements Relay, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(LeaderRelay.class);
    private static final String PEER = "Berth-Peer";
    private static final String CLIENT = "Berth-Client";
    private static final Duration CONNECT = Duration.ofSeconds(1);
    private static final Duration ANSWER = Duration.ofSeconds(30);
    private static final long IN_MEMORY = 1 << 20;

    /** Headers about one connection (RFC 9110, 7.6.1), which both connections have of their own. */
    private static final Set<String> OF_A_CONNECTION = caseless(
            "Connection",
            "Content-Length",
            "Expect",
            "Host",
            "Keep-Alive",
            "Proxy-Authenticate",
            "Proxy-Authorization",
            "Proxy-Connection",
            "TE",
            "Trailer",
            "Transfer-Encoding",
            "Upgrade");

    /** Headers of an answer that the listener of this instance writes itself. */
    private static final Set<String> WRITTEN_HERE = caseless("Content-Type", "Date", "Strict-Transport-Security");

    private final byte[] secret;
    private final String own;
    private final Optional<Tls> tls;
    private final Supplier<String> leader;
    /** Made when it is needed first, and again after a certificate was not trusted: a new authority may be in the files. */
    private @Nullable HttpClient client;

    /**
     * Passes on to the instance that leads.
     *
     * @param secret that all instances of the site know, and nobody else
     * @param own where this instance is reached
     * @param tls its certificate, whose authorities vouch for the other instances as well
     * @param leader where the leader is reached; empty if nobody knows
     */
    public LeaderRelay(String secret, String own, Optional<Tls> tls, Supplier<String> leader) {
        this.secret = secret.getBytes(StandardCharsets.UTF_8);
        this.own = own;
        this.tls = tls;
        this.leader = leader;
    }

    @Override
    public Optional<String> client(Function<String, Optional<String>> headers) {
        return headers.apply(PEER)
                .filter(shown -> MessageDigest.isEqual(shown.getBytes(StandardCharsets.UTF_8), secret))
                .map(shown -> headers.apply(CLIENT).orElse(""));
    }

    @Override
    public Answer forward(Api.Request request) {
        String address = leader.get();
        if (address.isEmpty() || address.equals(own)) {
            return Relay.unknown();
        }
        try {
            return answer(client().send(outgoing(address, request), HttpResponse.BodyHandlers.ofInputStream()));
        } catch (SSLHandshakeException e) {
            return untrusted(address, e);
        } catch (ConnectException | HttpConnectTimeoutException e) {
            return Relay.unknown();
        } catch (IOException e) {
            return lost(request, address);
        } catch (IllegalArgumentException e) {
            return Answer.of(Problem.of(Code.MALFORMED, "This is not a valid address"));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return lost(request, address);
        }
    }

    private synchronized HttpClient client() {
        HttpClient now = client;
        if (now == null) {
            HttpClient.Builder builder = HttpClient.newBuilder()
                    .version(HttpClient.Version.HTTP_1_1)
                    .connectTimeout(CONNECT)
                    .followRedirects(HttpClient.Redirect.NEVER);
            tls.map(Trusted::beside).ifPresent(builder::sslContext);
            now = builder.build();
            client = now;
        }
        return now;
    }

    private synchronized void forgetClient() {
        if (client != null) {
            client.shutdownNow();
            client = null;
        }
    }

    /** Nothing was sent. */
    private Answer untrusted(String address, SSLHandshakeException why) {
        LOG.warn(
                "{} leads the site, and requests cannot be passed on to it: {}. Give it a certificate for this name,"
                        + " and add the certificate of its authority to the file of the own certificate",
                address,
                why.getMessage());
        forgetClient();
        return Answer.of(Problem.of(
                Code.NOT_LEADING,
                "The certificate of the instance that leads the site (" + address
                        + ") is not trusted here. The request was not carried out; ask that instance itself"));
    }

    private static Answer lost(Api.Request request, String address) {
        return Answer.of(
                request.method().equals("GET")
                        ? Problem.of(
                                Code.NOT_LEADING,
                                "The instance that leads the site (" + address
                                        + ") did not answer; try again in a second")
                        : Problem.of(
                                Code.OUTCOME_UNKNOWN,
                                "The instance that leads the site (" + address
                                        + ") did not answer, and it may have carried"
                                        + " this out. Repeat it with the same Idempotency-Key, or check first"));
    }

    private HttpRequest outgoing(String address, Api.Request request) {
        byte[] body = request.method().equals("GET")
                ? Answer.none()
                : request.content().get();
        HttpRequest.Builder builder = HttpRequest.newBuilder(URI.create(
                        address + request.rawPath() + (request.rawQuery().isEmpty() ? "" : "?" + request.rawQuery())))
                .timeout(ANSWER)
                .method(
                        request.method(),
                        body.length == 0
                                ? HttpRequest.BodyPublishers.noBody()
                                : HttpRequest.BodyPublishers.ofByteArray(body))
                .header(PEER, new String(secret, StandardCharsets.UTF_8))
                .header(CLIENT, request.address());
        Set<String> kept = caseless(PEER, CLIENT);
        kept.addAll(named(request.headers().apply("Connection")));
        for (String name : request.headers().names()) {
            if (!kept.contains(name) && !OF_A_CONNECTION.contains(name)) {
                request.headers().apply(name).ifPresent(value -> add(builder, name, value));
            }
        }
        return builder.build();
    }

    private static void add(HttpRequest.Builder builder, String name, String value) {
        try {
            builder.header(name, value);
        } catch (IllegalArgumentException e) {
            // Without an Idempotency-Key, for one, the request would be another.
            throw Problem.of(
                            Code.MALFORMED,
                            "The header %s cannot be passed on to the instance that leads the site".formatted(name))
                    .toException();
        }
    }

    /** The further headers of one connection that {@code Connection} names. */
    private static List<String> named(Optional<String> connection) {
        return connection
                .map(names -> List.of(names.strip().split(" *, *", -1)))
                .orElse(List.of());
    }

    private static Set<String> caseless(String... names) {
        Set<String> all = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
        Collections.addAll(all, names);
        return all;
    }

    private static Answer answer(HttpResponse<InputStream> response) throws IOException {
        Map<String, String> headers = new HashMap<>();
        response.headers().map().forEach((name, values) -> {
            if (!OF_A_CONNECTION.contains(name) && !WRITTEN_HERE.contains(name)) {
                headers.put(name, values.getFirst());
            }
        });
        String type = response.headers().firstValue("Content-Type").orElse("");
        boolean isShort = response.headers().firstValueAsLong("Content-Length").orElse(IN_MEMORY + 1) <= IN_MEMORY;
        if (isShort || response.statusCode() == 204 || response.statusCode() == 304) {
            try (InputStream in = response.body()) {
                byte[] body = in.readAllBytes();
                return new Answer(response.statusCode(), type, () -> body, headers, null);
            }
        }
        return new Answer(response.statusCode(), type, Answer::none, headers, out -> {
            try (InputStream in = response.body()) {
                byte[] bytes = new byte[1 << 14];
                for (int count = in.read(bytes); count >= 0; count = in.read(bytes)) {
                    out.write(bytes, 0, count);
                    out.flush();
                }
            }
        });
    }

    @Override
    public void close() {
        forgetClient();
    }
}
