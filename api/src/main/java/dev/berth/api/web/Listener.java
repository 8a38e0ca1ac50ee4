package dev.berth.api.web;

import dev.berth.api.Answer;
import dev.berth.api.Api;
import dev.berth.api.Headers;
import dev.berth.api.ProblemJson;
import dev.berth.api.Relay;
import dev.berth.api.SessionCookie;
import dev.berth.api.Statuses;
import dev.berth.api.connection.Connections;
import dev.berth.wire.Json;
import dev.berth.wire.problem.Code;
import dev.berth.wire.problem.Problem;
import dev.berth.wire.problem.Rejected;
import dev.berth.wire.tls.Certificate;
import io.helidon.common.mapper.MapperManager;
import io.helidon.common.socket.SocketOptions;
import io.helidon.common.tls.Tls;
import io.helidon.http.DirectHandler;
import io.helidon.http.HeaderNames;
import io.helidon.http.HeaderValues;
import io.helidon.http.Status;
import io.helidon.webserver.CloseConnectionException;
import io.helidon.webserver.WebServer;
import io.helidon.webserver.WebServerConfig;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.time.Clock;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/** The API on a socket: all that knows of Helidon. */
public final class Listener implements AutoCloseable {
    private static final List<DirectHandler.EventType> PROBLEMS = List.of(
            DirectHandler.EventType.BAD_REQUEST,
            DirectHandler.EventType.PAYLOAD_TOO_LARGE,
            DirectHandler.EventType.FORBIDDEN,
            DirectHandler.EventType.INTERNAL_ERROR,
            DirectHandler.EventType.OTHER,
            DirectHandler.EventType.HTTP_VERSION_NOT_SUPPORTED);

    static {
        keepMappers();
    }

    private final WebServer server;
    private final Connections connections;
    private final Optional<Certificate> certificate;
    private final Runnable beforeStop;

    private Listener(
            WebServer server, Connections connections, Optional<Certificate> certificate, Runnable beforeStop) {
        this.server = server;
        this.connections = connections;
        this.certificate = certificate;
        this.beforeStop = beforeStop;
    }

    /** Helidon would make new mappers for each number it reads in a header, at the cost of a third of a small request. */
    @SuppressWarnings("removal")
    private static void keepMappers() {
        MapperManager.global(MapperManager.create());
    }

    public static Listener start(Api api, WebSettings settings, Relay relay, AccessLog log, Runnable beforeStop) {
        Optional<Certificate> certificate = settings.tls().map(tls -> Certificate.watched(tls, Clock.systemUTC()));
        Connections connections = Connections.watched(settings.connections(), settings.trustedProxies());
        Listener listener = null;
        try {
            WebServer server = builder(api, settings, relay, log, connections, certificate)
                    .build()
                    .start();
            listener = new Listener(server, connections, certificate, beforeStop);
        } finally {
            if (listener == null) {
                connections.close();
                certificate.ifPresent(Certificate::close);
            }
        }
        if (listener.port() < 0) {
            // Helidon only logs that it could not listen.
            listener.close();
            throw new PortTaken(
                    settings.listen().getHostString(), settings.listen().getPort());
        }
        return listener;
    }

