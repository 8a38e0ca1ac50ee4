package dev.berth.cli.intake;

import dev.berth.cli.console.Streams;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code berth intake}, with its subcommands. */
@Command(
        name = "intake",
        description = "Shows in which order requests of users with priorities are decided.",
        synopsisSubcommandLabel = "COMMAND")
public final class Intake implements Runnable {
    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    private Intake() {}

    public static CommandLine command(Streams streams) {
        return new CommandLine(new Intake()).addSubcommand(new IntakeExplain(streams));
    }

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "berth intake: say what to do: explain");
    }
}
