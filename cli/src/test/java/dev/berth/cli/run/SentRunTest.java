package dev.berth.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.cli.console.Environment;
import dev.berth.cli.console.Streams;
import dev.berth.cli.remote.JsonTree;
import dev.berth.cli.run.ssh.SshCommand;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A host that does not answer; {@link OtherHostTest} has those that do. */
@Timeout(120)
class SentRunTest {
    @TempDir
    private Path work;

    private final BlockingQueue<Happening> happenings = new LinkedBlockingQueue<>();

    /** Somebody whose {@code ssh} connects, prints what a profile prints, and then says nothing more. */
    private Environment silent() throws IOException {
        Path ssh = Files.writeString(
                work.resolve("silent-ssh"),
                "#!/bin/sh\necho $$ >%s/process\necho Welcome\nexec sleep 600\n".formatted(work));
        Files.setPosixFilePermissions(ssh, PosixFilePermissions.fromString("rwxr-xr-x"));
        return new Environment(
                Streams.ofProcess(),
                Map.of("PATH", System.getenv("PATH"), SshCommand.VARIABLE, ssh.toString()),
                Clock.systemUTC());
    }

    private static RunNote note() {
        return RunNote.of(
                new RunNote.Order(
                        "http://127.0.0.1:1",
                        "",
                        "laptop",
                        List.of("true"),
                        new TimeLimits(Duration.ofSeconds(1), null, Duration.ZERO),
                        Overtime.Wish.NONE,
                        false,
                        Places.HERE,
                        false),
                "key",
                JsonTree.object());
    }

    private SentRun.Outcome run(Duration patience) throws Exception {
        Environment environment = silent();
        return new SentRun(environment, SshCommand.find(environment).orElseThrow(), happenings, "dgx1", patience)
                .run(note());
    }

    private void assertNothingIsLeft() throws IOException {
        long process = Long.parseLong(Files.readString(work.resolve("process")).strip());
        Awaitility.await("ssh is gone")
                .atMost(Duration.ofMinutes(1))
                .until(() -> ProcessHandle.of(process).isEmpty());
    }

    @Test
    void aHostThatDoesNotGreet_isGivenUp_andNamed() throws Exception {
        assertThat(run(Duration.ofSeconds(2)))
                .isInstanceOfSatisfying(
                        SentRun.Outcome.NothingRun.class,
                        nothing -> assertThat(nothing.why())
                                .contains("Host dgx1", "2 seconds", work + "/silent-ssh dgx1 true"));
        assertNothingIsLeft();
    }

    @Test
    void anInterruptedRun_needNotWait() throws Exception {
        happenings.add(new Happening.Signalled("INT"));
        assertThat(run(SentRun.GREETING)).isEqualTo(new SentRun.Outcome.NothingRun("Interrupted", 130));
    }

    /** Others give back what was booked for it two minutes after it was given away: it must not begin then. */
    @Test
    void itIsGivenUp_beforeOthersGiveItBack() {
        assertThat(SentRun.GREETING)
                .isEqualTo(Duration.ofSeconds(90))
                .isLessThan(Backlog.HANDED.minus(Duration.ofSeconds(20)));
    }
}
