package dev.berth.cli.lab;

import dev.berth.cli.console.Streams;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code berth lab}, with its subcommands. */
@Command(
        name = "lab",
        description = "Runs the papers' experiments again and checks what they claim.",
        synopsisSubcommandLabel = "COMMAND")
public final class Lab implements Runnable {
    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    private Lab() {}

    public static CommandLine command(Streams streams) {
        return new CommandLine(new Lab())
                .addSubcommand(new LabList(streams))
                .addSubcommand(new LabRun(streams))
                .addSubcommand(new LabLevels(streams))
                .addSubcommand(new LabJobs(streams))
                .addSubcommand(new LabCompare(streams));
    }

    @Override
    public void run() {
        throw new ParameterException(
                spec.commandLine(), "berth lab: say what to do: list, run, compare, levels or jobs");
    }
}
