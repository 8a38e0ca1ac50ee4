package dev.berth.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.berth.cli.Ran;
import dev.berth.cli.Subprocess;
import dev.berth.cli.remote.Shop;
import dev.berth.engine.model.Part;
import dev.berth.engine.model.Parts;
import dev.berth.engine.model.Pool;
import dev.berth.server.settings.SiteSettings;
import dev.berth.site.TimeSource;
import dev.berth.wire.NamedServer;
import dev.berth.wire.PoolJson;
import dev.berth.words.Unit;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Commands in parts of this machine, as somebody at a shell sees them; needs control groups, as {@code FencesTest} does. */
@Timeout(120)
class FencedRunTest {
    /** It takes nothing outside a control group of Berth, and never more than 150 MiB. */
    private static final String HOG =
            "grep -o 'berth-limits-.*' /proc/self/cgroup >\"$WORK/groups\" || exit 9; head -c 150m /dev/zero | timeout"
                    + " -s KILL 20 tail -c 150m >/dev/null";

    @TempDir
    private Path work;

    private Shop shop;

    private static SiteSettings withParts(SiteSettings settings) {
        return settings.with(draft -> draft.pools = List.of(new PoolJson.Planned(
                new Pool("box", 1, "1").withParts(Parts.of(Part.amount("cores", 2), Part.amount("memory", 100))),
                Optional.empty(),
                Unit.SERVER,
                List.of(new NamedServer("here", Optional.of("here"), Optional.empty())))));
    }

    @BeforeEach
    void open() {
        shop = new Shop(work, TimeSource.following(Clock.systemUTC()), FencedRunTest::withParts);
    }

    @AfterEach
    void close() {
        shop.close();
    }

    private Subprocess start(String... args) throws IOException {
        Map<String, String> variables = new HashMap<>(shop.variables);
        variables.put("BERTH_HOST", "here");
        variables.put("WORK", work.toString());
        List<String> all = new ArrayList<>(List.of("run"));
        if (!args[0].equals("--opportunistic")) {
            all.addAll(List.of("--for", "10m"));
        }
        all.addAll(List.of(args));
        return Subprocess.berthWith(variables, all.toArray(String[]::new));
    }

    private Ran berth(String... args) {
        return Ran.with(new byte[0], shop.variables, Clock.systemUTC(), args);
    }

    @Test
    void aCommandWithoutMemory_isToldApartFromACrash() throws Exception {
        try (Subprocess hog = start("--memory", "64m", "--cores", "1", "--", "sh", "-c", HOG)) {
            assertThat(hog.lineWith("Limits enforced")).contains("64 MiB of memory", "1 core");
            assertThat(hog.lineWith("ran out of memory")).contains("r1", "64 MiB of memory", "--memory");
            assertThat(hog.code()).isEqualTo(125);
        }
        try (Subprocess crash = start("--memory", "64m", "--cores", "1", "--", "sh", "-c", "kill -s KILL $$")) {
            assertThat(crash.rest()).contains("r2 runs on").doesNotContain("ran out of memory");
            assertThat(crash.code()).isEqualTo(137);
        }

        String group = Files.readAllLines(work.resolve("groups")).getFirst();
        Process find = new ProcessBuilder("find", "/sys/fs/cgroup", "-name", group).start();
        assertThat(new String(find.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                .as("groups that were left")
                .isEmpty();
        JsonNode hog = Shop.json(berth("show", "r1", "--json")).path("run");
        assertThat(hog.path("state").asText()).isEqualTo("out-of-memory");
        assertThat(hog.path("exitCode").asInt()).isEqualTo(125);
        JsonNode crash = Shop.json(berth("show", "r2", "--json")).path("run");
        assertThat(crash.path("state").asText()).isEqualTo("exited");
        assertThat(crash.path("exitCode").asInt()).isEqualTo(137);
        assertThat(berth("runs", "--all").out())
                .containsSubsequence("r1", "out of memory", "125", "r2", "exited", "137");
        assertThat(berth("show", "r1").out()).containsSubsequence("out of memory", "125");
    }

    /** It has the whole server, and no more of it than the site lets jobs have. */
    @Test
    void anOpportunisticCommandWithoutMemory_isToldApartFromACrash() throws Exception {
        try (Subprocess hog = start("--opportunistic", "--", "sh", "-c", HOG)) {
            assertThat(hog.lineWith("Limits enforced")).contains("100 MiB of memory", "2 cores");
            assertThat(hog.lineWith("ran out of memory")).contains("o1", "100 MiB of memory");
            assertThat(hog.code()).isEqualTo(125);
        }
        try (Subprocess crash = start("--opportunistic", "--", "sh", "-c", "kill -s KILL $$")) {
            assertThat(crash.rest()).contains("o2 runs on").doesNotContain("ran out of memory");
            assertThat(crash.code()).isEqualTo(137);
        }
        JsonNode hog = Shop.json(berth("show", "o1", "--json"));
        assertThat(hog.path("state").asText()).isEqualTo("out-of-memory");
        assertThat(hog.path("exitCode").asInt()).isEqualTo(125);
        assertThat(berth("show", "o1").out()).containsSubsequence("ran out of memory", "125");
        JsonNode crash = Shop.json(berth("show", "o2", "--json"));
        assertThat(crash.path("state").asText()).isEqualTo("exited");
        assertThat(crash.path("exitCode").asInt()).isEqualTo(137);
    }

    /** A whole server has no limit, and nothing is said about it. */
    @Test
    void aWholeServer_isNotLimited() throws Exception {
        try (Subprocess run = start("--", "sh", "-c", "grep -c berth-limits- /proc/self/cgroup; exit 0")) {
            assertThat(run.rest()).contains("r1 runs on", "\n0").doesNotContain("Limits");
            assertThat(run.code()).isZero();
        }
    }
}
