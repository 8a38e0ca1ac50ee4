package dev.berth.cli.notice;

import dev.berth.cli.command.Commands;
import dev.berth.cli.console.Environment;

/** {@code berth notices}, with its subcommands. */
public final class NoticesCommand {
    private NoticesCommand() {}

    public static Commands commands(Environment environment) {
        return new Commands("berth notices", "Shows and changes what you are told by mail")
                .add("show", "Shows what you are told", () -> new NoticesShow(environment))
                .add("set", "Changes what you are told, and where", () -> new NoticesSet(environment))
                .add("confirm", "Confirms your mail address", () -> new NoticesConfirm(environment))
                .add("stop", "Ends all mails to an account (administrator)", () -> new NoticesStop(environment))
                .add(
                        "queue",
                        "Lists what waits and what could not be delivered (administrator)",
                        () -> new NoticesQueue(environment))
                .add("retry", "Delivers again what was given up (administrator)", () -> new NoticesRetry(environment))
                .byDefault(() -> new NoticesShow(environment));
    }
}
