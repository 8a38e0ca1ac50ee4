package dev.berth.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.berth.cli.Ran;
import dev.berth.cli.Subprocess;
import dev.berth.cli.remote.Shop;
import dev.berth.cli.run.ssh.LoopbackHosts;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.awaitility.Durations;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Commands that go to another host, over real OpenSSH on loopback, with a service that goes by the real clock. */
@Timeout(180)
class OtherHostTest {
    @TempDir
    private Path work;

    private ShopWithHosts shop;
    private LoopbackHosts hosts;
    private Map<String, String> variables;

    @BeforeEach
    void open() {
        shop = new ShopWithHosts(work, Map.of(), "dgx1", "dgx2");
        hosts = shop.hosts;
        variables = shop.variables;
    }

    @AfterEach
    void close() throws IOException {
        try {
            Files.writeString(work.resolve("go"), "");
            berth("logs", "r1", "-f");
        } finally {
            shop.close();
        }
    }

    private Ran berth(String... args) {
        return shop.berth(args);
    }

    private Ran typed(String input, String... args) {
        return shop.typed(input, args);
    }

    private Ran run(String script, String... options) {
        return berth(words(script, options));
    }

    private static String[] words(String script, String... options) {
        List<String> line = new ArrayList<>(List.of("run", "--for", "10m", "--grace", "1s"));
        line.addAll(List.of(options));
        line.addAll(List.of("--", "sh", "-c", script));
        return line.toArray(String[]::new);
    }

    private JsonNode show(String id) {
        return Shop.json(berth("show", id, "--json"));
    }

    private void await(String what, Callable<Boolean> condition) {
        Awaitility.await(what)
                .atMost(Durations.TWO_MINUTES)
                .pollInterval(Duration.ofMillis(50))
                .until(condition);
    }

    private void await(String file) {
        await(file, () -> Files.exists(work.resolve(file)));
    }

    private long notes() throws IOException {
        try (Stream<Path> files = Files.list(Path.of(variables.get("XDG_STATE_HOME"), "berth", "runs"))) {
            return files.count();
        }
    }

    @Test
    void aCommand_goesToTheHostThatIsFree_withItsStreamsAndItsCode() throws Exception {
        Path directory = Files.createDirectories(work.resolve("project"));
        Ran ran = typed(
                "what is typed\n",
                words(
                        "echo host $BERTH_HOSTS cards $CUDA_VISIBLE_DEVICES token ${BERTH_TOKEN-none}; pwd; cat; echo"
                                + " wrong >&2; exit 7",
                        "--gpus",
                        "2",
                        "--directory",
                        directory.toString()));

        assertThat(ran.out())
                .isEqualTo("host dgx1 cards 0,1 token none\n%s\nwhat is typed\n".formatted(directory.toRealPath()));
        assertThat(ran.err())
                .contains("berth: r1 runs on server dgx1 of pool dgx")
                .endsWith("wrong\n");
        assertThat(ran.code()).isEqualTo(7);
        JsonNode run = show("r1");
        assertThat(run.path("state").asText()).isEqualTo("finished-early");
        assertThat(run.at("/run/host").asText()).isEqualTo("dgx1");
        assertThat(run.at("/run/exitCode").asInt()).isEqualTo(7);
        await("notes are gone", () -> notes() == 0);
    }

    @Test
    void thisMachine_comesFirst_ifItIsFree_andTheOtherHostIfNot() throws Exception {
        variables.put("BERTH_HOST", "dgx2");
        assertThat(where("--gpus", "4")).isEqualTo("dgx2");
        assertThat(berth("book", "busy", "--gpus", "1", "--host", "dgx2", "--for", "1h", "--from", "now")
                        .code())
                .isZero();
        assertThat(where("--gpus", "4")).isEqualTo("dgx1");
        assertThat(where("--gpus", "3")).isEqualTo("dgx2");
        assertThat(where("--host", "dgx1", "--cores", "1")).isEqualTo("dgx1");
    }

    /** The host on which a command ran; what runs here prints past this test. */
    private String where(String... options) throws IOException {
        Ran ran = run("echo $BERTH_HOSTS >" + work.resolve("where"), options);
        assertThat(ran.code()).as(ran.err()).isZero();
        return Files.readString(work.resolve("where")).strip();
    }

    @Test
    void aReservation_isRunWhereItIs_andStays() {
        assertThat(berth("book", "mine", "--gpus", "1", "--host", "dgx2", "--for", "1h", "--from", "now")
                        .code())
                .isZero();
        for (int i = 0; i < 2; i++) {
            Ran ran = berth("run", "--reservation", "r1", "--", "sh", "-c", "echo on $BERTH_HOSTS; exit 3");
            assertThat(ran.out()).as(ran.err()).isEqualTo("on dgx2\n");
            assertThat(ran.code()).isEqualTo(3);
        }
        assertThat(show("r1").path("state").asText()).isEqualTo("running");
    }

