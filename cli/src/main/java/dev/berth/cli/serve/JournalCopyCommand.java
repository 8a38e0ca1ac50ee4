package dev.berth.cli.serve;

import dev.berth.cli.command.ShellCommand;
import dev.berth.cli.command.Syntax;
import dev.berth.cli.console.BadInput;
import dev.berth.cli.console.Environment;
import dev.berth.cli.console.ExitCode;
import dev.berth.cli.console.Failed;
import dev.berth.cli.console.ShownProgress;
import dev.berth.journal.DamagedJournal;
import dev.berth.journal.JournalCopy;
import dev.berth.journal.JournalInUse;
import dev.berth.journal.JournalLost;
import dev.berth.journal.JournalUnavailable;
import dev.berth.journal.store.Journals;
import java.io.PrintStream;
import java.io.UncheckedIOException;

/** {@code berth journal copy}. */
final class JournalCopyCommand implements ShellCommand {
    private final Environment environment;

    private String from = "";

    private String to = "";

    JournalCopyCommand(Environment environment) {
        this.environment = environment;
    }

    @Override
    public void declare(Syntax syntax) {
        syntax.about(
                "Copies a journal into an empty one, between SQLite and PostgreSQL in either direction, and compares"
                        + " every entry. Stop the service first.",
                "If the copy is interrupted, the target cannot be served; start the copy again.");
        syntax.parameter(
                "FROM", "Data directory, or address such as postgresql://berth@db/berth", value -> from = value);
        syntax.parameter("TO", "Data directory or address of an empty journal", value -> to = value);
        syntax.examples("berth journal copy /var/lib/berth postgresql://berth@db.example.org/berth");
    }

    @Override
    public int run() {
        ServeLog.warningsOnly();
        PrintStream err = environment.streams().err();
        try {
            JournalCopy.Copied copied = Journals.copy(from, to, entries -> {
                if (ShownProgress.isTerminal()) {
                    err.print("\rcopied " + entries + " entries");
                    err.flush();
                }
            });
            if (ShownProgress.isTerminal()) {
                err.println();
            }
            environment
                    .streams()
                    .out()
                    .println("copied " + copied.entries() + (copied.entries() == 1 ? " entry" : " entries")
                            + " and compared them; SHA-256 " + copied.digest());
            return ExitCode.DONE;
        } catch (IllegalArgumentException e) {
            throw new BadInput(String.valueOf(e.getMessage()));
        } catch (JournalInUse e) {
            throw new Failed(e.getMessage() + "; stop it first");
        } catch (DamagedJournal | JournalUnavailable | JournalLost e) {
            throw new Failed(String.valueOf(e.getMessage()));
        } catch (UncheckedIOException e) {
            throw new Failed("cannot copy " + from, e.getCause());
        }
    }
}
