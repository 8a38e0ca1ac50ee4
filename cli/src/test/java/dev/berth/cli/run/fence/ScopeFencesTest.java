package dev.berth.cli.run.fence;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.cli.run.fence.HostLimits.Limit;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Scopes of a systemd that is a script: what it is asked for, and what its answers are taken for. */
class ScopeFencesTest {
    private static final Hierarchies OWN = new Hierarchies(
            "32 25 0:27 / /sys/fs/cgroup rw - cgroup2 cgroup2 rw\n", "0::/user.slice/session-3.scope\n");
    private static final HostLimits LIMITS = new HostLimits(64, 2, 100);

    @TempDir
    private Path work;

    /** One that answers so when it is asked for a first scope, and starts every other command. */
    private Fence made(String mark, String answer) throws IOException {
        Path program = work.resolve("systemd-run");
        Files.writeString(program, """
                #!/bin/sh
                echo "$*" >>'%s/asked'
                case "$*" in *-probe.scope*) %s; exit ;; esac
                while [ "$1" != -- ]; do shift; done
                shift
                exec "$@"
                """.formatted(work, answer));
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
        return new ScopeFences(OWN, List.of(program.toString(), "--user", "--scope")).make(mark, LIMITS);
    }

    @Test
    void whatSystemdHasSet_isHeld_andTheRestIsNot() throws Exception {
        String mark = UUID.randomUUID().toString();
        Fence fence = made(
                mark,
                "printf '%s\\n' /user.slice/app.slice/berth-limits-" + mark
                        + "-probe.scope 'memory.max 67108864' 'cpu.max max 100000' 'pids.max 100'");

        assertThat(fence.held()).extracting(Limit::kind).containsExactly(Limit.Kind.MEMORY, Limit.Kind.PROCESSES);
        assertThat(fence.missing()).extracting(each -> each.limit().kind()).containsExactly(Limit.Kind.CORES);
        assertThat(fence.unified().orElseThrow().path())
                .isEqualTo(Path.of("/sys/fs/cgroup/user.slice/app.slice/berth-limits-" + mark + ".scope"));
        assertThat(work.resolve("asked"))
                .content()
                .contains(
                        "--unit=berth-limits-" + mark + "-probe.scope",
                        "MemoryMax=67108864",
                        "MemorySwapMax=0",
                        "CPUQuota=200%",
                        "TasksMax=100");
        assertThat(fence.said()).hasSize(2);

        Process command = new ProcessBuilder(fence.entering(List.of("sh", "-c", "echo $BERTH_RUN; exit 7")))
                .redirectOutput(work.resolve("out").toFile())
                .start();
        try {
            assertThat(command.waitFor()).isEqualTo(7);
            assertThat(Files.readString(work.resolve("asked")).lines().toList().getLast())
                    .contains("--unit=berth-limits-" + mark + ".scope", "MemoryMax=67108864");
        } finally {
            killKeeper();
        }
    }

    /** It keeps the scope until the count of killed processes was read; here is no scope that would be killed with it. */
    private void killKeeper() {
        ProcessHandle.allProcesses()
                .filter(each -> each.info().commandLine().orElse("").contains("sleep 2147483647"))
                .filter(each -> isStartedHere(each.pid()))
                .forEach(ProcessHandle::destroyForcibly);
    }

    private boolean isStartedHere(long process) {
        try {
            return Files.readSymbolicLink(Path.of("/proc/%d/cwd".formatted(process)))
                    .equals(Path.of("").toAbsolutePath());
        } catch (IOException e) {
            return false;
        }
    }

    @Test
    void aSystemdThatRefuses_holdsNothing_andSaysWhy() throws IOException {
        Fence refused = made("m", "echo 'Failed to connect to bus' >&2; exit 1");

        assertThat(refused.held()).isEmpty();
        assertThat(refused.said())
                .hasSize(1)
                .first()
                .asString()
                .contains("64 MiB of memory", "Failed to connect to bus");
        assertThat(made("m", "printf '%s\\n' /user.slice/session-3.scope").held())
                .as("a process that is not in its scope")
                .isEmpty();
    }
}
