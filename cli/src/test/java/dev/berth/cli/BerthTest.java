package dev.berth.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.cli.console.Environment;
import dev.berth.cli.console.Streams;
import java.io.ByteArrayOutputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BerthTest {
    /** Cannot be read. */
    private static final class BrokenStream extends FilterInputStream {
        private final Runnable failing;

        BrokenStream(Runnable failing) {
            super(InputStream.nullInputStream());
            this.failing = failing;
        }

        @Override
        public int read(byte[] bytes, int offset, int length) {
            failing.run();
            return -1;
        }
    }

    @Test
    void help_namesTheCommandsAndTheExitCodes() {
        Ran ran = Ran.berth("--help");

        assertThat(ran.code()).isZero();
        assertThat(ran.out()).contains("admit", "demo", "2 bad usage or bad input");
        assertThat(ran.err()).isEmpty();
    }

    @Test
    void version_namesTheProgram() {
        assertThat(Ran.berth("--version").out()).startsWith("berth ");
        assertThat(Ran.berth("demo", "--version").out()).startsWith("berth ");
    }

    @Test
    void noCommand_isBadUsage() {
        Ran ran = Ran.berth();

        assertThat(ran.code()).isEqualTo(2);
        assertThat(ran.err()).isEqualTo("Missing command\nSee: berth --help\n");
    }

    @Test
    void unknownCommand_suggestsOne() {
        Ran ran = Ran.berth("admitt");

        assertThat(ran.code()).isEqualTo(2);
        assertThat(ran.err()).isEqualTo("Unknown command: admitt\nDid you mean: admit?\nSee: berth --help\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"zebra", "nonsense", "x"})
    void unknownCommand_unlikeAll_suggestsNone(String name) {
        assertThat(Ran.berth(name).err()).isEqualTo("Unknown command: " + name + "\nSee: berth --help\n");
    }

    @Test
    void helpOnAnUnknownCommand_isBadUsage() {
        Ran ran = Ran.berth("nonsense", "--help");

        assertThat(ran.code()).isEqualTo(2);
        assertThat(ran.out()).isEmpty();
        assertThat(ran.err()).startsWith("Unknown command: nonsense\n");
        assertThat(Ran.berth("workflow", "nonsense", "--help").code()).isEqualTo(2);
    }

    @Test
    void missingOption_isNamed() {
        Ran ran = Ran.berth("admit", "--jobs", "jobs.csv");

        assertThat(ran.code()).isEqualTo(2);
        assertThat(ran.err()).isEqualTo("Missing required option: --pools FILE\nSee: berth admit --help\n");
    }

    @Test
    void unexpectedFailure_isOneLineAndThree_andATraceWithDebug() {
        InputStream broken = new BrokenStream(() -> {
            throw new IllegalStateException("no stream today");
        });

        assertThat(errorOf(broken, "admit", "--pools", "-", "--jobs", "none"))
                .containsSubsequence("IllegalStateException", "no stream today", "--debug");
        assertThat(errorOf(broken, "admit", "--pools", "-", "--jobs", "none", "--debug"))
                .contains("\tat ");
    }

    @Test
    void outOfMemory_saysHowToGiveMore() {
        InputStream greedy = new BrokenStream(() -> {
            throw new OutOfMemoryError();
        });

        assertThat(errorOf(greedy, "admit", "--pools", "-", "--jobs", "none")).contains("BERTH_JAVA_OPTS=-Xmx4g");
    }

    private static String errorOf(InputStream in, String... args) {
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        PrintStream out = new PrintStream(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8);

        assertThat(Berth.run(args, around(new Streams(in, out, new PrintStream(err, true, StandardCharsets.UTF_8)))))
                .isEqualTo(3);
        return err.toString(StandardCharsets.UTF_8);
    }

    @Test
    void standardOutputThatCannotBeWritten_isAFailure() {
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        OutputStream full = new OutputStream() {
            @Override
            public void write(int b) throws IOException {
                throw new IOException("full");
            }
        };
        Streams streams = new Streams(
                InputStream.nullInputStream(),
                new PrintStream(full, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8));

        assertThat(Berth.run(new String[] {"lab", "compare", "--jobs", "1"}, around(streams)))
                .isEqualTo(3);
        assertThat(err.toString(StandardCharsets.UTF_8)).startsWith("Cannot write to standard output: ");
    }

    private static Environment around(Streams streams) {
        return new Environment(streams, Map.of(), Clock.systemUTC());
    }
}
