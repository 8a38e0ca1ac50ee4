package dev.berth.cli.workflow.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.berth.cli.Ran;
import dev.berth.cli.Subprocess;
import dev.berth.cli.remote.Shop;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.awaitility.Durations;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code berth workflow run} as a process of its own, with tasks that are processes, and a service that goes by the real clock. */
@Timeout(90)
class WorkflowRunTest {
    @TempDir
    Path work;

    private Shop shop;

    @BeforeEach
    void open() {
        shop = new Shop(work, Clock.systemUTC());
    }

    @AfterEach
    void close() {
        shop.close();
    }

    private Path file(String tasks) throws IOException {
        return Files.writeString(work.resolve("flow.json"), "{\"name\": \"flow\", \"tasks\": [" + tasks + "]}");
    }

    private Subprocess start(Path file) throws IOException {
        return start(file, "now+10m");
    }

    private Subprocess start(Path file, String deadline, String... options) throws IOException {
        return start(shop.variables, file, deadline, options);
    }

    private Subprocess start(Map<String, String> variables, Path file, String deadline, String... options)
            throws IOException {
        List<String> args = new ArrayList<>(List.of("workflow", "run", file.toString()));
        args.addAll(List.of("--pool", "fast", "--deadline", deadline, "--directory", work.toString()));
        args.addAll(List.of(options));
        return Subprocess.berthWith(variables, args.toArray(String[]::new));
    }

    private JsonNode plan() {
        return Shop.json(Ran.with(new byte[0], shop.variables, Clock.systemUTC(), "workflow", "plans", "w1", "--json"));
    }

    private String read(String name) throws IOException {
        return Files.readString(work.resolve(name));
    }

    @Test
    void tasks_runInOrder_handFilesOver_andStartEarly() throws Exception {
        // With the spare time before the deadline, the slots of the later tasks would begin minutes from now.
        Path file = file("""
                {"id": "one", "seconds": 2, "command": "echo 1 > one.txt; echo said by $BERTH_TASK"},
                {"id": "two", "seconds": 2, "command": ["sh", "-c", "echo 2 > two.txt"]},
                {"id": "join", "seconds": 0, "after": ["one", "two"]},
                {"id": "sum", "seconds": 2, "after": ["join"], "command": "cat one.txt two.txt > sum.txt"}
                """);

        try (Subprocess run = start(file)) {
            assertThat(run.rest()).contains("berth: one is done", "berth: sum is done", "berth: w1 is done");
            assertThat(run.code()).isZero();
        }

        assertThat(read("sum.txt")).isEqualTo("1\n2\n");
        assertThat(read("berth-w1/1-one.log")).isEqualTo("said by one\n");
        assertThat(plan().path("states").path("finished").asInt()).isEqualTo(3);
    }

    /** Whole servers: one reservation for each, in which the commands follow one another, given back when the last has ended. */
    @Test
    void wholeServers_runOneCommandAfterTheOther() throws Exception {
        Path file = file("""
                {"id": "one", "seconds": 2, "command": "echo $BERTH_RESERVATION > one.txt"},
                {"id": "two", "seconds": 2, "after": ["one"], "command": "echo $BERTH_RESERVATION > two.txt"},
                {"id": "three", "seconds": 2, "after": ["two"], "command": "echo $BERTH_RESERVATION > three.txt"}
                """);

        try (Subprocess run = start(file, "now+10m", "--spare", "dag_reserve")) {
            assertThat(run.rest()).contains("berth: one is done", "berth: three is done", "berth: w1 is done");
            assertThat(run.code()).isZero();
        }

        assertThat(List.of(read("one.txt"), read("two.txt"), read("three.txt"))).containsOnly("r1\n");
        assertThat(plan().path("states").path("finished").asInt()).isEqualTo(3);
        Ran server = Ran.with(new byte[0], shop.variables, Clock.systemUTC(), "show", "r1", "--json");
        assertThat(Shop.json(server).path("state").asText()).isNotIn("running", "waiting");
    }

    @Test
    void failure_isTriedAgain_asOftenAsAsked() throws Exception {
        Path file = file("""
                {"id": "flaky", "seconds": 2, "command": "echo try >> tries.txt; [ $(wc -l < tries.txt) -ge 3 ]"},
                {"id": "next", "seconds": 1, "after": ["flaky"], "command": "touch next.txt"}
                """);

        try (Subprocess run = start(file, "now+10m", "--retries", "2")) {
            assertThat(run.rest())
                    .contains("flaky failed, exit code 1; its output is in ", "; try 3 of 3 follows", "w1 is done");
            assertThat(run.code()).isZero();
        }

        assertThat(read("tries.txt")).isEqualTo("try\ntry\ntry\n");
        assertThat(work.resolve("next.txt")).exists();
    }

