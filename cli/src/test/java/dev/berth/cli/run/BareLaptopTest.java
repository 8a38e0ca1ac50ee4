package dev.berth.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.cli.Subprocess;
import dev.berth.cli.remote.Shop;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Runs that are sent from a machine without {@code setsid}, as macOS is, which runs no commands itself. */
@Timeout(180)
class BareLaptopTest {
    @TempDir
    private Path work;

    private ShopWithHosts shop;

    @BeforeEach
    void open() throws Exception {
        shop = new ShopWithHosts(work, Map.of(), "dgx1");
        Path bin = Files.createDirectories(work.resolve("bare"));
        for (String program : new String[] {"sh", "ssh"}) {
            for (String folder : System.getenv("PATH").split(":", -1)) {
                if (Files.isExecutable(Path.of(folder, program)) && !Files.exists(bin.resolve(program))) {
                    Files.createSymbolicLink(bin.resolve(program), Path.of(folder, program));
                }
            }
        }
        shop.variables.put("PATH", bin.toString());
    }

    @AfterEach
    void close() {
        shop.close();
    }

    private Subprocess start(String... options) throws Exception {
        String[] line = new String[options.length + 6];
        line[0] = "run";
        System.arraycopy(options, 0, line, 1, options.length);
        System.arraycopy(
                new String[] {"--", "sh", "-c", "echo on $BERTH_HOSTS; exit 6", "x"}, 0, line, options.length + 1, 5);
        return Subprocess.berthWith(shop.variables, line);
    }

    @Test
    void detached_itGoesToTheHost() throws Exception {
        try (Subprocess run = start("--for", "10m", "--detach")) {
            assertThat(run.rest()).contains("r1 is left running");
            assertThat(run.code()).isZero();
        }
        Awaitility.await("its end")
                .atMost(Duration.ofMinutes(2))
                .until(() -> Shop.json(shop.berth("show", "r1", "--json"))
                                .at("/run/exitCode")
                                .asInt(-1)
                        == 6);
        try (Subprocess logs = Subprocess.berthWith(shop.variables, "logs", "r1")) {
            assertThat(logs.rest()).contains("on dgx1");
        }
    }

    @Test
    void attended_itGoesToTheHost() throws Exception {
        try (Subprocess run = start("--for", "10m")) {
            assertThat(run.rest()).contains("on dgx1");
            assertThat(run.code()).isEqualTo(6);
        }
    }

    /** Where its servers are on that machine itself, it says what is missing, and keeps nothing. */
    @Test
    void itRunsNothingItself() throws Exception {
        shop.variables.put("BERTH_HOST", "dgx1");
        try (Subprocess run = start("--for", "10m")) {
            assertThat(run.rest()).contains("setsid", "Nothing was run", "r1 is cancelled");
            assertThat(run.code()).isEqualTo(2);
        }
    }
}
