package dev.berth.cli.run.place;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.cli.host.Executables;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.awaitility.Awaitility;
import org.awaitility.Durations;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class CommandGroupTest {
    @TempDir
    private Path work;

    /** Files with the names and the content of Linux, wherever this runs. */
    @Test
    void members_areThoseOfTheGroupAndOfThoseBelow() throws IOException {
        Path below = Files.createDirectory(work.resolve("below"));
        Files.writeString(work.resolve("cgroup.procs"), "17\n0\n18\n");
        Files.writeString(below.resolve("cgroup.procs"), "19\n");
        CommandGroup group = new CommandGroup(work, List.of());

        assertThat(group.members()).containsExactly(17L, 18L, 19L);

        group.kill();
        assertThat(work.resolve("cgroup.kill")).as("a Linux without it").doesNotExist();
        Files.createFile(work.resolve("cgroup.kill"));
        group.kill();
        assertThat(work.resolve("cgroup.kill")).hasContent("1");
        assertThat(new CommandGroup(work.resolve("gone"), List.of()).members()).isEmpty();
    }

    @Test
    void aCommand_entersBeforeItBegins() throws Exception {
        CommandGroup group = CommandGroups.below(work).create("m").orElseThrow();
        Process process = new ProcessBuilder(group.entering(List.of("sh", "-c", "exit 7"))).start();

        assertThat(process.waitFor()).isEqualTo(7);
        assertThat(work.resolve("berth-m/cgroup.procs")).hasContent(Long.toString(process.pid()));
    }

    @Test
    void aGroupThatCannotBeEntered_isNone() throws IOException {
        assertThat(CommandGroups.below(work.resolve("nowhere")).create("m")).isEmpty();
        // One that was left by another with the same mark is not this one's.
        Files.createDirectory(work.resolve("berth-m"));
        assertThat(CommandGroups.below(work).create("m")).isEmpty();
    }

    /** Where this user may make groups, Linux itself: one write ends all, and the group is gone. */
    @Test
    void thisMachine_endsAWholeGroup_whereItHasAny() throws Exception {
        CommandGroups groups = CommandGroups.ofThisMachine(new Executables(System.getenv("PATH")), "/nowhere");
        Optional<CommandGroup> made = groups.create(Launch.newMark());
        if (made.isEmpty()) {
            Path own = Path.of(CommandGroups.path(Files.readString(Path.of("/proc/self/cgroup"))));
            assertThat(CommandGroups.root(Files.readString(Path.of("/proc/self/mountinfo")))
                            .map(root -> root.resolve(own))
                            .filter(Files::isWritable))
                    .as("where it could have been made")
                    .isEmpty();
            return;
        }
        CommandGroup group = made.get();
        Process process = new ProcessBuilder(
                        group.entering(List.of("sh", "-c", "env -i setsid sleep 600 & echo $!; exec sleep 600")))
                .start();
        try (var out = process.inputReader()) {
            long hidden = Long.parseLong(out.readLine());
            assertThat(group.members()).contains(process.pid(), hidden);
            group.kill();
            assertThat(process.waitFor()).isEqualTo(128 + 9);
            Awaitility.await("end of the group")
                    .atMost(Durations.ONE_MINUTE)
                    .pollInterval(Duration.ofMillis(10))
                    .until(() -> group.members().isEmpty());
        }
        group.remove();
        assertThat(group.directory()).doesNotExist();
    }

    /** Both versions side by side, and the one alone. */
    @Test
    void theHierarchy_isFoundAmongOthers() {
        assertThat(CommandGroups.root("""
                25 30 0:22 / /sys rw,nosuid - sysfs sysfs rw
                32 25 0:27 / /sys/fs/cgroup/unified rw,nosuid,nodev - cgroup2 cgroup2 rw,nsdelegate
                33 25 0:28 / /sys/fs/cgroup/systemd rw,nosuid - cgroup cgroup rw,xattr,name=systemd
                """)).contains(Path.of("/sys/fs/cgroup/unified"));
        assertThat(CommandGroups.root("32 25 0:27 / /sys/fs/cgroup rw shared:4 - cgroup2 cgroup2 rw\n"))
                .contains(Path.of("/sys/fs/cgroup"));
        assertThat(CommandGroups.root("32 25 0:27 /docker/1 /sys/fs/cgroup ro - cgroup2 cgroup rw\n"))
                .isEmpty();
        assertThat(CommandGroups.path("1:name=systemd:/x\n0::/user.slice/user-1000.slice/session-3.scope\n"))
                .isEqualTo("user.slice/user-1000.slice/session-3.scope");
        assertThat(CommandGroups.path("1:name=systemd:/x\n")).isEmpty();
    }
}
