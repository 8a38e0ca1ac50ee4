package dev.berth.cli.report;

import dev.berth.cli.command.Commands;
import dev.berth.cli.console.Environment;

/** {@code berth report}, with its subcommand. */
public final class ReportCommand {
    private ReportCommand() {}

    public static Commands commands(Environment environment) {
        return new Commands("berth report", "Reports what was booked, used, refused and paid")
                .add("usage", "Reports usage by user, project or pool", () -> new ReportUsage(environment));
    }
}
