package dev.berth.cli.serve;

import dev.berth.cli.command.ShellCommand;
import dev.berth.cli.command.Syntax;
import dev.berth.cli.console.BadInput;
import dev.berth.cli.console.Environment;
import dev.berth.cli.console.ExitCode;
import dev.berth.cli.console.Failed;
import dev.berth.journal.DamagedJournal;
import dev.berth.journal.JournalUnavailable;
import dev.berth.journal.NewerJournal;
import dev.berth.journal.sqlite.SqliteJournal;
import dev.berth.server.RestoredSite;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/** {@code berth restore}. */
public final class Restore implements ShellCommand {
    private final Environment environment;

    private Path from = Path.of("");

    private Path data = Path.of("");

    public Restore(Environment environment) {
        this.environment = environment;
    }

    @Override
    public void declare(Syntax syntax) {
        syntax.about(
                "Restores a site from a backup into an empty data directory, and verifies it: the snapshot and all entries are read as at a start. The key of webhooks is taken from FILE.key.");
        syntax.path("--from", "FILE", "File written by berth backup", value -> from = value)
                .required();
        syntax.path("--data", "DIR", "Data directory to create; it must be empty or not exist", value -> data = value)
                .required();
    }

    /** Nothing is left of what cannot be served: somebody might try. */
    private void checkLoads() {
        try {
            RestoredSite.check(data);
        } catch (DamagedJournal e) {
            try (Stream<Path> files = Files.walk(data)) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            } catch (IOException left) {
                e.addSuppressed(left);
            }
            throw e;
        }
    }

    @Override
    public int run() {
        ServeLog.warningsOnly();
        try {
            SqliteJournal.restore(from, data)
                    .damage()
                    .ifPresent(damage -> environment
                            .streams()
                            .err()
                            .println(
                                    "Warning: the snapshot in " + from + " is damaged. All entries are whole; the first"
                                            + " start rebuilds the snapshot from them."));
            checkLoads();
        } catch (NewerJournal e) {
            throw new Failed(e.getMessage() + "; nothing was restored");
        } catch (DamagedJournal e) {
            throw new Failed(e.getMessage() + "; this backup is unusable, use another one");
        } catch (JournalUnavailable e) {
            throw new Failed(String.valueOf(e.getMessage()));
        } catch (UncheckedIOException e) {
            if (e.getCause() instanceof DirectoryNotEmptyException) {
                throw new BadInput("--data: " + data + " is not empty; a backup is restored into an empty directory");
            }
            throw new Failed("cannot restore " + from + " into " + data, e.getCause());
        }
        if (!KeyCopy.restore(from, data)) {
            environment
                    .streams()
                    .err()
                    .println("Warning: there is no " + KeyCopy.beside(from)
                            + ". The service will make a new key, and webhooks must be added again.");
        }
        environment
                .streams()
                .out()
                .println("restored and verified " + from + " into " + data + "; start it with berth serve");
        return ExitCode.DONE;
    }
}
