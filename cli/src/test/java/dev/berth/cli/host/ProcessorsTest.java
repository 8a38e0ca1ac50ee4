package dev.berth.cli.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.berth.cli.console.Failed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProcessorsTest {
    @TempDir
    private Path proc;

    private Processors read(String cpuinfo, String meminfo) throws IOException {
        Files.writeString(proc.resolve("cpuinfo"), cpuinfo);
        Files.writeString(proc.resolve("meminfo"), meminfo);
        return Processors.read(proc);
    }

    @Test
    void threadsOfACore_areOneCore() throws IOException {
        StringBuilder cpuinfo = new StringBuilder();
        for (int thread = 0; thread < 16; thread++) {
            cpuinfo.append("processor\t: %d\nmodel name\t: Xeon\nphysical id\t: %d\ncore id\t\t: %d\n\n"
                    .formatted(thread, thread % 2, thread / 2 % 4));
        }
        assertThat(read(cpuinfo.toString(), "MemTotal:       528280212 kB\nMemFree: 1 kB\n"))
                .isEqualTo(new Processors(2, 8, 504));
    }

    @Test
    void processorsThatDoNotSay_areCoresOfOneSocket() throws IOException {
        assertThat(read(
                        "processor\t: 0\nBogoMIPS\t: 50\n\nprocessor\t: 1\n\nHardware\t: any\n",
                        "MemTotal: 1048576 kB\n"))
                .isEqualTo(new Processors(1, 2, 1));
    }

    @Test
    void garbage_isSaid() {
        assertThatExceptionOfType(Failed.class)
                .isThrownBy(() -> read("hello", "MemTotal: 1 kB\n"))
                .withMessageContaining("/proc/cpuinfo lists none");
        assertThatExceptionOfType(Failed.class)
                .isThrownBy(() -> read("processor\t: 0\n", "nothing"))
                .withMessageContaining("no MemTotal");
    }

    @Test
    void thisMachine_hasSome() {
        assertThat(Processors.read().cores()).isPositive();
    }
}
