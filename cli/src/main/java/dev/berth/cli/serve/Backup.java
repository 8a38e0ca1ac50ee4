package dev.berth.cli.serve;

import dev.berth.cli.command.ShellCommand;
import dev.berth.cli.command.Syntax;
import dev.berth.cli.console.Environment;
import dev.berth.cli.console.ExitCode;
import dev.berth.cli.console.Failed;
import dev.berth.journal.DamagedJournal;
import dev.berth.journal.JournalUnavailable;
import dev.berth.journal.sqlite.SqliteJournal;
import dev.berth.journal.sqlite.Verified;
import java.io.UncheckedIOException;
import java.nio.file.Path;

/** {@code berth backup}. */
public final class Backup implements ShellCommand {
    private final Environment environment;

    private Path data = Path.of("");

    private Path out = Path.of("");

    public Backup(Environment environment) {
        this.environment = environment;
    }

    @Override
    public void declare(Syntax syntax) {
        syntax.about(
                "Copies the data of a site into one file, and verifies the copy. The service may be running.",
                "The key from which the secrets of webhooks are derived is copied into a second file, FILE.key. Keep both.");
        syntax.path("--data", "DIR", "Data directory of the service", value -> data = value)
                .required();
        syntax.path("--out", "FILE", "File to write; it must not exist", value -> out = value)
                .required();
    }

    @Override
    public int run() {
        ServeLog.warningsOnly();
        try {
            Verified copy = SqliteJournal.backup(data, out);
            boolean hasKey = KeyCopy.save(data, out);
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
                            + (copy.last() == 1 ? " entry" : " entries")
                            + (hasKey ? "; the key of webhooks is in " + KeyCopy.beside(out) : ""));
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