    private static WebServerConfig.Builder builder(
            Api api,
            WebSettings settings,
            Relay relay,
            AccessLog log,
            Connections connections,
            Optional<Certificate> certificate) {
        int most = settings.bodyBytes();
        boolean isPublicTls = settings.address()
                .filter(address -> "https".equals(address.getScheme()))
                .isPresent();
        Origins origins = new Origins(new Proxies(settings.trustedProxies()), relay, isPublicTls);
        SocketTable sockets = new SocketTable();
        WebServerConfig.Builder builder = WebServer.builder()
                .host(settings.listen().getHostString())
                .port(settings.listen().getPort())
                // Read to the end ourselves, so that a body that is too large gets a problem and not just a hang-up.
                .maxPayloadSize(-1)
                // Helidon would accept nobody at all beyond its limit; ours is kept at the door.
                .maxTcpConnections(-1)
                .shutdownHook(false)
                .shutdownGracePeriod(Duration.ofSeconds(10))
                .idleConnectionTimeout(Duration.ofMinutes(2))
                // Without tcpNoDelay the end of a long answer waits for the client to acknowledge its beginning, which
                // clients put off for 40 ms.
                .connectionOptions(new AcceptedSockets(
                        SocketOptions.builder().tcpNoDelay(true).build(), connections))
                .directHandlers(handlers -> PROBLEMS.forEach(type -> handlers.addHandler(type, Listener::direct)))
                .routing(HttpRouting.builder()
                        .any((request, response) ->
                                serve(api, origins, log, sockets, most, connections, request, response))
                        .error(Throwable.class, (request, response, e) -> lost(response)));
        certificate.ifPresent(shown -> builder.useNio(false)
                .tls(Tls.builder().sslContext(shown.context()).build()));
        return builder;
    }

    public int port() {
        return server.port();
    }

    @Override
    public void close() {
        beforeStop.run();
        server.stop();
        connections.close();
        certificate.ifPresent(Certificate::close);
    }

    private static void serve(
            Api api,
            Origins origins,
            AccessLog log,
            SocketTable sockets,
            int most,
            Connections connections,
            ServerRequest request,
            ServerResponse response)
            throws IOException {
        if (request.remotePeer().address() == null) {
            // Who has hung up before the request was looked at has no address any more, and hears no answer.
            throw new CloseConnectionException("the client has hung up");
        }
        AccessLog.Visit visit = log.begin();
        int status = 0;
        long sent = -1;
        try (Traffic traffic = Traffic.of(connections, request.remotePeer().address())) {
            Supplier<byte[]> content = new Once(() -> body(request, traffic, most(api, request, most)));
            // Another instance of the site reads and writes the cookies of its clients: on the way here they have short
            // names.
            boolean isBrowserOverTls = origins.isSecure(request) && !origins.isRelayed(request);
            Answer answer = api.answer(
                    new Api.Request(
                            request.prologue().method().text(),
                            request.prologue().uriPath().rawPath(),
                            request.prologue().query().rawValue(),
                            new Sent(request, isBrowserOverTls),
                            content,
                            origins.address(request),
                            sockets.closedByPeer(
                                    request.localPeer().address(),
                                    request.remotePeer().address())),
                    visit == null ? Api.Observer.NONE : visit);
            status = answer.status();
            sent = send(isBrowserOverTls ? secured(answer) : answer, traffic, request, response);
        } finally {
            if (visit != null) {
                visit.over(request, origins.client(request), status, sent);
            }
        }
        if (request.headers().containsToken(HeaderValues.CONNECTION_CLOSE)
                && (!request.content().hasEntity() || request.content().consumed())) {
            // Helidon would wait for the client to hang up, and the client waits for us.
            throw new CloseConnectionException("as the client asked");
        }
    }

    private static Answer secured(Answer answer) {
        String cookie = answer.header(SessionCookie.HEADER);
        return cookie.isEmpty() ? answer : answer.with(SessionCookie.HEADER, SessionCookie.overTls(cookie));
    }

    /** Returns the size of the body; negative if it came bit by bit and was not counted. */
    private static long send(Answer answer, Traffic traffic, ServerRequest request, ServerResponse response)
            throws IOException {
        response.status(Status.create(answer.status()));
        response.header(HeaderNames.X_CONTENT_TYPE_OPTIONS, "nosniff");
        response.header(HeaderNames.CACHE_CONTROL, "no-store");
        if (request.isSecure()) {
            response.header(HeaderNames.STRICT_TRANSPORT_SECURITY, "max-age=31536000");
        }
        answer.headers().forEach((name, value) -> response.header(HeaderNames.create(name), value));
        if (!answer.type().isEmpty()) {
            response.header(HeaderNames.CONTENT_TYPE, answer.type());
        }
        if (answer.stream() != null) {
            try (OutputStream out = traffic.paced(response.outputStream())) {
                answer.stream().to(out);
            } catch (IOException | UncheckedIOException e) {
                // The client has gone; nothing is lost.
                return -1;
            }
            return -1;
        }
        byte[] body = answer.body();
        if (body.length == 0 || request.prologue().method().text().equals("HEAD")) {
            traffic.write(response::send);
        } else if (body.length <= Traffic.PIECE) {
            traffic.write(() -> response.send(body));
        } else {
            response.contentLength(body.length);
            try (OutputStream out = traffic.paced(response.outputStream())) {
                out.write(body);
            }
        }
        return body.length;
    }

