package dev.berth.cli.run.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.berth.cli.Ran;
import dev.berth.cli.Subprocess;
import dev.berth.cli.console.Environment;
import dev.berth.cli.console.Streams;
import dev.berth.cli.remote.JsonTree;
import dev.berth.cli.remote.Shop;
import dev.berth.cli.run.place.Launch;
import dev.berth.cli.run.place.PlacedCommand;
import dev.berth.cli.run.place.Surroundings;
import dev.berth.cli.run.place.TimeLeft;
import dev.berth.cli.slurm.UserSlurm;
import dev.berth.engine.model.Pool;
import dev.berth.sandbox.Sandbox;
import dev.berth.service.booking.Pools;
import dev.berth.wire.NamedServer;
import dev.berth.wire.PoolJson;
import dev.berth.words.Unit;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The command as a process of its own, with a real Slurm in which the test keeps the reservations. */
@Timeout(120)
class SlurmRunTest {
    private static final String UNTIL_GO = "while [ ! -e $WORK/go ]; do sleep 0.05; done; ";

    private static Sandbox slurm;

    @TempDir
    Path work;

    private Shop shop;
    private Map<String, String> variables;

    @BeforeAll
    static void begin() {
        slurm = Sandbox.start(4);
    }

    @AfterAll
    static void end() {
        slurm.close();
    }

    @BeforeEach
    void open() {
        shop = new Shop(work, Clock.systemUTC());
        variables = new HashMap<>(shop.variables);
        variables.putAll(slurm.environment());
        variables.put("PATH", System.getenv("PATH"));
        variables.put("WORK", work.toString());
        // Slurm replaces %j in the names of files.
        variables.put("XDG_STATE_HOME", work.resolve("it's 5%j").toString());
    }

    @AfterEach
    void close() {
        shop.close();
        slurm.run("scancel", "--full", "--user=" + slurm.user());
        awaitNoJobs();
        slurm.run("scontrol", "delete", "ReservationName=berth-test-r1");
    }

    private void awaitNoJobs() {
        slurm.await("the end of all jobs", () -> jobs().isEmpty());
    }

    /** Creates the reservation in Slurm, as the service does for a booking. */
    private void reserve(String nodes) {
        slurm.run(
                        "scontrol",
                        "create",
                        "reservation",
                        "ReservationName=berth-test-r1",
                        "Nodes=" + nodes,
                        "StartTime=now",
                        "Duration=10",
                        "Users=" + slurm.user())
                .orThrow();
    }

    private Subprocess start(String... args) throws IOException {
        return Subprocess.berthWith(variables, line(args));
    }

    private static String[] line(String... args) {
        List<String> all = new ArrayList<>(List.of("run", "--via", "slurm", "--grace", "1s"));
        all.addAll(List.of(args));
        return all.toArray(String[]::new);
    }

    private Ran berth(String... args) {
        return Ran.with(new byte[0], variables, Clock.systemUTC(), args);
    }

    private JsonNode show(String id) {
        return Shop.json(berth("show", id, "--json"));
    }

    private void await(String file) {
        slurm.await(file, () -> Files.exists(work.resolve(file)));
    }

    private String jobs() {
        return slurm.run("squeue", "--noheader", "--format=%j %N %T").orThrow();
    }

    @Test
    void runsInTheReservation_onAllItsNodes_andPassesOutputAndCode() throws Exception {
        reserve("c[1-2]");

        try (Subprocess run = start(
                "--servers",
                "2",
                "--pool",
                "fast",
                "--for",
                "10m",
                "--",
                "sh",
                "-c",
                "echo $BERTH_RESERVATION of $BERTH_POOL on $SLURM_JOB_NODELIST in $PWD; echo to stderr >&2; exit 7")) {
            assertThat(run.lineWith(" of fast "))
                    .isEqualTo("r1 of fast on c[1-2] in " + Path.of("").toAbsolutePath());
            run.lineWith("to stderr");
            assertThat(run.code()).isEqualTo(7);
        }

        assertThat(show("r1").path("state").asText()).isEqualTo("finished-early");
        assertThat(show("r1").at("/run/exitCode").asInt()).isEqualTo(7);
        assertThat(work.resolve("it's 5%j/berth/runs")).isEmptyDirectory();
    }

    /** Chooses among several pools the one that is in Slurm; nodes elsewhere would be reserved for nothing. */
    @Test
    void withoutAWish_servesItselfFromThePoolOfSlurm() throws Exception {
        reserve("c2");
        add("elsewhere", "n1");
        try (Subprocess run = start("--for", "10m", "--", "true")) {
            assertThat(run.rest()).contains("nodes of this Slurm");
            assertThat(run.code()).isEqualTo(2);
        }
        add("there", "c2");
        try (Subprocess run = start("--for", "10m", "--", "sh", "-c", "echo $BERTH_SERVERS of $BERTH_POOL")) {
            run.lineWith("c2 of there");
        }
    }

