package dev.berth.cli.python;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.cli.Ran;
import dev.berth.cli.remote.Shop;
import dev.berth.server.Server;
import dev.berth.server.settings.SiteFile;
import dev.berth.site.TimeSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code berth.py}, run by a real Python: alone, against a real service, and as its pages of the guide show it. */
@Timeout(300)
class PythonModuleTest {
    private static final Path PYTHON = Path.of("../python").toAbsolutePath().normalize();
    private static final Path REFERENCE = Path.of("../docs/guide/python-reference.md");
    /** The page as it should be, to be copied after a docstring has changed. */
    private static final Path PROPOSAL = Path.of("target/guide/docs/guide/python-reference.md");

    private static final String EXAMPLE_SITE = """
            name: example
            pools:
              - {name: old, servers: 8, rate: 0.5, attributes: {memory: 64g}, tariff: {base: 1}}
              - {name: new, servers: 6, rate: 1, attributes: {memory: 256g}, tariff: {base: 2.50}}
              - {name: gpu, servers: 4, rate: 1, unit: gpu, attributes: {gpu: h100}, tariff: {base: 12}}
            """;
    private static final String TRIED_SITE = """
            name: tried
            pools:
              - {name: gpu, servers: 4, rate: 1, unit: gpu, tariff: {base: 12}}
              - {name: cpu, servers: 8, rate: 1}
              - {name: far, servers: 1, rate: 1, attributes: {host: elsewhere}}
            """;

    /** No slow machine reaches it. */
    private static final Duration LIMIT = Duration.ofMinutes(4);

    private static final long SLOWER = 100;

    @TempDir
    private Path directory;

    /** Output of a program, after it has ended well. */
    private String python(Map<String, String> variables, String... arguments) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(Stream.concat(Stream.of("python3", "-B"), Stream.of(arguments))
                        .toList())
                .directory(PYTHON.toFile())
                .redirectErrorStream(true);
        builder.environment().keySet().removeIf(name -> name.startsWith("BERTH_"));
        builder.environment().put("TZ", "UTC");
        builder.environment().put("XDG_CONFIG_HOME", directory.resolve("config").toString());
        builder.environment().put("PYTHONIOENCODING", "utf-8");
        builder.environment().putAll(variables);
        Path output = directory.resolve("output");
        builder.redirectOutput(output.toFile());
        Process process;
        try {
            process = builder.start();
        } catch (IOException e) {
            throw new AssertionError("the tests of berth.py need python3; on Debian: apt-get install python3", e);
        }
        try {
            boolean isOver = process.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS);
            String said = Files.readString(output);
            assertThat(isOver).as("over within %s: %s", LIMIT, said).isTrue();
            assertThat(process.exitValue()).as(said).isZero();
            return said;
        } finally {
            process.destroyForcibly();
        }
    }

    private Server site(String settings, TimeSource time) throws IOException {
        Path file = Files.writeString(directory.resolve("site.yaml"), settings + "listen: 127.0.0.1:0\n");
        return Server.start(SiteFile.read(file), directory.resolve("data"), time);
    }

    private Ran berth(String... words) {
        Map<String, String> variables = new HashMap<>();
        variables.put("XDG_CONFIG_HOME", directory.resolve("config").toString());
        variables.put("XDG_STATE_HOME", directory.resolve("state").toString());
        Ran ran = Ran.with(new byte[0], variables, Clock.systemUTC(), words);
        assertThat(ran.code()).as(ran.toString()).isZero();
        return ran;
    }

    private void signIn(Server server) {
        berth("login", "http://127.0.0.1:" + server.port(), "--token", server.oneTimeToken("admin"));
    }

    @Test
    void itIsWell_withoutAService() throws IOException, InterruptedException {
        assertThat(python(Map.of(), "-m", "unittest", "discover", "-s", "tests"))
                .contains("OK")
                .doesNotContain("skipped");
    }

    @Test
    void itIsWell_withAService() throws IOException, InterruptedException {
        try (Server server = site(TRIED_SITE, TimeSource.measured(Clock.systemUTC()))) {
            signIn(server);
            String reader = berth("account", "token", "add", "reader", "--scope", "read", "--for", "1d")
                    .out()
                    .strip();
            assertThat(python(
                            Map.of("READ_TOKEN", reader, "BERTH_HOST", "here"),
                            "-m",
                            "unittest",
                            "discover",
                            "-s",
                            "tests",
                            "-p",
                            "service_*.py"))
                    .contains("OK")
                    .doesNotContain("skipped");
        }
    }

    @Test
    void referencePage_isMadeFromTheDocstrings() throws IOException, InterruptedException {
        String page = python(Map.of(), "reference.py");
        if (!Files.exists(REFERENCE) || !page.equals(Files.readString(REFERENCE))) {
            Files.createDirectories(PROPOSAL.getParent());
            Files.writeString(PROPOSAL, page);
        }
        assertThat(REFERENCE)
                .as("as it should be: %s", PROPOSAL.toAbsolutePath())
                .content()
                .isEqualTo(page);
    }

    @Test
    void examplesOfTheReference_areTrue() throws IOException, InterruptedException {
        runExamples("python-reference.md");
    }

    @Test
    void examplesOfTheGuide_areTrue() throws IOException, InterruptedException {
        runExamples("python.md");
    }

    /** Time passes, for jobs start only when it does, but so slowly that it is 08:00 as long as a page is read. */
    private static Clock slowMorning() {
        long begun = System.nanoTime();
        return ((InstantSource) () -> Shop.CLOCK.instant().plusNanos((System.nanoTime() - begun) / SLOWER))
                .withZone(ZoneOffset.UTC);
    }

    private void runExamples(String page) throws IOException, InterruptedException {
        Path file = Path.of("../docs/guide").resolve(page).toAbsolutePath().normalize();
        try (Server server = site(EXAMPLE_SITE, TimeSource.following(slowMorning()))) {
            signIn(server);
            String said = python(Map.of("BERTH_HOST", "here"), "tests/examples.py", file.toString());
            List<String> shown = Files.readAllLines(file).stream()
                    .filter(line -> line.startsWith(">>>"))
                    .toList();
            assertThat(said).contains(page + ": " + shown.size() + " examples");
        }
    }
}
