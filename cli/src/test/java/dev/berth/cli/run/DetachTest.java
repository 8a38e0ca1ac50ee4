package dev.berth.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.berth.cli.Ran;
import dev.berth.cli.console.Environment;
import dev.berth.cli.console.Streams;
import dev.berth.cli.remote.JsonTree;
import dev.berth.cli.remote.Shop;
import dev.berth.server.Server;
import dev.berth.server.settings.SiteSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.awaitility.Durations;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Commands that are left running, with real processes and a service that goes by the real clock. */
@Timeout(60)
class DetachTest {
    private static final String UNTIL_GO = "while [ ! -e $WORK/go ]; do sleep 0.05; done; ";

    @TempDir
    Path work;

    private Shop shop;
    private Map<String, String> variables;
    private RunFiles files;

    @BeforeEach
    void open() {
        shop = new Shop(work, Clock.systemUTC());
        variables = new HashMap<>(shop.variables);
        variables.put("PATH", System.getenv("PATH"));
        variables.put("WORK", work.toString());
        files = RunFiles.of(new Environment(Streams.ofProcess(), variables, Clock.systemUTC()));
    }

    @AfterEach
    void close() {
        files.all().forEach(note -> {
            if (note.isAlive()) {
                berth("stop", note.reservation());
            }
        });
        shop.close();
    }

    private Ran berth(String... args) {
        return Ran.with(new byte[0], variables, Clock.systemUTC(), args);
    }

    private void detach(String script, String... options) {
        List<String> line = new ArrayList<>(List.of("run", "--detach", "--pool", "fast", "--grace", "1s"));
        line.addAll(List.of(options));
        line.addAll(List.of("--", "sh", "-c", script));
        Ran ran = berth(line.toArray(String[]::new));
        assertThat(ran.code()).as(ran.toString()).isZero();
    }

    private void await(String file) throws InterruptedException {
        Awaitility.await(file)
                .atMost(Durations.TWO_MINUTES)
                .pollInterval(Duration.ofMillis(20))
                .until(() -> Files.exists(work.resolve(file)));
    }

    private JsonNode show(String id) {
        return Shop.json(berth("show", id, "--json"));
    }

