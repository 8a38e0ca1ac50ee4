package dev.berth.cli.serve;

import dev.berth.cli.command.ShellCommand;
import dev.berth.cli.command.Syntax;
import dev.berth.cli.console.BadInput;
import dev.berth.cli.console.Environment;
import dev.berth.cli.console.ExitCode;
import dev.berth.cli.console.Failed;
import dev.berth.cli.console.ShownProgress;
import dev.berth.cli.replay.RecordJson;
import dev.berth.journal.DamagedJournal;
import dev.berth.journal.JournalUnavailable;
import dev.berth.journal.postgres.PostgresAddress;
import dev.berth.server.tables.Tables;
import java.io.PrintStream;

/** {@code berth journal tables}. */
final class JournalTables implements ShellCommand {
    private final Environment environment;

    private String address = "";

    private boolean rebuild;

    private boolean json;

    JournalTables(Environment environment) {
        this.environment = environment;
    }

    @Override
    public void declare(Syntax syntax) {
        syntax.about(
                "Shows how far the tables in the schema berth_report follow the journal. The instance that leads the site"
                        + " keeps them up to date.",
                "With --rebuild they are emptied and filled again from the first entry; the service may be running.");
        syntax.parameter("ADDRESS", "Journal in PostgreSQL", value -> address = value);
        syntax.flag("--rebuild", "Fill the tables again from the journal", () -> rebuild = true);
        syntax.flag("--json", "Print the result as JSON", () -> json = true);
        syntax.examples("berth journal tables postgresql://berth@db.example.org/berth --rebuild");
    }

    @Override
    public int run() {
        ServeLog.warningsOnly();
        PrintStream out = environment.streams().out();
        try {
            PostgresAddress journal = PostgresAddress.of(address);
            if (rebuild) {
                Tables.rebuild(journal, this::show);
            }
            Tables.Progress progress = Tables.progress(journal);
            out.println(
                    json
                            ? RecordJson.of(progress)
                            : "the tables have entries up to %d of %d".formatted(progress.entry(), progress.last()));
            return ExitCode.DONE;
        } catch (IllegalArgumentException e) {
            throw new BadInput(String.valueOf(e.getMessage()));
        } catch (DamagedJournal | JournalUnavailable e) {
            throw new Failed(String.valueOf(e.getMessage()));
        }
    }

    private void show(long entries) {
        if (ShownProgress.isTerminal()) {
            PrintStream err = environment.streams().err();
            err.print("\rread " + entries + " entries");
            err.flush();
        }
    }
}
