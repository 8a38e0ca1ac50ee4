package dev.berth.cli.run.fence;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.cli.run.fence.HostLimits.Limit;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HostLimitsTest {
    @Test
    void processes_areAQuarterOfWhatTheKernelAllows(@TempDir Path kernel) throws Exception {
        Files.writeString(kernel.resolve("pid_max"), "4194304\n");
        Files.writeString(kernel.resolve("threads-max"), "192731\n");
        assertThat(HostLimits.processes(kernel)).isEqualTo(192_731 / 4);
        Files.writeString(kernel.resolve("pid_max"), "2048\n");
        assertThat(HostLimits.processes(kernel)).isEqualTo(1_024);
    }

    /** The kernel's own files are read differently from others. */
    @Test
    void thisKernel_isReadWhole() throws Exception {
        Process cat = new ProcessBuilder("cat", "/proc/sys/kernel/pid_max", "/proc/sys/kernel/threads-max").start();
        String text = new String(cat.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
        long least = text.lines().mapToLong(Long::parseLong).min().orElseThrow();

        assertThat(HostLimits.processes(Path.of("/proc/sys/kernel"))).isEqualTo(Math.max(1_024, least / 4));
    }

    @Test
    void partsWithoutMemoryAndCores_haveNoLimits() {
        assertThat(HostLimits.ofParts(Map.of("gpu", 2L))).isEqualTo(HostLimits.NONE);
        assertThat(HostLimits.ofParts(Map.of("gpu", 2L, "memory", 64L)).all())
                .extracting(Limit::kind)
                .containsExactly(Limit.Kind.MEMORY, Limit.Kind.PROCESSES);
    }
}
