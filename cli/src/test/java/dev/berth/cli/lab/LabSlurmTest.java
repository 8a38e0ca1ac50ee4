package dev.berth.cli.lab;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.cli.Ran;
import dev.berth.cli.Subprocess;
import dev.berth.sandbox.Sandbox;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Experiments as job arrays of a real Slurm. */
@Timeout(180)
class LabSlurmTest {
    private static Sandbox slurm;

    @TempDir
    Path work;

    private final Map<String, String> variables = new HashMap<>();

    @BeforeAll
    static void begin() {
        slurm = Sandbox.start(2);
    }

    @AfterAll
    static void end() {
        slurm.close();
    }

    @BeforeEach
    void open() {
        variables.putAll(slurm.environment());
        variables.put("PATH", System.getenv("PATH"));
    }

    @AfterEach
    void close() {
        drain("RESUME");
        slurm.run("scancel", "--user=" + slurm.user());
        slurm.await("the end of all jobs", () -> queue().isEmpty());
    }

    private static String queue() {
        return slurm.run("squeue", "--noheader", "--array", "--format=%j %K").orThrow();
    }

    private Path one() {
        return work.resolve("one");
    }

    /** Slurm replaces %j in the names of files. */
    private Path many() {
        return work.resolve("it's 5%j");
    }

    /** Command line of a sweep of six cells. */
    private static String[] line(Path out, String... options) {
        List<String> line = new ArrayList<>(List.of("lab", "run", "late-binding"));
        line.addAll(List.of("--loads", "0.5", "--slack", "12.5", "--literal-deadlines"));
        line.addAll(List.of("--runs", "1", "--jobs", "100", "--seed", "7"));
        line.addAll(List.of("--scale", "smoke", "--out", out.toString()));
        line.addAll(List.of(options));
        return line.toArray(String[]::new);
    }

    private Ran berth(String... args) {
        return Ran.with(new byte[0], variables, Clock.systemUTC(), args);
    }

    private void assertSameBytes() throws IOException {
        for (String file : List.of("data.csv", "claims.json", "plot.svg", "report.md")) {
            assertThat(many().resolve("late-binding").resolve(file))
                    .hasSameBinaryContentAs(one().resolve("late-binding").resolve(file));
        }
    }

    /** The first call is killed: the second finds a part that is finished, and the others in the queue. */
    @Test
    void sweep_goesOnWhereItStopped_andGivesTheSameBytesAsThisMachine() throws Exception {
        assertThat(berth(line(one())).code()).isZero();
        assertThat(berth(line(many(), "--part", "2/6")).out()).isEqualTo("late-binding: part 2/6 is kept\n");
        drain("DRAIN");

        try (Subprocess first = Subprocess.berthWith(variables, line(many(), "--on", "slurm"))) {
            assertThat(first.lineWith("submitted"))
                    .matches(
                            "late-binding: submitted 5 parts as Slurm job [0-9]+; 1 of 6 parts are finished, 0 in the queue");
            first.kill();
        }
        assertThat(queue().lines())
                .containsExactlyInAnyOrder(
                        "berth-late-binding 1",
                        "berth-late-binding 3",
                        "berth-late-binding 4",
                        "berth-late-binding 5",
                        "berth-late-binding 6");
        drain("RESUME");
        Ran second = berth(line(many(), "--on", "slurm"));

        assertThat(second.code()).as(second.toString()).isZero();
        assertThat(second.err()).startsWith("late-binding: nothing to submit; ");
        assertSameBytes();
        try (DirectoryStream<Path> left =
                Files.newDirectoryStream(many().resolve("late-binding"), "{finished-runs,slurm}*")) {
            assertThat(left).isEmpty();
        }
    }

    private void drain(String state) {
        slurm.run("scontrol", "update", "NodeName=ALL", "State=" + state, "Reason=test");
    }

    @Test
    void stopped_cancelsWhatIsLeft() throws Exception {
        drain("DRAIN");
        try (Subprocess run = Subprocess.berthWith(variables, line(many(), "--on", "slurm"))) {
            run.lineWith("submitted 6 parts");
            run.send("TERM");
            run.lineWith("Stopped, and the rest is cancelled in Slurm");
            assertThat(run.code()).isEqualTo(143);
        }
        assertThat(queue()).isEmpty();
    }

    @Test
    void partsThatEndWithoutResults_areSaid() throws Exception {
        drain("DRAIN");
        try (Subprocess run = Subprocess.berthWith(variables, line(many(), "--on", "slurm"))) {
            run.lineWith("submitted 6 parts");
            slurm.run("scancel", "--user=" + slurm.user());
            assertThat(run.rest())
                    .containsSubsequence("late-binding: ", "without their results; see ")
                    .contains("run the same command to continue");
            assertThat(run.code()).isEqualTo(3);
        }
    }

    @Test
    void whatCannotBe_isSaidFirst() {
        assertThat(berth(line(many(), "--on", "moon")).err()).contains("--on: \"moon\"");
        assertThat(berth(line(many(), "--on", "slurm", "--part", "1/2")).err()).contains("--on and --part");
        assertThat(berth(line(many(), "--part", "3/2")).err()).containsSubsequence("--part: \"3/2\"", "3/24");
        variables.put("PATH", work.toString());
        assertThat(berth(line(many(), "--on", "slurm")).err()).contains("program sbatch");
        assertThat(many()).doesNotExist();
    }
}
