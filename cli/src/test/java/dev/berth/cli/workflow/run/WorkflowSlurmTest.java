package dev.berth.cli.workflow.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.cli.Ran;
import dev.berth.cli.Subprocess;
import dev.berth.cli.remote.Shop;
import dev.berth.sandbox.Sandbox;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code berth workflow run --via slurm}, with a real Slurm in which the test keeps the reservations. */
@Timeout(120)
class WorkflowSlurmTest {
    @TempDir
    Path work;

    private Sandbox slurm;
    private Shop shop;
    private final Map<String, String> variables = new HashMap<>();

    @BeforeEach
    void open() {
        slurm = Sandbox.start(3);
        shop = new Shop(work, Clock.systemUTC());
        variables.putAll(shop.variables);
        variables.putAll(slurm.environment());
        variables.put("PATH", System.getenv("PATH"));
    }

    @AfterEach
    void close() {
        shop.close();
        slurm.close();
    }

    @Test
    void tasks_areJobs_eachInTheReservationOfItsSlot() throws Exception {
        Path file = Files.writeString(work.resolve("flow.json"), """
                {"name": "flow", "tasks": [
                {"id": "one", "seconds": 60, "command": "echo 1 > one.txt; echo $BERTH_TASK on $SLURM_JOB_NODELIST"},
                {"id": "two", "seconds": 60, "command": ["sh", "-c", "echo 2 > two.txt"]},
                {"id": "sum", "seconds": 60, "after": ["one", "two"], "command": "cat one.txt two.txt > sum.txt; false"}]}
                """);
        try (Subprocess run = Subprocess.berthWith(
                variables,
                "workflow",
                "run",
                file.toString(),
                "--via",
                "slurm",
                "--pool",
                "fast",
                "--deadline",
                "now+20m",
                "--directory",
                work.toString())) {
            for (String node : List.of("c1", "m1", "g1")) {
                String line = run.lineWith("waits until Slurm has its reservation");
                reserve(line.substring(line.lastIndexOf(' ') + 1), node);
            }
            assertThat(run.rest()).contains("berth: sum failed, exit code 1", "w1 has failed");
            assertThat(run.code()).isEqualTo(1);
        }

        assertThat(work.resolve("sum.txt")).hasContent("1\n2\n");
        assertThat(work.resolve("berth-w1/1-one.log")).content().matches("one on [cm]1\n");
        assertThat(slurm.run("squeue", "--noheader").orThrow()).isEmpty();
    }

    /** The job of the run that was killed goes on in Slurm: it is cancelled before its task runs again. */
    @Test
    void killed_isResumed() throws Exception {
        Path file = Files.writeString(work.resolve("flow.json"), """
                {"name": "flow", "tasks": [{"id": "long", "seconds": 300,
                 "command": "touch begun; while [ ! -e go ]; do sleep 0.1; done; echo done > done.txt"}]}
                """);
        String[] options = {"--via", "slurm", "--grace", "1s", "--directory", work.toString()};
        try (Subprocess run = Subprocess.berthWith(
                variables,
                words(
                        List.of("workflow", "run", file.toString(), "--pool", "fast", "--deadline", "now+20m"),
                        options))) {
            String line = run.lineWith("waits until Slurm has its reservation");
            reserve(line.substring(line.lastIndexOf(' ') + 1), "c1");
            slurm.await("begun", () -> Files.exists(work.resolve("begun")));
            run.send("KILL");
            assertThat(run.code()).isEqualTo(137);
        }
        String first = jobs();
        Files.delete(work.resolve("begun"));
        try (Subprocess run =
                Subprocess.berthWith(variables, words(List.of("workflow", "resume", "w1", file.toString()), options))) {
            slurm.await("begun again", () -> Files.exists(work.resolve("begun")));
            assertThat(jobs()).isNotEqualTo(first).hasLineCount(1);
            Files.createFile(work.resolve("go"));
            assertThat(run.rest()).contains("w1 is done");
            assertThat(run.code()).isZero();
        }
        assertThat(work.resolve("done.txt")).hasContent("done");
    }

    private String jobs() {
        return slurm.run("squeue", "--noheader", "--format=%i %T").orThrow();
    }

    private static String[] words(List<String> first, String... more) {
        return Stream.concat(first.stream(), Stream.of(more)).toArray(String[]::new);
    }

    private void reserve(String name, String node) {
        slurm.run(
                        "scontrol",
                        "create",
                        "reservation",
                        "ReservationName=" + name,
                        "Nodes=" + node,
                        "StartTime=now",
                        "Duration=10",
                        "Users=" + slurm.user())
                .orThrow();
    }

    @Test
    void withoutSlurm_nothingIsBooked() throws Exception {
        Path file = Files.writeString(
                work.resolve("flow.json"),
                "{\"name\": \"flow\", \"tasks\": [{\"id\": \"one\", \"seconds\": 60, \"command\": \"true\"}]}");
        variables.put("PATH", work.toString());

        Ran ran = Ran.with(
                new byte[0],
                variables,
                Clock.systemUTC(),
                "workflow",
                "run",
                file.toString(),
                "--via",
                "slurm",
                "--deadline",
                "now+20m");

        assertThat(ran.code()).isEqualTo(2);
        assertThat(ran.err()).contains("program sbatch");
    }
}
