package dev.berth.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.journal.postgres.Database;
import dev.berth.server.settings.SiteSettings;
import dev.berth.service.account.NewToken;
import dev.berth.service.account.Purpose;
import dev.berth.site.TimeSource;
import dev.berth.wire.tls.TestKeys;
import dev.berth.wire.tls.Tls;
import dev.berth.wire.tls.Trusted;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.awaitility.Awaitility;
import org.awaitility.Durations;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Instances whose certificates are from a private authority that Java does not know. */
@Timeout(60)
class ForwardingOverTlsTest {
    private static final String LOCALHOST = "san=dns:localhost,ip:127.0.0.1";

    @TempDir
    private static Path files;

    private static Tls one;
    private static Tls two;
    private static Tls elsewhere;
    private static Tls stranger;

    private final Database database = Database.create();
    private final BlockingQueue<Server> leading = new LinkedBlockingQueue<>();

    @BeforeAll
    static void make() throws IOException {
        Path ours = TestKeys.authority(files.resolve("ours.p12"), List.of("one", "two"), "-ext", LOCALHOST);
        TestKeys.add(ours, "elsewhere", "-ext", "san=dns:elsewhere");
        one = certificate(ours, "one");
        two = certificate(ours, "two");
        elsewhere = certificate(ours, "elsewhere");
        stranger = certificate(TestKeys.make(files, "stranger", "EC").keystore(), "stranger");
    }

    private static Tls certificate(Path authority, String alias) throws IOException {
        Path password = Files.writeString(files.resolve("password"), TestKeys.PASSWORD);
        Files.setPosixFilePermissions(password, PosixFilePermissions.fromString("rw-------"));
        Path only = files.resolve(alias + "-of-" + authority.getFileName());
        return new Tls.Keystore(TestKeys.only(authority, alias, only), password);
    }

    private Standby start(int port, Tls tls) {
        return Standby.start(
                SiteSettings.of("test", port).with(draft -> draft.tls = Optional.of(tls)),
                files.resolve("" + port),
                database.address(),
                TimeSource.measured(Clock.systemUTC()),
                "https://localhost:" + port,
                leading::add);
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    private static String token(Server leader) {
        String unused = leader.oneTimeToken("admin");
        return leader.site()
                .write("admin", change -> NewToken.make(change, "admin", NewToken.Terms.of(Purpose.API, "", 0)))
                .join()
                .secret();
    }

    /** Adds a pool at an instance that follows, whose leader has another certificate. */
    private HttpResponse<String> forwarded(Tls ofLeader, Tls ofFollower) throws Exception {
        int port = freePort();
        try (Standby one = start(freePort(), ofLeader)) {
            String token = token(leading.take());
            try (Standby two = start(port, ofFollower);
                    HttpClient client = HttpClient.newBuilder()
                            .sslContext(Trusted.beside(ofFollower))
                            .build()) {
                Awaitility.await("the follower answers")
                        .atMost(Durations.ONE_MINUTE)
                        .pollInterval(Duration.ofMillis(5))
                        .until(() -> two.answering().isPresent());
                assertThat(one.server()).isPresent();
                return client.send(
                        HttpRequest.newBuilder(URI.create("https://localhost:" + port + "/api/v1/pools"))
                                .header("Authorization", "Bearer " + token)
                                .header("Content-Type", "application/json")
                                .POST(HttpRequest.BodyPublishers.ofString(
                                        "{\"name\": \"a\", \"servers\": 4, \"rate\": \"1\"}"))
                                .build(),
                        HttpResponse.BodyHandlers.ofString());
            }
        }
    }

    @Test
    void certificatesOfOneAuthority_areTrusted() throws Exception {
        HttpResponse<String> added = forwarded(one, two);
        assertThat(added.statusCode()).as(added.body()).isEqualTo(201);
    }

    @Test
    void certificateOfAnotherAuthority_isNotSentTheSecret() throws Exception {
        assertRefused(forwarded(stranger, two));
    }

    @Test
    void certificateForAnotherName_isNotSentTheSecret() throws Exception {
        assertRefused(forwarded(elsewhere, two));
    }

    private void assertRefused(HttpResponse<String> answer) {
        assertThat(answer.statusCode()).isEqualTo(503);
        assertThat(answer.body())
                .contains("not-leading")
                .contains("is not trusted here")
                .contains("https://localhost:");
        assertThat(database.number("SELECT count(*) FROM berth.entry"
                        + " WHERE position('PoolAdded' in convert_from(body, 'UTF8')) > 0"))
                .isZero();
    }
}
