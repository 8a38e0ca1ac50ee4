package dev.berth.cli.serve;

import dev.berth.cli.Environment;
import dev.berth.cli.ExitCode;
import dev.berth.cli.Failed;
import dev.berth.service.journal.SqliteJournal;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code berth backup}. */
@Command(
        name = "backup",
        description = "Copies all that a site has on disk into one file; the service may run meanwhile.")
public final class Backup implements Callable<Integer> {
    private final Environment environment;

    @Option(names = "--data", paramLabel = "DIR", required = true, description = "The data directory of the service.")
    @SuppressWarnings("NullAway.Init")
    private Path data;

    @Option(names = "--out", paramLabel = "FILE", required = true, description = "A file that does not exist yet.")
    @SuppressWarnings("NullAway.Init")
    private Path out;

    public Backup(Environment environment) {
        this.environment = environment;
    }

    @Override
    public Integer call() {
        try {
            SqliteJournal.backup(data, out);
        } catch (UncheckedIOException e) {
            throw new Failed("cannot back up " + data + " to " + out, e.getCause());
        }
        environment.streams().out().println("backed up " + data + " to " + out);
        return ExitCode.DONE;
    }
}
