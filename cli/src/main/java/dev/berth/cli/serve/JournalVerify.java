package dev.berth.cli.serve;

import dev.berth.cli.command.ShellCommand;
import dev.berth.cli.command.Syntax;
import dev.berth.cli.console.BadInput;
import dev.berth.cli.console.Environment;
import dev.berth.cli.console.ExitCode;
import dev.berth.cli.console.Failed;
import dev.berth.cli.replay.RecordJson;
import dev.berth.journal.DamagedJournal;
import dev.berth.journal.JournalUnavailable;
import dev.berth.journal.postgres.PostgresAddress;
import dev.berth.journal.postgres.PostgresJournal;
import dev.berth.journal.sqlite.SqliteJournal;
import dev.berth.journal.sqlite.Verified;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** {@code berth journal verify}. */
final class JournalVerify implements ShellCommand {
    private final Environment environment;

    private @Nullable Path data;

    private @Nullable Path backup;

    private @Nullable String journal;

    private boolean json;

    JournalVerify(Environment environment) {
        this.environment = environment;
    }

    @Override
    public void declare(Syntax syntax) {
        syntax.about(
                "Checks every entry and the snapshot of a journal against their checksums. Changes nothing; the service may be running. The exit code is 3 if anything is damaged.",
                "Give one of --data, --journal and --backup.");
        syntax.path("--data", "DIR", "Data directory of a service", value -> data = value);
        syntax.text("--journal", "ADDRESS", "Journal in PostgreSQL", value -> journal = value);
        syntax.path("--backup", "FILE", "File written by berth backup", value -> backup = value);
        syntax.flag("--json", "Print the result as JSON", () -> json = true);
        syntax.examples("berth journal verify --data /var/lib/berth");
    }

    @Override
    public int run() {
        if (Stream.of(data, backup, journal).filter(Objects::nonNull).count() != 1) {
            throw new BadInput("Give one of --data DIR, --journal ADDRESS and --backup FILE");
        }
        ServeLog.warningsOnly();
        try {
            Verified found = verified();
            PrintStream out = environment.streams().out();
            out.print(json ? json(found) : words(found));
            if (found.damage().isPresent()) {
                throw new Failed(found.damage().get().getMessage()
                        + "; all entries are whole: restart the service, which rebuilds the snapshot from them");
            }
            return ExitCode.DONE;
        } catch (DamagedJournal e) {
            throw new Failed(e.getMessage() + "; keep this journal for inspection and restore a backup");
        } catch (JournalUnavailable e) {
            throw new Failed(String.valueOf(e.getMessage()));
        } catch (UncheckedIOException e) {
            throw new Failed("cannot verify " + (data != null ? data : backup), e.getCause());
        }
    }

    private Verified verified() {
        if (journal != null) {
            try {
                return PostgresJournal.verify(PostgresAddress.of(journal));
            } catch (IllegalArgumentException e) {
                throw new BadInput("--journal: " + e.getMessage());
            }
        }
        return data != null ? SqliteJournal.verify(data) : SqliteJournal.verifyBackup(Objects.requireNonNull(backup));
    }

    private static String words(Verified found) {
        String snapshot = found.damage().isPresent()
                ? "damaged"
                : found.snapshot()
                        .map(upTo -> "up to entry " + upTo + ", whole")
                        .orElse("none");
        return "journal   " + found.file() + "\n"
                + "entries   "
                + (found.last() == 0 ? "none" : (found.archived() + 1) + " to " + found.last() + ", all whole") + "\n"
                + "snapshot  " + snapshot + "\n"
                + "archive   " + archive(found) + "\n";
    }

    private static String archive(Verified found) {
        if (found.archived() == 0) {
            return "none";
        }
        int files = found.archive().size();
        return files == 0
                ? "entries up to " + found.archived() + " are archived, but no file of the archive is here"
                : "entries " + found.archive().getFirst().from() + " to "
                        + found.archive().getLast().to() + " in " + files + (files == 1 ? " file" : " files")
                        + ", all whole";
    }

    private static String json(Verified found) {
        return RecordJson.of(new Report(
                        found.file(),
                        found.archived() + 1,
                        found.last(),
                        found.damage().isEmpty(),
                        found.snapshot().orElse(null),
                        found.damage().map(DamagedJournal::problem).orElse(null),
                        found.archived(),
                        found.archive().size()))
                + "\n";
    }

    record Report(
            String journal,
            long first,
            long last,
            boolean whole,
            @Nullable Long snapshotUpTo,
            @Nullable String snapshotDamage,
            long archivedUpTo,
            int archiveFiles) {}
}
