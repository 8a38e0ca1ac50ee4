package dev.berth.cli.serve;

import dev.berth.cli.console.Environment;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code berth journal}, with its subcommands. */
@Command(name = "journal", description = "Inspects the journal of a site.", synopsisSubcommandLabel = "COMMAND")
public final class JournalCommand implements Runnable {
    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    private JournalCommand() {}

    public static CommandLine command(Environment environment) {
        return new CommandLine(new JournalCommand()).addSubcommand(new JournalVerify(environment));
    }

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "berth journal: say what to do: verify");
    }
}
