package dev.berth.api;

import static dev.berth.api.TestService.exactly;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.berth.broker.remote.BrokerSettings;
import dev.berth.engine.model.Pool;
import dev.berth.server.settings.SiteSettings;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Sites as a broker reports them: a healthy one, and one that accepts connections and never answers. */
class BrokerSitesTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @TempDir
    private Path data;

    private ServerSocket silent;
    private TestService north;
    private TestService broker;

    @BeforeEach
    void start() throws IOException {
        Contract contract = new Contract();
        silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        north = new TestService(
                data.resolve("north"),
                contract,
                TestService.usual()
                        .with(draft -> draft.pools = List.of(
                                TestService.planned(new Pool("fast", 4, "1")),
                                TestService.planned(new Pool("slow", 2, "0.5")))));
        Path file = Files.createFile(
                data.resolve("tokens.yaml"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.writeString(file, "ana: {north: %1$s, south: %1$s}".formatted(north.tokens.get("ana")));
        broker = new TestService(
                data.resolve("broker"),
                contract,
                SiteSettings.of("broker", 0)
                        .with(draft ->
                                draft.limits = new RequestLimits(1_000_000, 1_000_000, 1 << 16, Duration.ofHours(1)))
                        .with(draft -> draft.broker = Optional.of(new BrokerSettings(
                                List.of(member("north", north.server.port()), member("south", silent.getLocalPort())),
                                file))));
    }

    private static BrokerSettings.Member member(String name, int port) {
        return new BrokerSettings.Member(name, URI.create("http://127.0.0.1:" + port), Optional.empty());
    }

    @AfterEach
    void stop() throws IOException {
        broker.close();
        north.close();
        silent.close();
    }

    private JsonNode site(String as, int place) {
        return broker.get(as, "/sites").is(200).at("/sites/" + place);
    }

    @Test
    void poolsWithWhatIsFreeNow_andASilentSiteKeepsNobodyFromThem() {
        north.send(
                        "ana",
                        "POST",
                        "/reservations",
                        "{" + exactly("a", TestService.START, "2026-11-16T09:00:00Z", 3) + "}")
                .is(201);
        north.send(
                        "ana",
                        "POST",
                        "/reservations",
                        "{" + exactly("b", "2026-11-16T09:00:00Z", "2026-11-16T10:00:00Z", 4) + "}")
                .is(201);
        JsonNode first = site("ana", 0);
        assertThat(first.path("name").asText()).isEqualTo("north");
        assertThat(first.path("reached").asBoolean()).isTrue();
        assertThat(first.path("since").asText()).startsWith("2026-11-16T08:0");
        assertThat(first.path("pools").toString())
                .isEqualTo("[{\"name\":\"fast\",\"servers\":4,\"unit\":\"server\",\"rate\":\"1\",\"free\":1},"
                        + "{\"name\":\"slow\",\"servers\":2,\"unit\":\"server\",\"rate\":\"0.5\",\"free\":2}]");
        JsonNode second = site("ana", 1);
        assertThat(second.path("name").asText()).isEqualTo("south");
        assertThat(second.path("reached").asBoolean()).isFalse();
        assertThat(second.path("reason").asText()).contains("it has not answered yet");
        assertThat(second.path("pools")).isEmpty();
    }

    @Test
    void aSiteThatGoesAway_isSaidToBeGone() {
        assertThat(site("ana", 0).path("reached").asBoolean()).isTrue();
        north.close();
        Awaitility.await("the site is gone")
                .atMost(PATIENCE)
                .pollInterval(Duration.ofMillis(200))
                .until(() -> site("ana", 0).path("reason").asText(), reason -> reason.contains("it does not answer"));
        assertThat(site("ana", 0).path("reached").asBoolean()).isFalse();
        assertThat(site("ana", 0).path("pools")).isEmpty();
    }

    @Test
    void whoHasNoToken_seesTheSitesAndNoPools() {
        JsonNode seen = site("ben", 0);
        assertThat(seen.path("reached").asBoolean()).isFalse();
        assertThat(seen.path("reason").asText()).contains("has no token of ben here");
        site("ana", 0);
        assertThat(site("ben", 0).path("reached").asBoolean())
                .as("another user has reached it")
                .isTrue();
        north.get("ana", "/sites").is(404).code("no-broker");
        assertThat(broker.get("", "/health").is(200).at("/broker").asBoolean()).isTrue();
        assertThat(north.get("", "/health").is(200).at("/broker").isMissingNode())
                .isTrue();
    }

    @Test
    void deals_theNewestFirst_ofOneUser() {
        for (int i = 1; i <= 3; i++) {
            broker.send(
                            "ana",
                            "POST",
                            "/deals",
                            "{\"job\":{\"name\":\"j%d\",\"work\":\"PT1H\",\"deadline\":\"2026-11-16T20:00:00Z\"},\"sites\":[\"north\"]}"
                                    .formatted(i))
                    .is(201);
        }
        var page = broker.get("ana", "/deals?newest=true&user=me&limit=2").is(200);
        assertThat(page.at("/deals").findValuesAsText("name")).containsExactly("j3", "j2");
        assertThat(page.text("next")).isEqualTo("d2");
        assertThat(broker.get("olga", "/deals?newest=true&user=ana&after=d2")
                        .is(200)
                        .at("/deals")
                        .findValuesAsText("name"))
                .containsExactly("j1");
        assertThat(broker.get("olga", "/deals?user=me").is(200).at("/deals")).isEmpty();
        assertThat(broker.get("ben", "/deals?user=ana").is(200).at("/deals")).isEmpty();
    }
}