    @Test
    void runsOn_andItsOutputIsPrivate() throws Exception {
        detach("echo hello from $BERTH_RESERVATION; touch $WORK/ready; " + UNTIL_GO + "exit 4", "--for", "10m");
        await("ready");

        assertThat(berth("runs").out()).containsPattern("r1 +sh +running");
        assertThat(berth("logs", "r1").out()).contains("hello from r1\n");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(files.directory())))
                .isEqualTo("rwx------");
        for (RunNote note : files.all()) {
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(files.log(note))))
                    .isEqualTo("rw-------");
        }
        Files.createFile(work.resolve("go"));
        assertThat(berth("logs", "r1", "-f").out()).contains("berth: r1 runs on server 0", "hello from r1");

        assertThat(show("r1").path("state").asText()).isEqualTo("finished-early");
        assertThat(show("r1").at("/run/exitCode").asInt()).isEqualTo(4);
        assertThat(berth("runs").out()).containsPattern("r1 +sh +exited .* 4\n");
    }

    /** The manager of the user as a script that keeps what it is told; with {@code --scope} the real one also becomes the command. */
    private void withSystemd(String script) throws IOException {
        Path bin = Files.createDirectories(work.resolve("bin"));
        Path systemdRun = Files.writeString(
                bin.resolve("systemd-run"), "#!/bin/sh\necho \"$*\" >> $WORK/scopes\n" + script + "\n");
        Files.setPosixFilePermissions(systemdRun, PosixFilePermissions.fromString("rwxr-xr-x"));
        Files.createDirectories(work.resolve("runtime/systemd/private"));
        variables.put("PATH", bin + ":" + System.getenv("PATH"));
        variables.put("XDG_RUNTIME_DIR", work.resolve("runtime").toString());
    }

    @Test
    void whereSystemdManagesUsers_aRunGetsAScope_ifThereAreAny() throws Exception {
        withSystemd("while [ \"$1\" != -- ]; do shift; done; shift; exec \"$@\"");
        detach("touch $WORK/ready; " + UNTIL_GO + "exit 4", "--for", "10m");
        await("ready");
        Files.createFile(work.resolve("go"));
        berth("logs", "r1", "-f");

        // Those with a name are of the command itself, where it cannot have a control group without systemd.
        assertThat(Files.readAllLines(work.resolve("scopes")).stream().filter(line -> !line.contains(" --unit=")))
                .hasSize(2)
                .allMatch(line -> line.startsWith("--user --scope --quiet --collect "))
                .last()
                .asString()
                .contains(" --description=Berth r1: sh -- setsid ");
        assertThat(show("r1").at("/run/exitCode").asInt()).isEqualTo(4);

        withSystemd("echo 'Failed to connect to bus' >&2; exit 1");
        detach("exit 5", "--for", "10m");
        berth("logs", "r2", "-f");

        assertThat(show("r2").at("/run/exitCode").asInt()).isEqualTo(5);
    }

    /** The runner needs it, its command does not. */
    @Test
    void theTokenOfTheUser_staysWithTheRunner() throws Exception {
        variables.put("BERTH_TOKEN", shop.token());
        variables.put("BERTH_URL", shop.address());
        variables.put("XDG_CONFIG_HOME", work.resolve("nothing").toString());
        detach("echo token ${BERTH_TOKEN-none}", "--for", "10m");
        assertThat(berth("logs", "r1", "-f").out()).contains("token none\n");
    }

    @Test
    void stop_killsWhatDoesNotListen_andCancelsWhatWaits() throws Exception {
        detach("trap '' TERM; touch $WORK/ready; while :; do sleep 0.1; done", "--servers", "2", "--for", "10m");
        await("ready");
        detach("touch $WORK/never", "--for", "10m");
        assertThat(berth("runs").out()).containsPattern("r2 +sh +waiting");

        assertThat(berth("stop", "r2").out()).isEqualTo("r2 is cancelled\n");
        assertThat(berth("stop", "r1").out()).isEqualTo("r1 is stopped; exit code 137\n");

        assertThat(show("r1").at("/run/state").asText()).isEqualTo("cut-short");
        assertThat(show("r2").path("state").asText()).isEqualTo("cancelled");
        assertThat(work.resolve("never")).doesNotExist();
        assertThat(berth("stop", "r3").err()).contains("r3 was not started");
        assertThat(berth("logs", "r3").err()).contains("r3 was not left running");
    }

    /** The watchdog ends its command within the grace; the next look tells the service, and the servers are free. */
    @Test
    void runnerKilled_theNextLookGivesItsServersBack() throws Exception {
        detach("touch $WORK/ready; while :; do sleep 0.1; done", "--for", "10m");
        await("ready");
        ProcessHandle.of(files.all().getFirst().process()).orElseThrow().destroyForcibly();

        Awaitility.await("r1 is given back")
                .atMost(Durations.ONE_MINUTE)
                .pollInterval(Duration.ofMillis(100))
                .until(() -> {
                    berth("runs");
                    return !show("r1").path("state").asText().equals("running");
                });

        assertThat(show("r1").at("/run/state").asText()).isEqualTo("cut-short");
        assertThat(berth("runs").out()).containsPattern("r1 +sh +stopped .* 137\n");
    }

    @Test
    void killedBeforeItKnewWhatItBooked_leavesNothing() throws IOException {
        JsonNode request = JsonTree.read("{\"name\":\"lost\",\"pool\":\"fast\",\"stay\":\"PT10M\"}");
        RunNote note = RunNote.of(
                new RunNote.Order(
                        shop.address(),
                        "",
                        files.here().name(),
                        List.of("true"),
                        new TimeLimits(Duration.ofSeconds(1), null, Duration.ofMinutes(5)),
                        Overtime.Wish.NONE,
                        false,
                        Places.HERE,
                        false),
                "key-of-lost",
                request);
        files.save(RunNote.read(
                JsonTree.read(JsonTree.compact(note.json()).replaceAll("\"born\":\"[0-9]*\"", "\"born\":\"1\""))));

        assertThat(berth("runs").out()).contains("No runs; berth run -- COMMAND");

        assertThat(show("r1").path("state").asText()).isEqualTo("cancelled");
        assertThat(files.all()).isEmpty();
    }

    @Test
    void serviceDown_theEndIsToldLater() throws Exception {
        detach("touch $WORK/ready; " + UNTIL_GO + "exit 9", "--for", "10m");
        await("ready");
        RunNote running = files.all().getFirst();
        ProcessHandle runner = ProcessHandle.of(running.process()).orElseThrow();
        int port = shop.server.port();
        shop.server.close();
        Files.createFile(work.resolve("go"));
        Awaitility.await("exit code")
                .atMost(Durations.ONE_MINUTE)
                .pollInterval(Duration.ofMillis(20))
                .until(() -> files.all().getFirst().exitCode().isPresent());
        assertThat(berth("runs").out()).containsPattern("r1 +sh +exited .* 9\n");
        runner.destroyForcibly();
        Awaitility.await("end of the runner")
                .atMost(Durations.ONE_MINUTE)
                .pollInterval(Duration.ofMillis(20))
                .until(() -> !running.isAlive());

        try (Server again = Server.start(SiteSettings.of("test", port), work.resolve("data"), Clock.systemUTC())) {
            assertThat(again.port()).isEqualTo(port);
            assertThat(berth("runs").code()).isZero();
            assertThat(show("r1").at("/run/exitCode").asInt()).isEqualTo(9);
            assertThat(show("r1").path("state").asText()).isEqualTo("finished-early");
        }
    }
}