    private void add(String pool, String node) {
        shop.server
                .site()
                .write("test", transaction -> {
                    Pools.add(
                            transaction,
                            new PoolJson.Planned(
                                    new Pool(pool, 1, "1"),
                                    Optional.empty(),
                                    Unit.SERVER,
                                    List.of(new NamedServer(node, Optional.empty(), Optional.empty()))));
                    return 0;
                })
                .join();
    }

    @Test
    void wordsArriveAsTheyWereWritten() throws Exception {
        reserve("c1");
        List<String> words = List.of(
                "a  b",
                "it's",
                "\"$HOME\"",
                "`id`; $(id)",
                "one\ntwo",
                "#SBATCH --hold",
                "",
                "-x",
                "A=b",
                "\\",
                "*",
                "%j",
                "é");
        List<String> all = new ArrayList<>(
                List.of("--pool", "fast", "--for", "10m", "--", "sh", "-c", "printf '<%s>\\n' \"$@\"", "first"));
        all.addAll(words);

        try (Subprocess run = start(all.toArray(String[]::new))) {
            String expected = String.join(
                    "", words.stream().map(word -> "<" + word + ">\n").toList());
            assertThat(run.rest()).contains(expected.strip());
            assertThat(run.code()).isZero();
        }
    }

    @Test
    void commandThatOnlyAShellHas_isNotFound() throws Exception {
        reserve("c1");

        try (Subprocess run = start("--pool", "fast", "--for", "10m", "--", "exit", "0")) {
            assertThat(run.rest()).contains("exit: not found");
            assertThat(run.code()).isEqualTo(127);
        }
    }

    @Test
    void waitsForTheReservation_andHearsSignalsMeanwhile() throws Exception {
        try (Subprocess run = start("--pool", "fast", "--for", "10m", "--", "echo", "begun")) {
            run.lineWith("r1 waits until Slurm has its reservation berth-test-r1");
            reserve("c1");
            run.lineWith("begun");
            assertThat(run.code()).isZero();
        }
        try (Subprocess run = start("--pool", "fast", "--for", "10m", "--", "echo", "begun")) {
            run.lineWith("r2 waits until Slurm has its reservation berth-test-r2");
            run.send("TERM");
            assertThat(run.code()).isEqualTo(143);
        }
        assertThat(show("r2").at("/run/exitCode").asInt()).isEqualTo(143);
    }

    @Test
    void reservationThatNeverComes_isNamed() throws Exception {
        List<String> said = new CopyOnWriteArrayList<>();
        Environment environment = new Environment(Streams.ofProcess(), variables, Clock.systemUTC());
        SlurmPlace place = new SlurmPlace(
                UserSlurm.of(environment),
                id -> "berth-test-" + id,
                work,
                Streams.ofProcess(),
                said::add,
                Duration.ZERO);
        Launch launch = new Launch("mark", "r9", List.of("true"), Surroundings.ofThisProcess(Map.of()), false);

        PlacedCommand command =
                place.start(launch, new TimeLeft(Instant.now(), Duration.ofMinutes(1), Duration.ofSeconds(1)));

        assertThat(command.exitCode()).isEqualTo(3);
        assertThat(said)
                .singleElement()
                .asString()
                .containsSubsequence("no reservation berth-test-r9 after 0 seconds.", "berth cluster status");
        command.close();
        assertThat(work.resolve("mark.job")).doesNotExist();
    }

    @Test
    void signal_reachesTheCommand() throws Exception {
        reserve("c1");

        try (Subprocess run = start(
                "--pool",
                "fast",
                "--for",
                "10m",
                "--",
                "sh",
                "-c",
                "trap 'echo heard; exit 5' TERM; touch $WORK/up; while :; do sleep 0.1; done")) {
            await("up");
            run.send("TERM");
            run.lineWith("heard");
            assertThat(run.code()).isEqualTo(5);
        }
        assertThat(jobs()).isEmpty();
    }

    @Test
    void timeOver_termThenKill_andTheEndIsKeptBySlurmToo() throws Exception {
        reserve("c1");

        try (Subprocess run = start(
                "--pool",
                "fast",
                "--for",
                "5s",
                "--",
                "sh",
                "-c",
                "trap 'echo term' TERM; touch $WORK/up; while :; do sleep 0.1; done")) {
            await("up");
            String end = show("r1").path("end").asText().substring(0, 19);
            slurm.await(
                    "the end in Slurm",
                    () -> slurm.run("sh", "-c", "TZ=UTC scontrol show job -o")
                            .out()
                            .contains(" EndTime=" + end));
            run.lineWith("term");
            run.lineWith("r1 was stopped: its time was over");
            assertThat(run.code()).isEqualTo(137);
        }
        assertThat(show("r1").at("/run/state").asText()).isEqualTo("cut-short");
    }

