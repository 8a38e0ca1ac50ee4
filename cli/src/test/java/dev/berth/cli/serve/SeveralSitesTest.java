package dev.berth.cli.serve;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.berth.cli.Ran;
import dev.berth.cli.Subprocess;
import dev.berth.cli.remote.Shop;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.awaitility.Durations;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Several sites in one process, as real processes. */
@Timeout(600)
class SeveralSitesTest {
    @TempDir
    private Path directory;

    private final HttpClient client = HttpClient.newHttpClient();

    private Ran berth(String... args) {
        return Ran.with(
                new byte[0],
                Map.of("XDG_CONFIG_HOME", directory.resolve("config").toString()),
                Clock.systemUTC(),
                args);
    }

    private static Path site(Path config, String name, String listen) throws IOException {
        Files.createDirectories(config);
        return Files.writeString(config.resolve(name + ".yaml"), """
                name: site %s
                listen: %s
                pools:
                  - {name: fast, servers: 2, rate: 1}
                """.formatted(name, listen));
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    private int health(String address) throws IOException, InterruptedException {
        return client.send(
                        HttpRequest.newBuilder(URI.create(address + "/api/v1/health"))
                                .build(),
                        BodyHandlers.discarding())
                .statusCode();
    }

    private static String address(Subprocess process, String site) throws IOException {
        return process.lineWith("Berth serves site " + site + " on ").replaceAll(".* on ", "");
    }

    /** The lines that hold these texts, in whichever order they come. */
    private static Map<String, String> said(Subprocess process, String... texts) throws IOException {
        Map<String, String> found = new HashMap<>();
        while (found.size() < texts.length) {
            String line = process.lineWith("");
            Stream.of(texts).filter(line::contains).forEach(text -> found.put(text, line));
        }
        return found;
    }

    @Test
    void sitesThatFail_comeAndGo_andTheOthersGoOn() throws Exception {
        Path config = directory.resolve("sites");
        Path data = directory.resolve("data");
        Files.createDirectories(config);
        String[] serve = {"serve", "--config", config.toString(), "--data", data.toString()};
        Ran none = berth(serve);
        assertThat(none.code()).isEqualTo(2);
        assertThat(none.err()).contains("lab.yaml in " + config);

        site(config, "good", "127.0.0.1:0");
        Files.writeString(config.resolve("bad.yaml"), "name: [");
        Files.writeString(config.resolve("my site.yaml"), "name: x");
        try (Subprocess process = Subprocess.berth(serve)) {
            Map<String, String> said = said(
                    process,
                    " WARN A file is not served; rename it",
                    " ERROR Site is not served",
                    "Berth serves site good on ");
            assertThat(said.get(" WARN A file is not served; rename it")).endsWith(" file=\"my site.yaml\"");
            assertThat(said.get(" ERROR Site is not served")).contains("site=bad", "bad.yaml", "not valid YAML");
            String good = said.get("Berth serves site good on ").replaceAll(".* on ", "");
            assertThat(health(good)).isEqualTo(200);
            // Its data is that of the same site alone: the running service gives out a token for it.
            Ran token = berth(
                    "serve",
                    "--config",
                    config.resolve("good.yaml").toString(),
                    "--data",
                    data.resolve("good").toString(),
                    "--sign-in");
            assertThat(token.out()).as(token.err()).contains("berth login " + good);
            assertThat(berth("serve", "--config", config.toString(), "--data", data.toString(), "--sign-in")
                            .out())
                    .contains("berth login " + good);

            site(config, "bad", "127.0.0.1:0");
            process.hangUp();
            String mended = address(process, "bad");
            assertThat(health(mended)).isEqualTo(200);

            site(config, "clash", good.replace("http://", ""));
            Files.delete(config.resolve("bad.yaml"));
            process.hangUp();
            assertThat(process.lineWith("Site is no longer served")).contains("site=bad");
            assertThat(process.lineWith("Site is not served")).contains("site=clash", "somebody else listens on");
            assertThat(health(good)).isEqualTo(200);
            assertThat(data.resolve("bad")).isNotEmptyDirectory();

            process.terminate();
            assertThat(process.code()).isZero();
            assertThat(process.rest()).doesNotContain("Exception");
        }
    }

    /** Two hosts with two sites each. */
    @Test
    void drainedHost_handsOverAllItsSites_andOneDamagedSiteIsLeftOut() throws Exception {
        try (EmbeddedPostgres database = EmbeddedPostgres.builder()
                .setServerConfig("fsync", "on")
                .setServerConfig("synchronous_commit", "off")
                .start()) {
            String journal = "postgresql://postgres@localhost:" + database.getPort() + "/postgres";
            for (int host = 1; host <= 2; host++) {
                for (String name : new String[] {"lab", "physics"}) {
                    site(directory.resolve("sites" + host), name, "127.0.0." + host + ":" + freePort());
                }
            }
            try (Subprocess first = serve(1, journal);
                    Subprocess second = serve(2, journal)) {
                await(journal, sites -> following(sites, 1) && following(sites, 2));
                Ran drained = berth("instances", "drain", "127.0.0.1", "--journal", journal);
                assertThat(drained.out()).as(drained.err()).startsWith("127.0.0.1 is drained\n");
                await(journal, sites -> led(sites, 2) == 2);
                assertThat(berth("instances", "--journal", journal).out())
                        .containsPattern("lab +127.0.0.1:[0-9]+ +[a-z]+, drained ")
                        .containsPattern("physics +127.0.0.2:[0-9]+ +leads ");
                first.terminate();
                assertThat(first.code()).isZero();
                await(journal, sites -> led(sites, 2) == 2);
                second.kill();
            }
            Ran unknown = berth("instances", "drain", "127.0.0.9", "--journal", journal);
            assertThat(unknown.code()).isEqualTo(2);
            assertThat(unknown.err()).contains("host \"127.0.0.9\"");
            damage(database, "physics");
            // Drained, it leads what it can, because no other host is there.
            try (Subprocess third = serve(1, journal)) {
                assertThat(third.lineWith("Site is not served")).contains("site=physics", "restore a backup");
                await(journal, sites -> led(sites, 1) == 1);
                third.terminate();
                assertThat(third.code()).isZero();
            }
            Ran resumed = berth("instances", "resume", "127.0.0.1", "--journal", journal);
            assertThat(resumed.out()).isEqualTo("127.0.0.1 may lead again\n");
        }
    }

    private Subprocess serve(int host, String journal) throws IOException {
        return Subprocess.berth(
                "serve",
                "--config",
                directory.resolve("sites" + host).toString(),
                "--data",
                directory.resolve("data" + host).toString(),
                "--journal",
                journal);
    }

    private static void damage(EmbeddedPostgres database, String site) throws Exception {
        try (Connection connection = database.getPostgresDatabase().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("DELETE FROM berth.snapshot");
            assertThat(statement.executeUpdate("UPDATE berth.entry SET body = 'x' WHERE number = 1 AND site ="
                            + " (SELECT id FROM berth.site WHERE name = '" + site + "')"))
                    .isOne();
        }
    }

    private void await(String journal, Predicate<JsonNode> expected) throws InterruptedException {
        Awaitility.await("instances of " + journal)
                .atMost(Durations.FIVE_MINUTES)
                .pollInterval(Duration.ofMillis(200))
                .until(
                        () -> berth("instances", "--journal", journal, "--json"),
                        shown ->
                                // 3 until the first instance has made the tables.
                                shown.code() == 0
                                        && expected.test(Shop.json(shown).path("sites")));
    }

    private static int led(JsonNode sites, int host) {
        int led = 0;
        for (JsonNode site : sites) {
            led += site.path("leader").asText().startsWith("127.0.0." + host + ":") ? 1 : 0;
        }
        return led;
    }

    /** Whether a host has an instance that can take over, or leads, for both sites. */
    private static boolean following(JsonNode sites, int host) {
        int found = 0;
        for (JsonNode site : sites) {
            for (JsonNode instance : site.path("instances")) {
                boolean isThere = instance.path("name").asText().startsWith("127.0.0." + host + ":")
                        && !instance.path("state").asText().equals("silent");
                found += isThere ? 1 : 0;
            }
        }
        return found == 2;
    }
}
