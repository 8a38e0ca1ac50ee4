package dev.berth.cli.reservation;

import dev.berth.cli.command.Commands;
import dev.berth.cli.console.Environment;

/** {@code berth series}, with its subcommands. */
public final class SeriesCommand {
    private SeriesCommand() {}

    public static Commands commands(Environment environment) {
        return new Commands("berth series", "Lists, shows and cancels recurring reservations")
                .add("list", "Lists series", () -> new SeriesList(environment))
                .add("show", "Shows the occurrences of a series", () -> new SeriesShow(environment))
                .add(
                        "cancel",
                        "Cancels all occurrences of a series that have not ended",
                        () -> new SeriesCancel(environment));
    }
}
