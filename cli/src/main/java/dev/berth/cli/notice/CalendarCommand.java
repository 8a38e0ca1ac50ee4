package dev.berth.cli.notice;

import dev.berth.cli.command.Commands;
import dev.berth.cli.console.Environment;

/** {@code berth calendar}, with its subcommands. */
public final class CalendarCommand {
    private CalendarCommand() {}

    public static Commands commands(Environment environment) {
        return new Commands("berth calendar", "Shows your reservations in a calendar program")
                .add("link", "Makes or ends the address of your calendar", () -> new CalendarLink(environment));
    }
}