    private static int most(Api api, ServerRequest request, int usual) {
        return api.mostBytes(
                request.prologue().method().text(), request.prologue().uriPath().rawPath(), usual);
    }

    /** Headers as they were sent, but with the short names of cookies, which browsers know by others over TLS. */
    private record Sent(ServerRequest request, boolean isBrowserOverTls) implements Headers {
        @Override
        public Optional<String> apply(String name) {
            Optional<String> sent = request.headers().first(HeaderNames.create(name));
            return isBrowserOverTls && name.equalsIgnoreCase("Cookie") ? sent.map(SessionCookie::sentOverTls) : sent;
        }

        @Override
        public Set<String> names() {
            Set<String> names = new HashSet<>();
            request.headers().forEach(header -> names.add(header.name()));
            return names;
        }
    }

    private static byte[] body(ServerRequest request, Traffic traffic, int most) {
        long announced = request.headers().contentLength().orElse(0);
        if (announced > most) {
            throw tooLarge(most);
        }
        if (!request.content().hasEntity()) {
            return new byte[0];
        }
        byte[] body;
        try {
            InputStream in = request.content().inputStream();
            body = traffic.read(in, most + 1, announced);
        } catch (IOException | RuntimeException e) {
            // Helidon has many exceptions for a client that hangs up or sends bad chunks.
            throw Problem.of(Code.MALFORMED, "The body is not as long as announced")
                    .toException();
        }
        if (body.length > most) {
            throw tooLarge(most);
        }
        return body;
    }

    private static Rejected tooLarge(int most) {
        return Problem.of(Code.TOO_LARGE, "The body is too large; the limit is " + most + " bytes")
                .toException();
    }

    /** The connection broke while answering, most likely: nobody is there to be told. */
    private static void lost(ServerResponse response) {
        if (!response.isSent()) {
            response.status(Status.BAD_REQUEST_400);
            response.header(HeaderNames.CONTENT_TYPE, Answer.PROBLEM);
            response.send(Json.bytes(ProblemJson.of(Problem.of(Code.MALFORMED, "The request could not be read"))));
        }
    }

    /** Answer to a request that Helidon refuses on its own: it is not valid HTTP, or too large. */
    private static DirectHandler.TransportResponse direct(
            DirectHandler.TransportRequest request,
            DirectHandler.EventType type,
            Status status,
            io.helidon.http.ServerResponseHeaders headers,
            String message) {
        Problem problem = status.code() == 413
                ? Problem.of(Code.TOO_LARGE, "The request is too large")
                : Problem.of(Code.MALFORMED, "This is not valid HTTP");
        int told = status.code() < 500 ? status.code() : Statuses.of(problem);
        return DirectHandler.TransportResponse.builder()
                .status(Status.create(told))
                .headers(headers)
                .header(HeaderNames.CONTENT_TYPE, Answer.PROBLEM)
                .keepAlive(false)
                .entity(Json.bytes(ProblemJson.of(problem, told)))
                .build();
    }

    /** Reads once, however often it is asked. */
    private static final class Once implements Supplier<byte[]> {
        private final Supplier<byte[]> first;
        private byte[] read = new byte[0];
        private boolean done;

        Once(Supplier<byte[]> first) {
            this.first = first;
        }

        @Override
        public byte[] get() {
            if (!done) {
                read = first.get();
                done = true;
            }
            return read;
        }
    }
}
