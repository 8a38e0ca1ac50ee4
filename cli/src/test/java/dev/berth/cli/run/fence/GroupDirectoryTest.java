package dev.berth.cli.run.fence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GroupDirectoryTest {
    @TempDir
    private Path work;

    @Test
    void killsAreCounted_byEitherVersion() throws IOException {
        Files.writeString(work.resolve("memory.oom_control"), "oom_kill_disable 0\nunder_oom 0\noom_kill 3\n");
        Files.writeString(work.resolve("memory.events"), "max 12\noom 1\noom_kill 2\noom_group_kill 1\n");
        GroupDirectory group = new GroupDirectory(work);

        assertThat(group.number("memory.oom_control", "oom_kill")).isEqualTo(3);
        assertThat(group.number("memory.events", "oom_kill")).isEqualTo(2);
        assertThat(group.number("nothing", "oom_kill")).isZero();
    }

    /** A null device takes every value, and keeps none. */
    @Test
    void aValueThatLinuxDoesNotKeep_isNotSet() throws IOException {
        Files.createSymbolicLink(work.resolve("memory.max"), Path.of("/dev/null"));
        GroupDirectory group = new GroupDirectory(work);

        assertThatThrownBy(() -> group.setBytes("memory.max", 1 << 20))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("1048576");
        assertThatThrownBy(() -> group.set("memory.max", "0")).isInstanceOf(IOException.class);
        group.set("pids.max", "40");
        assertThat(work.resolve("pids.max")).hasContent("40");
    }
}
