package dev.berth.api.web;

import dev.berth.api.Answer;
import dev.berth.wire.problem.Code;
import dev.berth.wire.problem.Problem;
import dev.berth.wire.tls.Certificate;
import io.helidon.common.tls.Tls;
import io.helidon.http.HeaderNames;
import io.helidon.http.Status;
import io.helidon.webserver.WebServer;
import io.helidon.webserver.WebServerConfig;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.ServerResponse;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;

/** Answers for an instance that is loading its site, or cannot reach its journal: every request is to be sent again. */
public final class WaitingAnswers implements AutoCloseable {
    private final WebServer server;
    private final Optional<Certificate> certificate;

    private WaitingAnswers(WebServer server, Optional<Certificate> certificate) {
        this.server = server;
        this.certificate = certificate;
    }

    /**
     * Listens where the instance itself will.
     *
     * @throws PortTaken if another program listens there
     */
    public static WaitingAnswers start(WebSettings settings) {
        Optional<Certificate> certificate = settings.tls().map(tls -> Certificate.watched(tls, Clock.systemUTC()));
        WebServerConfig.Builder builder = WebServer.builder()
                .host(settings.listen().getHostString())
                .port(settings.listen().getPort())
                .shutdownHook(false)
                .shutdownGracePeriod(Duration.ofMillis(100))
                .maxPayloadSize(settings.bodyBytes())
                .maxTcpConnections(settings.connections().most())
                .idleConnectionTimeout(Duration.ofSeconds(2))
                .routing(HttpRouting.builder().any((request, response) -> send(response)));
        certificate.ifPresent(shown -> builder.useNio(false)
                .tls(Tls.builder().sslContext(shown.context()).build()));
        WebServer server = builder.build().start();
        WaitingAnswers waiting = new WaitingAnswers(server, certificate);
        if (server.port() < 0) {
            waiting.close();
            throw new PortTaken(
                    settings.listen().getHostString(), settings.listen().getPort());
        }
        return waiting;
    }

    private static void send(ServerResponse response) {
        Answer answer = Answer.of(Problem.of(
                Code.NOT_LEADING,
                "This instance is loading its site, or cannot reach its journal; ask another instance, or try again in a"
                        + " second"));
        response.status(Status.create(answer.status()));
        response.header(HeaderNames.CONTENT_TYPE, answer.type());
        response.header(HeaderNames.CACHE_CONTROL, "no-store");
        response.header(HeaderNames.RETRY_AFTER, "1");
        // The next request is for the instance that leads then.
        response.header(HeaderNames.CONNECTION, "close");
        response.send(answer.body());
    }

    public int port() {
        return server.port();
    }

    @Override
    public void close() {
        server.stop();
        certificate.ifPresent(Certificate::close);
    }
}
