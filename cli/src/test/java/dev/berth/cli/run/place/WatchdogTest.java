package dev.berth.cli.run.place;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class WatchdogTest {
    /** The words with which it was started, from its mark on. */
    private static List<String> words(String mark) throws IOException {
        while (true) {
            for (ProcessHandle process : ProcessHandle.allProcesses().toList()) {
                Path line = Path.of("/proc", Long.toString(process.pid()), "cmdline");
                try {
                    List<String> words = List.of(
                            Files.readString(line, StandardCharsets.UTF_8).split("\0", -1));
                    // Not yet setsid, which has the same words.
                    if (words.contains(mark) && words.getFirst().equals("sh")) {
                        return words.subList(words.indexOf(mark), words.size());
                    }
                } catch (IOException e) {
                    // It has ended meanwhile.
                }
            }
        }
    }

    /** Whole seconds, rounded up, let a command live on while others have its servers. */
    @Test
    void killsByTheEnd_notAtTheNextWholeSecond() throws IOException {
        String mark = Launch.newMark();
        double before = ProcFiles.uptime();
        try (Watchdog watchdog = Watchdog.over(mark, Duration.ofMillis(60_250), Duration.ofMillis(250))) {
            assertThat(watchdog).isNotNull();
            double after = ProcFiles.uptime();
            List<String> words = words(mark);

            assertThat(Long.parseLong(words.get(3)) / 100.0).isBetween(before + 60.23, after + 60.25);
            assertThat(words.get(4)).isEqualTo("25");
        }
    }

    /** It notices within a second that its runner is not there, and waits no longer than the service does. */
    @Test
    void deadRunner_hasAGraceOfHalfAMinuteAtMost() throws IOException {
        String mark = Launch.newMark();
        try (Watchdog watchdog = Watchdog.over(mark, Duration.ofHours(1), Duration.ofMinutes(10))) {
            assertThat(watchdog).isNotNull();
            assertThat(words(mark).get(4)).isEqualTo("3000");
        }
    }
}
