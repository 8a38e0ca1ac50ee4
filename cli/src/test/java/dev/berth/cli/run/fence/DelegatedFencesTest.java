package dev.berth.cli.run.fence;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.cli.run.fence.HostLimits.Limit;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Fences of cgroup v2 without systemd. On a machine of cgroup v2 the groups are real; on one of cgroup v1, where {@code FencesTest} lets real
 * groups hold real commands, they are directories, and these tests are about which groups are made and what is written there.
 */
@Timeout(120)
class DelegatedFencesTest {
    private static final HostLimits LIMITS = new HostLimits(64, 1, 40);
    private static final List<String> HOG =
            List.of("sh", "-c", "head -c 150m /dev/zero | timeout -s KILL 20 tail -c 150m >/dev/null");

    @TempDir
    private Path work;

    private final String mark = UUID.randomUUID().toString();

    private static String content(Path file) throws IOException {
        return Files.readString(file).strip();
    }

    @Test
    void theGroupOfACommand_isBesideThatOfBerth_withItsLimits() throws Exception {
        try (DelegatedTree tree = DelegatedTree.handing(work, "memory", "cpu", "pids")) {
            Fence fence = new DelegatedFences(tree.seenFromHere()).make(mark, LIMITS);

            assertThat(fence.missing()).isEmpty();
            assertThat(fence.held()).extracting(Limit::amount).containsExactly(64L, 1L, 40L);
            Path group = tree.above().resolve("berth-limits-" + mark);
            assertThat(fence.directories()).containsExactly(group);
            assertThat(fence.unified()).contains(new GroupDirectory(group));
            assertThat(content(group.resolve("memory.max"))).isEqualTo(Long.toString(64L << 20));
            assertThat(content(group.resolve("cpu.max"))).isEqualTo("100000 100000");
            assertThat(content(group.resolve("pids.max"))).isEqualTo("40");
            assertThat(fence.said()).singleElement().asString().contains("64 MiB of memory", "1 core", "40 processes");
            fence.remove();
            if (tree.isReal()) {
                assertThat(group).doesNotExist();
            }
        }
    }

    @Test
    void theCommand_isInItsGroup_fromItsFirstInstruction() throws Exception {
        try (DelegatedTree tree = DelegatedTree.handing(work, "memory")) {
            Fence fence = new DelegatedFences(tree.seenFromHere()).make(mark, new HostLimits(64, 0, 0));
            Path processes = fence.directories().getFirst().resolve(GroupDirectory.PROCESSES);
            Process command = new ProcessBuilder(
                            fence.entering(List.of("sh", "-c", "cat \"$0\"; echo me $$", processes.toString())))
                    .redirectErrorStream(true)
                    .start();

            assertThat(command.waitFor(1, TimeUnit.MINUTES)).isTrue();
            assertThat(new String(command.getInputStream().readAllBytes(), StandardCharsets.UTF_8).lines())
                    .contains(Long.toString(command.pid()), "me " + command.pid());
            fence.remove();
        }
    }

    @Test
    void aCommandThatCannotEnter_isNotStarted() throws Exception {
        try (DelegatedTree tree = DelegatedTree.handing(work, "memory")) {
            Fence fence = new DelegatedFences(tree.seenFromHere()).make(mark, new HostLimits(64, 0, 0));
            List<String> words =
                    fence.entering(List.of("touch", work.resolve("started").toString()));
            Path group = fence.directories().getFirst();
            tree.emptied(group);
            fence.remove();
            assertThat(group).doesNotExist();

            Process command =
                    new ProcessBuilder(words).redirectErrorStream(true).start();
            assertThat(command.waitFor()).isEqualTo(126);
            assertThat(new String(command.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                    .contains("cannot enter the control group " + group, "not started");
            assertThat(work.resolve("started")).doesNotExist();
        }
    }

    /** Stands for a container that was given a limit of memory alone. */
    @Test
    void whatTheGroupAboveDoesNotHandDown_isNamed_andTheRestHolds() throws Exception {
        try (DelegatedTree tree = DelegatedTree.handing(work, "memory")) {
            Fence fence = new DelegatedFences(tree.seenFromHere()).make(mark, LIMITS);

            assertThat(fence.held()).extracting(Limit::kind).containsExactly(Limit.Kind.MEMORY);
            assertThat(fence.missing())
                    .extracting(Fence.Missing::why)
                    .containsExactly(
                            tree.above() + " does not hand cpu down to its groups",
                            tree.above() + " does not hand pids down to its groups");
            assertThat(fence.directories().getFirst().resolve("memory.max")).exists();
            assertThat(fence.directories().getFirst().resolve("cpu.max")).doesNotExist();
            fence.remove();
        }
    }

    @Test
    void whereNoGroupHandsMemoryDown_nothingIsMade_andItIsSaidWhere() throws Exception {
        try (DelegatedTree tree = DelegatedTree.handing(work)) {
            Fence fence = new DelegatedFences(tree.seenFromHere()).make(mark, LIMITS);

            assertThat(fence.held()).isEmpty();
            assertThat(fence.groups()).isEmpty();
            assertThat(fence.said())
                    .singleElement()
                    .asString()
                    .contains("64 MiB of memory, 1 core, 40 processes", "above " + tree.here(), "delegated");
            assertThat(fence.entering(List.of("true"))).containsExactly("true");
            assertThat(tree.commands()).isEmpty();
        }
    }

    /** The root of a container's view may have processes in it and hand memory down. */
    @Test
    void aProcessInTheRoot_hasItsCommandsBelowIt() throws Exception {
        try (DelegatedTree tree = DelegatedTree.handing(work, "memory")) {
            if (!tree.isReal()) {
                Files.writeString(tree.root().resolve("cgroup.subtree_control"), "memory\n");
            }
            Fence fence = new DelegatedFences(tree.seenFromTheRoot()).make(mark, new HostLimits(64, 0, 0));

            assertThat(fence.missing()).isEmpty();
            assertThat(fence.directories()).containsExactly(tree.root().resolve("berth-limits-" + mark));
            fence.remove();
        }
    }

    @Test
    void memoryThatIsOverdrawn_isCounted() throws Exception {
        try (DelegatedTree tree = DelegatedTree.handing(work, "memory")) {
            Fence fence = new DelegatedFences(tree.seenFromHere()).make(mark, new HostLimits(64, 0, 0));
            assertThat(fence.killedForMemory()).isZero();

            assertThat(tree.overdraw(fence, HOG)).isEqualTo(128 + 9);

            assertThat(fence.killedForMemory()).isEqualTo(1);
            fence.remove();
        }
    }

    /** Somebody who may not make groups is told so, and has no half-made one. */
    @Test
    void aGroupThatCannotBeMade_isNamed() throws Exception {
        try (DelegatedTree tree = DelegatedTree.handing(work, "memory", "cpu", "pids")) {
            Path taken = tree.above().resolve("berth-limits-" + mark);
            Files.createDirectory(taken);
            Fence fence = new DelegatedFences(tree.seenFromHere()).make(mark, LIMITS);

            assertThat(fence.held()).isEmpty();
            assertThat(fence.missing())
                    .hasSize(3)
                    .allSatisfy(each -> assertThat(each.why()).contains(taken.toString()));
            Files.delete(taken);
        }
    }
}
