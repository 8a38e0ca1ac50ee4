package dev.berth.soak.target;

import dev.berth.cli.Berth;
import dev.berth.cli.console.Environment;
import dev.berth.cli.console.ExitCode;
import dev.berth.cli.console.Streams;
import dev.berth.soak.fuzz.FuzzTarget;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Map;

/** A command that reads standard input: it succeeds, or says what is wrong with the input. */
abstract class ShellTarget implements FuzzTarget {
    /** Runs a command whose argument {@code -} is the input. */
    static void run(byte[] input, String... arguments) {
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        Streams streams = new Streams(
                new ByteArrayInputStream(input),
                new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8),
                new PrintStream(said, false, StandardCharsets.UTF_8));
        int code = Berth.run(arguments, new Environment(streams, Map.of(), Clock.systemUTC()));
        if (code == ExitCode.FAILED) {
            throw new AssertionError(said.toString(StandardCharsets.UTF_8));
        }
    }

    static Path file(String content) {
        try {
            Path file = Files.createTempFile("berth-fuzz", ".csv");
            file.toFile().deleteOnExit();
            return Files.writeString(file, content);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
