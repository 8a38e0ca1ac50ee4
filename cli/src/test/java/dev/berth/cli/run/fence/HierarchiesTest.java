package dev.berth.cli.run.fence;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class HierarchiesTest {
    @Test
    void legacyControllers_areFoundBesideEachOther_alsoInAContainer() {
        Hierarchies own = new Hierarchies("""
                32 25 0:27 / /sys/fs/cgroup/unified rw,nosuid - cgroup2 cgroup2 rw,nsdelegate
                33 25 0:28 / /sys/fs/cgroup/cpu,cpuacct rw,nosuid - cgroup cgroup rw,cpu,cpuacct
                34 25 0:29 /docker/1 /sys/fs/cgroup/memory ro,nosuid - cgroup cgroup rw,memory
                """, """
                5:cpu,cpuacct:/user.slice
                4:memory:/docker/1/x
                3:pids:/
                0::/user.slice/session-3.scope
                """);

        assertThat(own.legacy("cpu")).contains(group("/sys/fs/cgroup/cpu,cpuacct/user.slice"));
        assertThat(own.legacy("memory")).contains(group("/sys/fs/cgroup/memory/x"));
        assertThat(own.legacy("pids")).as("not mounted").isEmpty();
        assertThat(own.unified()).contains(group("/sys/fs/cgroup/unified/user.slice/session-3.scope"));
        assertThat(own.unifiedRoot()).contains(Path.of("/sys/fs/cgroup/unified"));
    }

    /** The group is outside of what the container sees. */
    @Test
    void aGroupThatIsNotShown_isNone() {
        Hierarchies own =
                new Hierarchies("34 25 0:29 /docker/1 /sys/fs/cgroup rw - cgroup2 cgroup rw\n", "0::/docker/2\n");

        assertThat(own.unified()).isEmpty();
        assertThat(own.legacy("memory")).isEmpty();
        assertThat(own.unifiedRoot()).isEmpty();
    }

    private static GroupDirectory group(String path) {
        return new GroupDirectory(Path.of(path));
    }
}
