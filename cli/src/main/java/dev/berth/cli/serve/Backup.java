package dev.berth.cli.serve;

import dev.berth.cli.console.Environment;
import dev.berth.cli.console.ExitCode;
import dev.berth.cli.console.Failed;
import dev.berth.service.journal.DamagedJournal;
import dev.berth.service.journal.JournalUnavailable;
import dev.berth.service.journal.sqlite.SqliteJournal;
import dev.berth.service.journal.sqlite.Verified;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code berth backup}. */
@Command(
        name = "backup",
        description = {
            "Copies all that a site has on disk into one file; the service may run meanwhile.",
            "The copy is read again and compared with its check sums before it gets its name."
        })
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
        Logs.warningsOnly();
        try {
            Verified copy = SqliteJournal.backup(data, out);
            copy.damage()
                    .ifPresent(
                            damage -> environment
                                    .streams()
                                    .err()
                                    .println(
                                            "Warning: the snapshot of " + data
                                                    + " is damaged and was left out of the backup."
                                                    + " All entries are whole: restart the service to rebuild the snapshot from them."));
            environment
                    .streams()
                    .out()
                    .println("backed up " + data + " to " + out + " and verified: " + copy.last()
                            + (copy.last() == 1 ? " entry" : " entries"));
            return ExitCode.DONE;
        } catch (DamagedJournal e) {
            throw new Failed(e.getMessage() + "; no backup was written. Keep older backups, and check the journal with"
                    + " berth journal verify --data " + data);
        } catch (JournalUnavailable e) {
            throw new Failed(String.valueOf(e.getMessage()));
        } catch (UncheckedIOException e) {
            throw new Failed("cannot back up " + data + " to " + out, e.getCause());
        }
    }
}