    @Test
    void failure_endsTheWorkflow_andGivesTheRestBack() throws Exception {
        Path file = file("""
                {"id": "bad", "seconds": 2, "command": "exit 3"},
                {"id": "long", "seconds": 60, "command": "trap 'touch stopped.txt; exit' TERM; sleep 60 & wait"},
                {"id": "never", "seconds": 1, "after": ["bad"], "command": "touch never.txt"}
                """);

        try (Subprocess run = start(file)) {
            assertThat(run.rest()).contains("bad failed, exit code 3", "w1 has failed");
            assertThat(run.code()).isEqualTo(1);
        }

        assertThat(work.resolve("stopped.txt")).exists();
        assertThat(work.resolve("never.txt")).doesNotExist();
        assertThat(plan().path("released").asBoolean()).isTrue();
    }

    @Test
    void whatTakesLonger_getsMoreTime_andTheRestMoves() throws Exception {
        // The long task leaves the first one hardly more than its seconds.
        Path file = file("""
                {"id": "slow", "seconds": 10,
                 "command": "trap 'touch told-to-end' TERM; while [ ! -e go ]; do sleep 0.1; done; touch slow.txt"},
                {"id": "long", "seconds": 240, "after": ["slow"], "command": "[ -e slow.txt ]"}
                """);

        try (Subprocess run = start(file, "now+6m")) {
            run.lineWith("slow takes longer; it has more time, and the rest is planned anew");
            Files.createFile(work.resolve("go"));
            assertThat(run.rest()).contains("w1 is done");
            assertThat(run.code()).isZero();
        }
        // More time is asked for before the command is told to end.
        assertThat(work.resolve("told-to-end")).doesNotExist();
    }

    @Test
    void whatTakesLonger_thanTheDeadlineAllows_isStopped() throws Exception {
        Path file = file("{\"id\": \"endless\", \"seconds\": 2, \"command\": \"sleep 60\"}");

        try (Subprocess run = start(file, "now+4s")) {
            assertThat(run.rest()).contains("endless ", "endless failed, its time was over");
            assertThat(run.code()).isEqualTo(1);
        }
    }

    @Test
    void ctrlC_stopsAll_andGivesTheSlotsBack() throws Exception {
        Path file = file("{\"id\": \"long\", \"seconds\": 60, \"command\": \"touch begun; sleep 60\"}");

        try (Subprocess run = start(file)) {
            await("begun");
            run.terminate();
            assertThat(run.rest()).containsSubsequence("w1 is stopped", "given back");
            assertThat(run.code()).isEqualTo(143);
        }
        assertThat(plan().path("released").asBoolean()).isTrue();
    }

    private Subprocess runOnBoth(String script) throws IOException {
        return Subprocess.berthWith(
                shop.variables,
                List.of(
                                "run",
                                "--pool",
                                "fast",
                                "--servers",
                                "2",
                                "--for",
                                "5m",
                                "--",
                                "sh",
                                "-c",
                                "cd " + work + "; " + script)
                        .toArray(String[]::new));
    }

    private void await(String file) throws InterruptedException {
        Awaitility.await(file)
                .atMost(Durations.TWO_MINUTES)
                .pollInterval(Duration.ofMillis(20))
                .until(() -> Files.exists(work.resolve(file)));
    }

    private Ran here(String... args) {
        Map<String, String> variables = new HashMap<>(shop.variables);
        variables.put("PATH", System.getenv("PATH"));
        List<String> all = new ArrayList<>(List.of(args));
        all.addAll(List.of("--directory", work.toString()));
        return Ran.with(new byte[0], variables, Clock.systemUTC(), all.toArray(String[]::new));
    }

    /** The command takes its time to end after its reservation is cancelled, and the slot of the task has its servers already. */
    @Test
    void task_waitsForTheCommandBeforeIt() throws Exception {
        Path file = file("{\"id\": \"next\", \"seconds\": 60, \"command\": \"[ -e over ]\"}");

        try (Subprocess before =
                runOnBoth("trap 'touch told' TERM; touch begun; while [ ! -e go ]; do sleep 0.05; done; touch over")) {
            await("begun");
            Ran.with(new byte[0], shop.variables, Clock.systemUTC(), "cancel", "r1");
            // In this process, because the command before it is killed after 30 s.
            CompletableFuture<Ran> run = CompletableFuture.supplyAsync(
                    () -> here("workflow", "run", file.toString(), "--pool", "fast", "--deadline", "now+10m"),
                    task -> Thread.ofPlatform().start(task));
            Path log = work.resolve("berth-w1/1-next.log");
            Awaitility.await(log.toString())
                    .atMost(Durations.ONE_MINUTE)
                    .pollInterval(Duration.ofMillis(20))
                    .until(() ->
                            Files.exists(log) && Files.readString(log).contains("waits until the command that had"));
            await("told");
            Files.createFile(work.resolve("go"));
            assertThat(run.get(60, TimeUnit.SECONDS).err()).contains("next is done");
            before.lineWith("r1 was stopped: it is cancelled");
        }
    }

