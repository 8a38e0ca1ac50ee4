package dev.berth.cli.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.cli.Ran;
import dev.berth.cli.Subprocess;
import dev.berth.cli.deal.BrokerFiles;
import dev.berth.cli.remote.Shop;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code berth broker}. */
class BrokerTest {
    @TempDir
    private Path directory;

    private Path config;
    private Path sites;
    private String data;

    @BeforeEach
    void write() throws IOException {
        config = Files.writeString(directory.resolve("broker.yaml"), "name: test\nlisten: 127.0.0.1:0\n");
        sites = directory.resolve("sites.yaml");
        data = directory.resolve("data").toString();
    }

    private Ran berth(String... args) {
        Map<String, String> variables =
                Map.of("XDG_CONFIG_HOME", directory.resolve("config").toString());
        return Ran.with(new byte[0], variables, Clock.systemUTC(), args);
    }

    private Ran started() {
        return berth(
                "broker",
                "--sites",
                sites.toString(),
                "--config",
                config.toString(),
                "--data",
                data,
                "--port",
                "0",
                "--for",
                "1s");
    }

    @Test
    void process_booksAtASite_andGoesOnAfterAKill() throws Exception {
        try (Shop north = new Shop(Files.createDirectory(directory.resolve("north")), Clock.systemUTC())) {
            BrokerFiles.write(directory, Map.of("north", north));
            String[] args = {
                "broker", "--sites", sites.toString(), "--config", config.toString(), "--data", data, "--sign-in"
            };
            for (String deal : new String[] {"d1", "d2"}) {
                try (Subprocess service = Subprocess.berth(args)) {
                    String address = service.lineWith("Berth serves test on ").replaceAll(".* on ", "");
                    service.lineWith("It books at north");
                    String token = service.lineWith("--token").replaceAll(".*--token ", "");
                    assertThat(berth("login", address, "--token", token).code()).isZero();
                    Ran booked = berth("deals", "book", "render", "--work", "1h", "--deadline", "now+1d");
                    assertThat(booked.err()).isEmpty();
                    assertThat(booked.out()).startsWith("booked\ndeal    " + deal + ", render\n");
                    service.kill();
                }
            }
            assertThat(Shop.json(north.berth("list", "--json")).path("reservations"))
                    .hasSize(2);
        }
    }

    @Test
    void wrongFiles_areNamedWithWhatToDo() throws IOException {
        assertThat(started().code()).isEqualTo(3);
        String good = "tokens: tokens.yaml\nsites:\n  - {name: north, address: \"https://north.example.org\"}\n";
        Files.writeString(sites, good);
        Ran missing = started();
        assertThat(missing.code()).isEqualTo(2);
        assertThat(missing.err())
                .contains(sites + ": tokens: \"tokens.yaml\" cannot be used: ", "does not exist; create it");
        Path tokens = BrokerFiles.secret(directory.resolve("tokens.yaml"), "ana: {north: berth_secret}\n");
        Files.setPosixFilePermissions(tokens, PosixFilePermissions.fromString("rw-r--r--"));
        assertThat(started().err()).contains("chmod 600 " + tokens);
        Files.setPosixFilePermissions(tokens, PosixFilePermissions.fromString("rw-------"));
        assertThat(started().out()).contains("Berth serves test on http://127.0.0.1:", "It books at north\n");
        Files.writeString(tokens, "ana: {nroth: berth_secret}\n");
        assertThat(started().err()).containsSubsequence("token of ana for \"nroth\"", "sites north");
        Files.writeString(tokens, "ana:\n  north: berth_secret\n north: berth_secret\n");
        assertThat(started().err()).contains(tokens + ", line 3, column ").doesNotContain("berth_secret");
        Files.writeString(sites, "tokens: [");
        assertThat(started().err()).contains(sites + ": sites.yaml, line 1, column ", "is not valid YAML");
        Files.writeString(sites, good.replace("https", "http"));
        assertThat(started().err()).contains("sites[0].address", "begins with https");
        Files.writeString(sites, good);
        Files.writeString(config, "name: test\npools:\n  - {name: fast, servers: 2, rate: 1}\n");
        Ran pools = started();
        assertThat(pools.code()).isEqualTo(2);
        assertThat(pools.err()).contains("pools must be left out");
    }
}
