package dev.berth.cli.intake;

import dev.berth.cli.command.Commands;
import dev.berth.cli.console.Streams;

/** {@code berth intake}, with its subcommands. */
public final class IntakeCommand {
    private IntakeCommand() {}

    public static Commands commands(Streams streams) {
        return new Commands("berth intake", "Explains in which order queued requests are decided")
                .add("explain", "Orders the requests of a file, phase by phase", () -> new IntakeExplain(streams));
    }
}
