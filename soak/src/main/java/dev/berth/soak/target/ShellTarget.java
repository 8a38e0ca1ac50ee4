package dev.berth.soak.target;

import dev.berth.cli.console.BadInput;
import dev.berth.cli.console.ExitCode;
import dev.berth.cli.console.Streams;
import dev.berth.soak.fuzz.Target;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.function.Function;
import picocli.CommandLine;

/** A command that reads standard input: it succeeds, or says what is wrong with the input. */
abstract class ShellTarget implements Target {
    /** Runs a command whose argument {@code -} is the input. */
    static void run(byte[] input, Function<Streams, CommandLine> command, String... arguments) throws Exception {
        PrintStream nowhere = new PrintStream(new ByteArrayOutputStream(), false, StandardCharsets.UTF_8);
        CommandLine line = command.apply(new Streams(new ByteArrayInputStream(input), nowhere, nowhere));
        CommandLine.ParseResult parsed = line.parseArgs(arguments);
        while (parsed.hasSubcommand()) {
            parsed = parsed.subcommand();
        }
        try {
            Object code = ((Callable<?>) parsed.commandSpec().userObject()).call();
            if (!code.equals(ExitCode.DONE) && !code.equals(ExitCode.REFUSED)) {
                throw new AssertionError("exit code " + code);
            }
        } catch (BadInput e) {
            // refused as documented
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
