package dev.berth.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.berth.api.web.WebJar;
import dev.berth.engine.book.Command;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.Window;
import dev.berth.server.Server;
import dev.berth.server.settings.SiteSettings;
import dev.berth.wire.tls.TestKeys;
import dev.berth.wire.tls.Tls;
import java.io.IOException;
import java.net.Socket;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A large answer arrives whole, however slowly it is read. */
class LargeAnswersTest {
    private static final int RESERVATIONS = 4_000;
    private static final int TIMETABLES = 5;
    private static final int FILES = 40;
    private static final int BUNDLES = 6;
    private static final String TIMETABLE = "/api/v1/timetable?from=2026-11-16T08:00:00Z&to=2026-11-17T08:00:00Z";
    private static final SiteSettings SETTINGS = TestService.usual()
            .with(draft -> draft.pools = List.of(TestService.planned(new Pool("fast", RESERVATIONS, "1"))));

    @Test
    @Timeout(120)
    void aSlowReaderGetsAllOfATimetable(@TempDir Path data) throws IOException, InterruptedException {
        try (TestService service = new TestService(data, new Contract(), SETTINGS)) {
            fill(service);
            try (Socket socket = SlowReader.connect(service.server.port())) {
                for (byte[] body : SlowReader.get(socket, TIMETABLE, service.tokens.get("admin"), TIMETABLES)) {
                    assertThat(body).hasSizeGreaterThan(1_200_000);
                    JsonNode timetable = TestService.JSON.readTree(body);
                    assertThat(timetable.at("/pools/0/windows").size()).isEqualTo(RESERVATIONS);
                }
            }
        }
    }

    @Test
    @Timeout(120)
    void aSlowReaderGetsAllOfAFile(@TempDir Path data) throws IOException, InterruptedException {
        try (TestService service = new TestService(data)) {
            String path = largestFile(service);
            byte[] whole = read(service, path);
            assertThat(whole).hasSizeGreaterThan(200_000);
            try (Socket socket = SlowReader.connect(service.server.port())) {
                assertThat(SlowReader.get(socket, path, "", FILES))
                        .allSatisfy(body -> assertThat(body).isEqualTo(whole));
            }
        }
    }

    @Test
    @Timeout(120)
    void aSlowReaderGetsAllOfAFileOverTls(@TempDir Path data) throws IOException, InterruptedException {
        TestKeys keys = TestKeys.make(data, "site", "EC", "-groupname", "secp256r1");
        Path password = Files.writeString(data.resolve("password"), TestKeys.PASSWORD);
        SiteSettings settings = SiteSettings.of("test", 0)
                .with(draft -> draft.tls = Optional.of(new Tls.Keystore(keys.keystore(), password)));
        try (Server server = Server.start(settings, data.resolve("site"), Clock.systemUTC());
                Socket plain = SlowReader.connect(server.port());
                Socket socket =
                        keys.trusting().getSocketFactory().createSocket(plain, "localhost", server.port(), true)) {
            assertThat(SlowReader.get(socket, "/docs/swagger-ui-bundle.js", "", BUNDLES))
                    .allSatisfy(body -> assertThat(body)
                            .isEqualTo(WebJar.of("org.webjars", "swagger-ui")
                                    .file("swagger-ui-bundle.js")
                                    .orElseThrow()));
        }
    }

    private static void fill(TestService service) {
        long start = Instant.parse("2026-11-16T10:00:00Z").toEpochMilli();
        Job job = Job.exactly("long-name-".repeat(20), new Window(start, start + 3_600_000), 1);
        service.server
                .site()
                .write("ana", transaction -> {
                    for (int i = 0; i < RESERVATIONS; i++) {
                        transaction.submit(new Command.Reserve(job));
                    }
                    return true;
                })
                .join();
    }

    private static String largestFile(TestService service) throws IOException, InterruptedException {
        String first = new String(read(service, "/"), java.nio.charset.StandardCharsets.UTF_8);
        String edition = first.replaceAll("(?s).*?page/([a-z0-9]+)/.*", "$1");
        return "/page/" + edition + "/vendor/d3/dist/d3.min.js";
    }

    private static byte[] read(TestService service, String path) throws IOException, InterruptedException {
        try (HttpClient client = HttpClient.newHttpClient()) {
            return client.send(HttpRequest.newBuilder(service.root(path)).build(), BodyHandlers.ofByteArray())
                    .body();
        }
    }
}