    /** The slots of a workflow that is stopped are free at once, but its tasks take their time to end. */
    @Test
    void task_isWaitedFor() throws Exception {
        Path file = file("""
                {"id": "deaf", "seconds": 60,
                 "command": "trap '' TERM; touch begun; while [ ! -e go ]; do sleep 0.05; done; touch over"}
                """);

        try (Subprocess run = start(file)) {
            await("begun");
            try (Subprocess next = runOnBoth("[ -e over ] && echo my turn")) {
                next.lineWith("waits for its servers in pool fast");
                run.terminate();
                next.lineWith("waits until the command that had its servers before has ended");
                Files.createFile(work.resolve("go"));
                next.lineWith("my turn");
            }
            assertThat(run.rest()).contains("w1 is stopped");
        }
    }

    @Test
    void killed_isResumed_withoutRunningAgainWhatIsDone() throws Exception {
        Path file = file("""
                {"id": "first", "seconds": 2, "command": "echo first >> done.txt"},
                {"id": "join", "seconds": 0, "after": ["first"]},
                {"id": "long", "seconds": 60, "after": ["join"],
                 "command": "echo $$ >> pids; touch begun; while [ ! -e go ]; do sleep 0.05; done; echo long >> done.txt"},
                {"id": "last", "seconds": 2, "after": ["long"], "command": "echo last >> done.txt"}
                """);

        try (Subprocess run = start(file, "now+10m", "--grace", "1s")) {
            await("begun");
            try (Subprocess second = resume(file)) {
                assertThat(second.rest()).contains("w1 is being run by another process");
                assertThat(second.code()).isEqualTo(2);
            }
            run.send("KILL");
            assertThat(run.code()).isEqualTo(137);
        }
        Files.delete(work.resolve("begun"));
        try (Subprocess run = resume(file)) {
            await("begun");
            List<String> pids = Files.readAllLines(work.resolve("pids"));
            assertThat(pids).hasSize(2);
            assertThat(lives(pids.getFirst())).isFalse();
            Files.createFile(work.resolve("go"));
            assertThat(run.rest()).contains("w1 is done").doesNotContain("first runs");
            assertThat(run.code()).isZero();
        }

        assertThat(read("done.txt")).isEqualTo("first\nlong\nlast\n");
        assertThat(plan().path("states").path("finished").asInt()).isEqualTo(3);
        try (Subprocess run = resume(file("{\"id\": \"other\", \"seconds\": 1, \"command\": \"true\"}"))) {
            assertThat(run.rest()).containsSubsequence("flow.json does not have", "w1");
            assertThat(run.code()).isEqualTo(2);
        }
    }

    /** One that has ended and was not asked for by its parent yet does not count. */
    private static boolean lives(String pid) throws IOException {
        Path status = Path.of("/proc", pid, "status");
        return Files.exists(status) && !Files.readString(status).contains("State:\tZ");
    }

    private Subprocess resume(Path file) throws IOException {
        return Subprocess.berthWith(
                shop.variables,
                "workflow",
                "resume",
                "w1",
                file.toString(),
                "--grace",
                "1s",
                "--directory",
                work.toString());
    }

    @Test
    void stoppedWhileTheServiceIsDown_endsAllTheSame() throws Exception {
        Path file = file("""
                {"id": "short", "seconds": 60, "command": "touch begun; while [ ! -e go ]; do sleep 0.05; done"},
                {"id": "long", "seconds": 60, "command": "echo $$ > pid; while :; do sleep 0.1; done"}
                """);

        Map<String, String> impatient = new HashMap<>(shop.variables);
        impatient.put("BERTH_WAIT", "1s");
        try (Subprocess run = start(impatient, file, "now+10m")) {
            await("begun");
            await("pid");
            shop.server.close();
            Files.createFile(work.resolve("go"));
            run.lineWith("short is done");
            run.terminate();
            assertThat(run.rest()).containsSubsequence("w1 is stopped", "reserved until they end", "does not answer");
            assertThat(run.code()).isEqualTo(143);
        }
        assertThat(Path.of("/proc", read("pid").strip())).doesNotExist();
    }

    @Test
    void dryRun_showsTheCommands_andBooksNothing() throws Exception {
        Path file = file("{\"id\": \"a\", \"seconds\": 60, \"command\": [\"echo\", \"hi\"]}");

        try (Subprocess run = start(file, "now+10m", "--dry-run")) {
            assertThat(run.rest()).startsWith("would be run\nTASK").contains("echo hi\n");
            assertThat(run.code()).isZero();
        }
        try (Subprocess run = start(file("{\"id\": \"a\", \"seconds\": 1}, {\"id\": \"b\", \"seconds\": 1}"))) {
            assertThat(run.rest()).contains("2 of 2 tasks cannot be run: a, b.");
            assertThat(run.code()).isEqualTo(2);
        }
        assertThat(Ran.with(new byte[0], shop.variables, Clock.systemUTC(), "workflow", "plans")
                        .out())
                .doesNotContain("w1");
    }
}