    @Test
    void detached_itsLogIsRead_andItIsStopped_fromHere() throws Exception {
        Ran ran = run(
                "echo begun on $BERTH_HOSTS; trap 'echo asked; exit 5' TERM; touch $WORK/ready; while :; do sleep 0.1;"
                        + " done",
                "--detach",
                "--cores",
                "2");
        assertThat(ran.code()).as(ran.toString()).isZero();
        await("ready");
        // The runner that waited here is over once the other one has begun.
        await("handed over", () -> notes() == 2);

        assertThat(berth("runs").out()).containsPattern("r1 +sh +running +dgx1");
        assertThat(berth("logs", "r1").out()).contains("begun on dgx1\n");
        Ran stopped = berth("stop", "r1");
        assertThat(stopped.out()).isEqualTo("r1 is stopped; exit code 5\n");
        assertThat(berth("logs", "r1").out()).containsSubsequence("begun on dgx1\n", "asked\n");
        assertThat(show("r1").path("state").asText()).isEqualTo("finished-early");
    }

    @Test
    void theConnectionBreaks_andTheRunGoesOn() throws Exception {
        try (Subprocess run = Subprocess.berthWith(
                variables,
                words("echo begun; touch $WORK/ready; while [ ! -e $WORK/go ]; do sleep 0.1; done; echo done;"
                        + " exit 4"))) {
            await("ready");
            run.lineWith("begun");
            hosts.kill("dgx1");
            assertThat(run.rest())
                    .contains("The connection to dgx1 is lost; r1 goes on there", "berth logs r1 -f", "berth stop r1");
            assertThat(run.code()).isEqualTo(3);
        }
        assertThat(berth("runs").out()).containsPattern("r1 +sh +running +dgx1");
        Ran unreached = berth("logs", "r1");
        assertThat(unreached.err()).contains("Cannot connect to host dgx1 by ssh");
        assertThat(unreached.code()).isEqualTo(3);
        hosts.start("dgx1");
        Files.writeString(work.resolve("go"), "");
        assertThat(berth("logs", "r1", "-f").out()).isEqualTo("begun\ndone\n");
        await("told", () -> show("r1").at("/run/exitCode").asInt(-1) == 4);
    }

    @Test
    void berthRunIsKilled_andTheRunGoesOn_withNothingLeftOfTheConnection() throws Exception {
        String script = "touch $WORK/ready; while [ ! -e $WORK/go ]; do sleep 0.1; done; exit 4";
        try (Subprocess run = Subprocess.berthWith(variables, words(script))) {
            await("ready");
            run.kill();
        }
        await(
                "no relay",
                () -> ProcessHandle.allProcesses()
                        .noneMatch(each ->
                                each.info().commandLine().orElse("").contains(work.resolve("ssh") + "/config")));
        assertThat(berth("runs").out()).containsPattern("r1 +sh +running +dgx1");
        assertThat(notes())
                .as("the note here is settled, the one there stays with its two files")
                .isEqualTo(3);
        Files.writeString(work.resolve("go"), "");
        await("told", () -> show("r1").at("/run/exitCode").asInt(-1) == 4);
    }

    @Test
    void signals_goToTheCommand() throws Exception {
        for (Map.Entry<String, Integer> each : Map.of("INT", 40, "TERM", 41).entrySet()) {
            Files.deleteIfExists(work.resolve("ready"));
            String script = "trap 'echo caught; exit %d' %s; touch $WORK/ready; while :; do sleep 0.1; done"
                    .formatted(each.getValue(), each.getKey());
            try (Subprocess run = Subprocess.berthWith(variables, words(script))) {
                await("ready");
                run.send(each.getKey());
                assertThat(run.rest()).contains("caught");
                assertThat(run.code()).isEqualTo(each.getValue());
            }
        }
    }

    @Test
    void theEndOfItsTime_isKeptThere() throws Exception {
        Ran ran = berth(
                "run",
                "--for",
                "12s",
                "--grace",
                "1s",
                "--",
                "sh",
                "-c",
                "trap '' TERM; echo $$ >$WORK/process; sleep 60 & wait; sleep 60");
        assertThat(ran.err()).contains("r1 was stopped: its time was over");
        assertThat(ran.code()).isEqualTo(137);
        long process = Long.parseLong(Files.readString(work.resolve("process")).strip());
        assertThat(ProcessHandle.of(process)).isEmpty();
    }

    @Test
    void muchOutput_andMuchInputThatNobodyReads_passWithoutHarm() {
        assertThat(run("head -c 3000000 /dev/zero | tr '\\0' x").out()).hasSize(3_000_000);
        assertThat(typed("y".repeat(2_000_000), words("wc -c")).out().strip()).isEqualTo("2000000");
        Ran unread = typed("y".repeat(2_000_000), words("sleep 1; exit 6"));
        assertThat(unread.code()).isEqualTo(6);
    }

