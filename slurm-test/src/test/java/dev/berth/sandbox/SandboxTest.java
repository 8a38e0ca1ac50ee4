package dev.berth.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class SandboxTest {
    @Test
    void start_makesNodesOfThreeKindsAndFakeOnes() {
        try (Sandbox slurm = Sandbox.start(SandboxShape.of(4).withFake(10))) {
            assertThat(slurm.run("sinfo", "-h", "-N", "-p", "all", "-o", "%N=%T")
                            .orThrow()
                            .lines())
                    .containsExactlyInAnyOrder("c1=idle", "c2=idle", "m1=idle", "g1=idle");
            slurm.run(
                            "scontrol",
                            "create",
                            "reservation",
                            "ReservationName=far",
                            "Nodes=f[1-10]",
                            "StartTime=now+1hour",
                            "Duration=60",
                            "Users=" + slurm.user())
                    .orThrow();
        }
    }

    @Test
    void controllerAndNodes_comeBackAfterTheyWereKilled() {
        try (Sandbox slurm = Sandbox.start(SandboxShape.of(2).withSilence(Duration.ofSeconds(20)))) {
            slurm.awaitNode("c1", "idle");
            assertThatThrownBy(() -> slurm.startNode("c1")).hasMessage("slurmd-c1 is running already");
            slurm.killNode("c1");
            assertThat(commandLines(slurm.directory())).noneMatch(line -> line.contains("slurmd -D -N c1"));
            slurm.killController();
            assertThat(commandLines(slurm.directory())).noneMatch(line -> line.contains("slurmctld -D"));
            assertThatThrownBy(slurm::awaitIdle).hasMessageContaining("slurmctld has ended");
            slurm.startController();
            slurm.startNode("c1");
            slurm.awaitIdle();
            assertThatThrownBy(() -> slurm.killNode("c9")).hasMessage("This sandbox has no slurmd-c9");
        }
    }

    @Test
    void mungeControllerAndNetwork_canFail_andComeBack() {
        try (Sandbox slurm = Sandbox.start(
                SandboxShape.of(2).withAnswer(Duration.ofSeconds(2)).withApart("c2"))) {
            slurm.killMunge();
            assertThat(commandLines(slurm.directory())).noneMatch(line -> line.contains("munged"));
            slurm.startMunge();
            slurm.awaitController();
            assertThat(slurm.environmentElsewhere(false)).containsKey("SLURM_CONF");

            slurm.pauseController();
            slurm.resumeController();
            slurm.awaitController();

            assertThat(slurm.cutBy()).isNotBlank();
            slurm.cutOff("c2");
            slurm.join("c2");
            slurm.endNode("c1");
            assertThat(commandLines(slurm.directory())).noneMatch(line -> line.contains("slurmd -D -N c1"));
            slurm.startNode("c1");
            slurm.awaitIdle();
        }
    }

    @Test
    void close_leavesNoProcessAndNoFile_andOthersAlone() {
        try (Sandbox other = Sandbox.start(1)) {
            Path directory;
            long job;
            try (Sandbox slurm = Sandbox.start(1)) {
                directory = slurm.directory();
                Path pid = directory.resolve("pid");
                String script = "echo $$ >" + pid + "; sleep 600";
                slurm.awaitJob(
                        slurm.run("sbatch", "--parsable", "--output=/dev/null", "--wrap", script)
                                .orThrow(),
                        "RUNNING");
                slurm.await("a line of the job", () -> read(pid).endsWith("\n"));
                job = Long.parseLong(read(pid).strip());
                assertThat(ProcessHandle.of(job).filter(ProcessHandle::isAlive)).isPresent();
                assertThat(other.run("squeue", "-h").orThrow()).isEmpty();
            }
            assertThat(directory).doesNotExist();
            assertThat(ProcessHandle.of(job).filter(ProcessHandle::isAlive)).isEmpty();
            assertThat(commandLines(directory)).isEmpty();
            other.awaitIdle();
        }
    }

    private static List<String> commandLines(Path directory) {
        return ProcessHandle.allProcesses()
                .flatMap(process -> process.info().commandLine().stream())
                .filter(line -> line.contains(directory.toString()))
                .toList();
    }

    private static String read(Path file) {
        try {
            return Files.exists(file) ? Files.readString(file) : "";
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void missingPrograms_areNamedWithTheirPackages() {
        SandboxPrograms ofThisMachine = SandboxPrograms.ofThisMachine();
        ofThisMachine.require();
        assertThat(ofThisMachine.locate("no-such-program")).isEqualTo("no-such-program");
        SandboxPrograms none = new SandboxPrograms("/nowhere", List.of());
        assertThatThrownBy(none::require)
                .hasMessageContainingAll(
                        "munged, slurmctld, slurmd, scontrol, sbatch",
                        "apt-get install munge slurmctld slurmd slurm-client");
    }

    @Test
    void shapes_haveAtLeastOneNode() {
        assertThatThrownBy(() -> SandboxShape.of(0)).hasMessageContaining("1 to 1000 nodes");
        assertThat(SandboxShape.of(8).names()).containsExactly("c1", "c2", "c3", "c4", "m1", "m2", "g1", "g2");
        assertThat(SandboxShape.of(1).names()).containsExactly("c1");
    }
}
