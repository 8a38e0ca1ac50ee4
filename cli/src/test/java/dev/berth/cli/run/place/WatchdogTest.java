package dev.berth.cli.run.place;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;
import org.awaitility.Durations;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WatchdogTest {
    @TempDir
    private Path work;

    private static TimeLeft time(Duration left, Duration grace) {
        return new TimeLeft(Instant.EPOCH, left, grace);
    }

    /** Whole seconds, rounded up, let a command live on while others have its servers. */
    @Test
    void killsByTheEnd_notAtTheNextWholeSecond() {
        assertThat(Watchdog.order(
                        time(Duration.ofMillis(60_257), Duration.ofMillis(250)), 1234.56, Optional.empty(), List.of()))
                .isEqualTo("129481 25 \n");
    }

    /** The service waits no longer for a command whose runner is dead. */
    @Test
    void deadRunner_hasAGraceOfHalfAMinuteAtMost() {
        assertThat(Watchdog.order(time(Duration.ofHours(1), Duration.ofMinutes(10)), 0, Optional.empty(), List.of()))
                .isEqualTo("360000 3000 \n");
        assertThat(Watchdog.order(
                        time(Duration.ofSeconds(-1), Duration.ZERO),
                        7,
                        Optional.of(new CommandGroup(Path.of("/sys/fs/cgroup/a b"), List.of())),
                        List.of(Path.of("/sys/fs/cgroup/memory/c d"), Path.of("/sys/fs/cgroup/pids/c d"))))
                .isEqualTo("700 0 /sys/fs/cgroup/a b\n/sys/fs/cgroup/memory/c d\n/sys/fs/cgroup/pids/c d\n");
    }

    /** The runner is a process of its own, and is killed; what its command has hidden ends all the same. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    @Timeout(60)
    void killedRunner_leavesNothingHidden(boolean groups) throws Exception {
        Process runner = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                        LoneRunner.class.getName(),
                        Boolean.toString(groups),
                        work.toString())
                .inheritIO()
                .start();
        try {
            Awaitility.await("the hidden process")
                    .atMost(Durations.ONE_MINUTE)
                    .pollInterval(Duration.ofMillis(20))
                    .until(() -> {
                        assertThat(runner.isAlive()).isTrue();
                        return Files.exists(work.resolve("hidden")) && Files.size(work.resolve("hidden")) > 0;
                    });
            long hidden =
                    Long.parseLong(Files.readString(work.resolve("hidden")).strip());
            String mark = Files.readString(work.resolve("mark"));
            awaitLook(mark);
            assertThat(ProcFiles.seen(hidden)).isPresent();
            runner.destroyForcibly().waitFor();
            Awaitility.await("end of the hidden process")
                    .atMost(Durations.ONE_MINUTE)
                    .pollInterval(Duration.ofMillis(20))
                    .until(() -> ProcFiles.seen(hidden)
                            .filter(each -> !each.isOver())
                            .isEmpty());
            Awaitility.await("end of the watchdog")
                    .atMost(Durations.ONE_MINUTE)
                    .pollInterval(Duration.ofMillis(20))
                    .until(() -> !Watchdog.isWatching(mark));
        } finally {
            runner.destroyForcibly();
        }
    }

    /** Between two of its sleeps it has looked for orphans. */
    private static void awaitLook(String mark) throws InterruptedException {
        Set<Long> sleeps = new HashSet<>();
        Awaitility.await("three sleeps")
                .atMost(Durations.ONE_MINUTE)
                .pollInterval(Duration.ofMillis(20))
                .until(() -> {
                    List<ProcFiles.Seen> living = ProcFiles.living(0, 0);
                    Set<Long> watchdogs = living.stream()
                            .map(ProcFiles.Seen::number)
                            .filter(number -> ProcFiles.isCalled(number, "berth-watchdog", mark))
                            .collect(Collectors.toSet());
                    living.stream()
                            .filter(each -> watchdogs.contains(each.parent())
                                    && ProcFiles.isCalled(each.number(), "sleep", "1"))
                            .forEach(each -> sleeps.add(each.number()));
                    return sleeps.size() >= 3;
                });
    }

    @Test
    @Timeout(60)
    void notNeeded_ends() throws IOException, InterruptedException {
        Watchdog watchdog = Watchdog.ready(Launch.newMark());
        assertThat(watchdog.isAlive()).isTrue();

        watchdog.close();

        Awaitility.await("end of the watchdog")
                .atMost(Durations.ONE_MINUTE)
                .pollInterval(Duration.ofMillis(10))
                .until(() -> !watchdog.isAlive());
    }
}
