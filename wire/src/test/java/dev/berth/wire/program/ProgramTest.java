package dev.berth.wire.program;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** How programs are kept within their limits. */
@Timeout(120)
class ProgramTest {
    private static final Duration LONG = Duration.ofMinutes(1);
    private static final int MOST = 100_000;

    private static Program shell(String script, String input) {
        return new Program(List.of("sh", "-c", script), Map.of("SEEN", "yes"), input, StandardCharsets.UTF_8);
    }

    @Test
    void run_keepsBothStreamsApart_andSaysTheCode() {
        assertThat(shell("cat; echo $SEEN ${HOME-none} >&2; exit 3", "given").run(LONG, MOST))
                .isEqualTo(new Ending.Exited(3, "given", "yes none\n"));
    }

    /** A pipe holds 64 kB: who writes first and reads then would wait for ever. */
    @Test
    void run_muchInput_meetsMuchOutput() {
        String much = "x".repeat(1_000_000);
        assertThat(shell("cat; cat /dev/zero | head -c 1000000 >&2", much).run(LONG, much.length()))
                .isInstanceOfSatisfying(Ending.Exited.class, exited -> {
                    assertThat(exited.out()).isEqualTo(much);
                    assertThat(exited.err())
                            .as("the beginning of the complaints")
                            .hasSize(64_000);
                });
    }

    @Test
    void run_inputThatNobodyReads_isNoFailure() {
        assertThat(shell("exit 0", "x".repeat(1_000_000)).run(LONG, MOST)).isEqualTo(new Ending.Exited(0, "", ""));
    }

    @Test
    void run_outputUpToTheLimit_isReadWhole_andNoMore() {
        assertThat(shell("head -c %d /dev/zero".formatted(MOST), "").run(LONG, MOST))
                .isInstanceOfSatisfying(
                        Ending.Exited.class, exited -> assertThat(exited.out()).hasSize(MOST));
        assertThat(shell("head -c %d /dev/zero".formatted(MOST + 1), "").run(LONG, MOST))
                .isEqualTo(new Ending.TooMuch());
        assertThat(shell("exec yes", "").run(LONG, MOST)).isEqualTo(new Ending.TooMuch());
    }

    /** Also what it has started: a child that keeps the output open must not be waited for. */
    @Test
    void run_tooLong_isEndedWithItsChildren_andQuoted(@TempDir Path directory) throws IOException {
        Path pid = directory.resolve("pid");
        Ending ending = shell("sleep 600 & echo $! >'%s'; echo waiting >&2; wait".formatted(pid), "")
                .run(Duration.ofSeconds(3), MOST);
        assertThat(ending).isEqualTo(new Ending.Late("waiting\n"));
        Optional<ProcessHandle> child =
                ProcessHandle.of(Long.parseLong(Files.readString(pid).strip()));
        child.ifPresent(each -> each.onExit().join());
    }

    @Test
    void run_missingProgram_says() {
        assertThat(Program.of(List.of("/nowhere/program")).run(LONG, MOST)).isInstanceOf(Ending.Failed.class);
    }

    @Test
    void run_interrupted_endsAndStaysInterrupted() {
        Thread.currentThread().interrupt();
        Ending ending = shell("sleep 600", "").run(LONG, MOST);
        assertThat(Thread.interrupted()).isTrue();
        assertThat(ending).isEqualTo(new Ending.Interrupted());
    }
}
