package dev.berth.cli;

import dev.berth.cli.command.BadUsage;
import dev.berth.cli.command.ShellProgram;
import dev.berth.cli.console.BadInput;
import dev.berth.cli.console.Environment;
import dev.berth.cli.console.ExitCode;
import dev.berth.cli.console.Failed;
import dev.berth.cli.console.OpenFiles;
import dev.berth.cli.console.Streams;
import dev.berth.cli.console.Version;
import dev.berth.words.Unreadable;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The program {@code berth}. */
public final class Berth {
    private Berth() {}

    public static void main(String[] args) {
        System.exit(run(args, Environment.ofProcess()));
    }

    /** Runs one command and returns the exit code; never throws. */
    public static int run(String[] args, Environment environment) {
        List<String> line = List.of(args);
        Streams streams = environment.streams();
        // Made now: when it is needed, no class can be loaded any more.
        OpenFiles files = new OpenFiles();
        int code;
        try {
            code = new ShellProgram(AllCommands.of(environment), Version::withCommit).run(line, streams.out());
        } catch (Throwable failure) {
            // An Error, such as too little memory, is explained as well.
            code = files.areTooFew(failure)
                    ? say(streams, OpenFiles.ADVICE, ExitCode.FAILED)
                    : report(failure, ShellProgram.isDebug(line), streams);
        }
        if (streams.out().checkError() && code == ExitCode.DONE) {
            streams.err().println("Cannot write to standard output: its reader has ended or the disk is full");
            return ExitCode.FAILED;
        }
        return code;
    }

    private static int report(Throwable failure, boolean isDebug, Streams streams) {
        if (isDebug) {
            failure.printStackTrace(streams.err());
        }
        return switch (failure) {
            case BadUsage bad ->
                say(streams, bad.getMessage() + "\nSee: " + bad.command() + " --help", ExitCode.BAD_INPUT);
            case BadInput bad -> say(streams, bad.getMessage(), ExitCode.BAD_INPUT);
            case Unreadable bad -> say(streams, bad.getMessage(), ExitCode.BAD_INPUT);
            case Failed failed -> say(streams, failed.getMessage(), ExitCode.FAILED);
            case OutOfMemoryError e ->
                say(streams, "Out of memory. Allow more with BERTH_JAVA_OPTS=-Xmx4g", ExitCode.FAILED);
            default ->
                say(
                        streams,
                        "berth failed unexpectedly: " + failure + "; please report this with the output of --debug",
                        ExitCode.FAILED);
        };
    }

    private static int say(Streams streams, @Nullable String message, int code) {
        streams.err().println(message);
        return code;
    }
}