    @Test
    void aRunnerThatIsKilled_isToldAsSuch() throws Exception {
        try (Subprocess run = Subprocess.berthWith(variables, words("touch $WORK/ready; sleep 300"))) {
            await("ready");
            ProcessHandle.allProcesses()
                    .filter(each -> told(each, "cmdline").contains("DetachedRunner"))
                    .filter(each -> told(each, "environ").contains("WORK=" + work))
                    .forEach(ProcessHandle::destroyForcibly);
            assertThat(run.rest()).contains("runner of r1 on dgx1 was killed");
            assertThat(run.code()).isEqualTo(137);
        }
        assertThat(show("r1").path("state").asText()).isEqualTo("finished-early");
        await("notes are gone", () -> notes() == 0);
    }

    /** A file of a process in /proc; Java would cut a long command line. */
    private static String told(ProcessHandle process, String file) {
        try {
            return Files.readString(Path.of("/proc", Long.toString(process.pid()), file), StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            return "";
        }
    }

    private void refused(Ran ran, int code, String... words) {
        assertThat(ran.err()).contains(words).containsSubsequence("Nothing was run", "r1 is cancelled");
        assertThat(ran.code()).isEqualTo(code);
        assertThat(show("r1").path("state").asText()).isIn("cancelled", "finished-early");
    }

    @Test
    void aMissingCommand_isNamed() {
        refused(
                berth("run", "--for", "1m", "--", "no-such-command"),
                3,
                "\"no-such-command\" is not a command on dgx1");
    }

    @Test
    void aMissingDirectory_isNamed() {
        refused(run("true", "--directory", "/no/such"), 3, "Directory /no/such does not exist on dgx1", "--directory");
    }

    @Test
    void aMissingProgram_isNamed() throws Exception {
        Files.delete(hosts.programs().resolve("berth"));
        refused(run("true"), 3, "Host dgx1 has no command berth", "BERTH_REMOTE");
    }

    /** Covers hosts where the tarball was unpacked into a home directory that other hosts do not share. */
    @Test
    void aProgramThatIsNotOnThePath_isFoundWhereOneSays() throws Exception {
        Path there = Files.createDirectories(work.resolve("unpacked/bin")).resolve("berth");
        Files.move(hosts.programs().resolve("berth"), there);
        variables.put("BERTH_REMOTE", there.toString());
        assertThat(run("echo on $BERTH_HOSTS").out()).isEqualTo("on dgx1\n");
    }

    @Test
    void anUnknownKeyOfTheHost_isNamed() throws Exception {
        Files.writeString(hosts.knownHosts(), "");
        refused(run("true"), 3, "ssh does not know the key of host dgx1 yet", hosts.ssh() + " dgx1 true");
    }

    @Test
    void aWrongKeyOfTheHost_isNamed() throws Exception {
        String wrong = Files.readString(work.resolve("ssh/user_key.pub")).strip();
        String known = Files.readString(hosts.knownHosts());
        String right = Files.readString(work.resolve("ssh/host_key.pub")).strip();
        Files.writeString(hosts.knownHosts(), known.replace(right, wrong));
        refused(run("true"), 3, "key of host dgx1", "ssh-keygen -R dgx1");
    }

    @Test
    void aKeyOfTheUserThatIsNotAccepted_isNamed() throws Exception {
        Files.writeString(work.resolve("ssh/authorized_keys"), "");
        refused(run("true"), 3, "Host dgx1 does not accept your ssh key", "ssh-copy-id dgx1");
    }

    @Test
    void anotherMachineThanTheOneThatIsBooked_runsNothing() throws Exception {
        Files.writeString(
                hosts.config(),
                Files.readString(hosts.config())
                        .replace("Host dgx1", "Host other")
                        .replace("Host dgx2", "Host dgx1"));
        refused(run("true"), 3, "ssh dgx1 leads to machine dgx2", "~/.ssh/config");
    }

    @Test
    void detachedAndUnreachable_saysSoInItsLog() throws Exception {
        hosts.kill("dgx1");
        assertThat(run("true", "--detach").code()).isZero();
        await("cancelled", () -> !show("r1").path("state").asText().equals("running"));
        Ran logs = berth("logs", "r1", "-f");
        assertThat(logs.out()).contains("Cannot connect to host dgx1 by ssh", "Nothing was run");
        assertThat(berth("runs").out()).containsPattern("r1 +sh +exited +laptop .*3");
    }

    /** A launcher like mpirun starts processes on each host by ssh, with what the command sees alone. */
    @Test
    void aCommandOnSeveralHosts_reachesThemAll_byTheirNames() {
        String launcher =
                "for each in $(echo $BERTH_SLOTS | tr , ' '); do host=${each%:*}; for rank in $(seq ${each#*:}); do "
                        + hosts.ssh()
                        + " $host 'echo rank on $BERTH_HOST' </dev/null & done; done; wait; echo first"
                        + " ${BERTH_HOSTS%%,*} here $BERTH_HOST";
        Ran ran = run(launcher, "--gpus", "2", "--servers", "2");
        assertThat(ran.out().lines().sorted())
                .containsExactly(
                        "first dgx1 here dgx1", "rank on dgx1", "rank on dgx1", "rank on dgx2", "rank on dgx2");
        assertThat(ran.code()).isZero();
    }
}
