package dev.berth.cli.serve;

import dev.berth.cli.command.Commands;
import dev.berth.cli.console.Environment;

/** {@code berth journal}, with its subcommands. */
public final class JournalCommand {
    private JournalCommand() {}

    public static Commands commands(Environment environment) {
        return new Commands("berth journal", "Inspects the journal of a site")
                .add(
                        "copy",
                        "Copies a journal between SQLite and PostgreSQL",
                        () -> new JournalCopyCommand(environment))
                .add(
                        "tables",
                        "Shows or rebuilds the tables for operators in PostgreSQL",
                        () -> new JournalTables(environment))
                .add("verify", "Checks every entry of a journal", () -> new JournalVerify(environment));
    }
}