    @Test
    void overrun_theJobHasTheTimeThatTheBookGrants() throws Exception {
        reserve("c1");

        try (Subprocess run = start(
                "--pool",
                "fast",
                "--for",
                "3s",
                "--overrun",
                "extend",
                "--more",
                "1m",
                "--",
                "sh",
                "-c",
                "sleep 4; exit 6")) {
            assertThat(run.code()).isEqualTo(6);
        }
        assertThat(show("r1").path("stay").asText()).isEqualTo("PT1M3S");
    }

    /** Slurm starts no job whose time limit reaches into the next reservation of its node. */
    @Test
    void startsAlsoWhereAnotherReservationFollows() throws Exception {
        reserve("c1");
        slurm.run(
                        "scontrol",
                        "create",
                        "reservation",
                        "ReservationName=next",
                        "Nodes=c1",
                        "StartTime=now+10minutes",
                        "Duration=10",
                        "Users=" + slurm.user())
                .orThrow();
        try (Subprocess run = start("--pool", "fast", "--for", "9m50s", "--overrun", "extend", "--", "echo", "begun")) {
            run.lineWith("begun");
            assertThat(run.code()).isZero();
        } finally {
            slurm.run("scontrol", "delete", "ReservationName=next");
        }
    }

    @Test
    void runnerKilled_theJobGoesOn_andTheNextCommandTellsItsEnd() throws Exception {
        reserve("c1");
        try (Subprocess run =
                start("--pool", "fast", "--for", "10m", "--", "sh", "-c", "touch $WORK/up; " + UNTIL_GO + "exit 9")) {
            await("up");
            run.kill();
        }
        assertThat(berth("runs").out()).containsPattern("r1 +sh +running");
        assertThat(jobs()).contains("berth-r1 c1 RUNNING");

        Files.createFile(work.resolve("go"));
        awaitNoJobs();
        berth("runs");

        assertThat(show("r1").at("/run/exitCode").asInt()).isEqualTo(9);
        assertThat(show("r1").at("/run/state").asText()).isEqualTo("exited");
        assertThat(work.resolve("it's 5%j/berth/runs")).isEmptyDirectory();
    }

    @Test
    void runnerKilled_theJobCanBeStopped() throws Exception {
        reserve("c1");
        try (Subprocess run = start("--pool", "fast", "--for", "10m", "--", "sh", "-c", "touch $WORK/up; sleep 600")) {
            await("up");
            assertThat(berth("stop", "r1").err()).contains("r1 runs in the foreground");
            run.kill();
        }

        assertThat(berth("stop", "r1").out()).isEqualTo("r1 is stopped\n");
        assertThat(jobs()).isEmpty();
        assertThat(show("r1").at("/run/exitCode").asInt()).isEqualTo(143);
    }

    @Test
    void detached_runsLogsAndStop() throws Exception {
        reserve("c1");
        Ran detached = berth(line(
                "--detach",
                "--pool",
                "fast",
                "--for",
                "10m",
                "--",
                "sh",
                "-c",
                "echo on the node; touch $WORK/up; sleep 600"));
        assertThat(detached.code()).as(detached.toString()).isZero();
        await("up");

        assertThat(berth("runs").out()).containsPattern("r1 +sh +running");
        assertThat(berth("logs", "r1").out()).contains("on the node\n");
        assertThat(berth("stop", "r1").out()).isEqualTo("r1 is stopped; exit code 143\n");
        assertThat(berth("logs", "r1").out()).endsWith("berth: r1 is stopped\n");
        assertThat(jobs()).isEmpty();
    }

    @Test
    void detached_isStoppedAlsoWhenItsRunnerIsDead() throws Exception {
        reserve("c1");
        berth(line(
                "--detach",
                "--pool",
                "fast",
                "--for",
                "10m",
                "--",
                "sh",
                "-c",
                "echo $PPID; touch $WORK/up; sleep 600"));
        await("up");
        JsonNode note;
        try (var notes = Files.newDirectoryStream(work.resolve("it's 5%j/berth/runs"), "*.json")) {
            note = JsonTree.read(Files.readString(notes.iterator().next()));
        }
        ProcessHandle runner = ProcessHandle.of(note.path("process").asLong()).orElseThrow();
        runner.destroyForcibly();
        runner.onExit().join();

        assertThat(berth("stop", "r1").out()).isEqualTo("r1 is stopped; exit code 143\n");
        assertThat(jobs()).isEmpty();
    }

    @Test
    void slurmThatRefuses_isQuoted() throws Exception {
        reserve("c1");
        variables.put("SBATCH_PARTITION", "gpu");

        try (Subprocess run = start("--pool", "fast", "--for", "10m", "--", "true")) {
            run.lineWith("Nodes c1 of the Slurm reservation berth-test-r1 are not all in partition gpu");
            assertThat(run.code()).isEqualTo(3);
        }
    }

    @Test
    void withoutSlurm_nothingIsBooked() {
        variables.put("PATH", work.toString());

        Ran ran = berth(line("--pool", "fast", "--for", "10m", "--", "true"));

        assertThat(ran.code()).isEqualTo(2);
        assertThat(ran.err()).contains("program sbatch");
        assertThat(berth("list").out()).doesNotContain("r1");
    }
}
