package dev.berth.cli.serve;

import dev.berth.cli.console.BadInput;
import dev.berth.cli.console.Environment;
import dev.berth.cli.console.ExitCode;
import dev.berth.cli.console.Failed;
import dev.berth.service.journal.DamagedJournal;
import dev.berth.service.journal.JournalUnavailable;
import dev.berth.service.journal.sqlite.SqliteJournal;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code berth restore}. */
@Command(name = "restore", description = "Makes a data directory of a backup, and reads it through to the end.")
public final class Restore implements Callable<Integer> {
    private final Environment environment;

    @Option(names = "--from", paramLabel = "FILE", required = true, description = "What berth backup wrote.")
    @SuppressWarnings("NullAway.Init")
    private Path from;

    @Option(
            names = "--data",
            paramLabel = "DIR",
            required = true,
            description = "A directory that is empty or not there.")
    @SuppressWarnings("NullAway.Init")
    private Path data;

    public Restore(Environment environment) {
        this.environment = environment;
    }

    @Override
    public Integer call() {
        Logs.warningsOnly();
        try {
            SqliteJournal.restore(from, data)
                    .damage()
                    .ifPresent(damage -> environment
                            .streams()
                            .err()
                            .println(
                                    "Warning: the snapshot in " + from + " is damaged. All entries are whole; the first"
                                            + " start rebuilds the snapshot from them."));
        } catch (DamagedJournal e) {
            throw new Failed(e.getMessage() + "; this backup cannot be used, take another");
        } catch (JournalUnavailable e) {
            throw new Failed(String.valueOf(e.getMessage()));
        } catch (UncheckedIOException e) {
            if (e.getCause() instanceof DirectoryNotEmptyException) {
                throw new BadInput("--data: " + data + " is not empty; a backup is restored into an empty directory");
            }
            throw new Failed("cannot restore " + from + " into " + data, e.getCause());
        }
        environment.streams().out().println("restored " + from + " into " + data + "; start it with berth serve");
        return ExitCode.DONE;
    }
}
