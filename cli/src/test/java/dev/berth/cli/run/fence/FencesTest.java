package dev.berth.cli.run.fence;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.cli.host.Executables;
import dev.berth.cli.run.fence.HostLimits.Limit;
import dev.berth.cli.run.place.UserScope;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.awaitility.Durations;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Real control groups of this machine. What runs wild here does so inside a group whose limits were read back before, ends by itself soon
 * after it would have passed them, and is killed with its group in any case.
 */
@Timeout(120)
class FencesTest {
    /** More than the limit by less than 100 MiB; it does not grow further where the limit does not hold. */
    private static final String HOG = "head -c 150m /dev/zero | timeout -s KILL 20 tail -c 150m >/dev/null";

    /** Enough processes to be noticed, and no more. */
    private static final String BOMB =
            "i=0; while [ $i -lt 300 ]; do timeout -s KILL 10 sleep 9 & i=$((i + 1)); done; wait";

    private static final String COUNT =
            "i=0; while [ -e \"$0\" ]; do i=$((i + 1)); echo $i >\"$0.count\"; sleep 0.02; done";

    @TempDir
    private Path work;

    private final List<Fence> made = new ArrayList<>();

    private Fence fence(long memory, long cores, long processes) throws IOException {
        Fence fence = Fences.ofThisMachine(UserScope.limiting(
                        new Executables(System.getenv("PATH")),
                        Optional.ofNullable(System.getenv("XDG_RUNTIME_DIR")).orElse("")))
                .make(UUID.randomUUID().toString(), new HostLimits(memory, cores, processes));
        made.add(fence);
        assertThat(fence.missing())
                .as(
                        "limits that this machine cannot enforce; these tests need root and control groups for memory, cpu and pids,"
                                + " or a systemd that gives scopes with them")
                .isEmpty();
        assertThat(fence.held()).extracting(Limit::amount).containsExactly(memory, cores, processes);
        return fence;
    }

    private Process start(Fence fence, String... words) throws IOException {
        return new ProcessBuilder(fence.entering(List.of(words)))
                .redirectErrorStream(true)
                .redirectOutput(work.resolve("out").toFile())
                .start();
    }

    @AfterEach
    void killAndRemove() throws IOException {
        for (Fence fence : made) {
            for (GroupDirectory group : fence.groups()) {
                for (String process : group.words(GroupDirectory.PROCESSES)) {
                    if (!process.isEmpty()) {
                        ProcessHandle.of(Long.parseLong(process)).ifPresent(ProcessHandle::destroyForcibly);
                    }
                }
            }
            fence.remove();
            assertThat(fence.directories()).allSatisfy(each -> assertThat(each).doesNotExist());
        }
    }

    @Test
    void aHogIsKilled_andItsNeighbourGoesOn() throws Exception {
        Fence own = fence(64, 1, 64);
        Fence others = fence(64, 1, 64);
        Path stays = Files.createFile(work.resolve("stays"));
        Process neighbour = start(others, "sh", "-c", COUNT, stays.toString());
        long before = countedBeyond(0);

        Process hog = start(own, "sh", "-c", HOG);

        assertThat(hog.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(hog.exitValue()).isEqualTo(128 + 9);
        assertThat(own.killedForMemory()).isPositive();
        assertThat(own.outOfMemory("r1")).contains("r1", "64 MiB of memory", "--memory");
        assertThat(others.killedForMemory()).isZero();
        countedBeyond(before);
        endWell(neighbour, stays);
    }

    @Test
    void aCommandThatCrashes_isNoHog() throws Exception {
        Fence own = fence(64, 1, 64);
        Process crashes = start(own, "sh", "-c", "kill -s KILL $$");

        assertThat(crashes.waitFor()).isEqualTo(128 + 9);
        assertThat(own.killedForMemory()).isZero();
    }

    @Test
    void aForkBombIsHeld_andItsNeighbourGoesOn() throws Exception {
        Fence own = fence(64, 1, 40);
        Fence others = fence(64, 1, 64);
        Path stays = Files.createFile(work.resolve("stays"));
        Process neighbour = start(others, "sh", "-c", COUNT, stays.toString());
        long before = countedBeyond(0);

        Process bomb = start(own, "sh", "-c", BOMB);

        assertThat(bomb.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(work.resolve("out"))
                .as("what a shell says that may not fork")
                .content()
                .containsIgnoringCase("fork");
        // Those that were started live: the neighbour starts one process after the other beside them.
        countedBeyond(before);
        endWell(neighbour, stays);
    }

    @Test
    void coresAreHeld() throws Exception {
        Fence own = fence(64, 1, 64);
        Process process = start(own, "sh", "-c", "cat /proc/self/cgroup");

        assertThat(process.waitFor()).isZero();
        assertThat(work.resolve("out"))
                .content()
                .contains(own.directories().stream()
                        .map(each -> each.getFileName().toString())
                        .toList());
        assertThat(own.said()).hasSize(1).first().asString().contains("64 MiB of memory", "1 core", "64 processes");
    }

    /** Waits until the neighbour has counted further. */
    private long countedBeyond(long before) {
        Path file = work.resolve("stays.count");
        return Awaitility.await("the neighbour")
                .atMost(Durations.ONE_MINUTE)
                .pollInterval(Duration.ofMillis(10))
                .until(
                        () -> {
                            String text =
                                    Files.exists(file) ? Files.readString(file).strip() : "";
                            return text.isEmpty() ? 0 : Long.parseLong(text);
                        },
                        counted -> counted > before + 5);
    }

    private static void endWell(Process neighbour, Path stays) throws Exception {
        Files.delete(stays);
        assertThat(neighbour.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(neighbour.exitValue()).isZero();
    }
}
