package dev.berth.cli.deal;

import dev.berth.cli.command.Commands;
import dev.berth.cli.console.Environment;

/** {@code berth deals}, with its subcommands. */
public final class DealsCommand {
    private DealsCommand() {}

    public static Commands commands(Environment environment) {
        return new Commands("berth deals", "Books at several sites through a broker")
                .add("book", "Books at the best site, or at several sites together", () -> new DealsBook(environment))
                .add(
                        "provision",
                        "Plans a workflow over all sites, and books the plan",
                        () -> new DealsProvision(environment))
                .add("list", "Lists deals", () -> new DealsList(environment))
                .add("show", "Shows a deal and its reservations", () -> new DealsShow(environment))
                .add("cancel", "Cancels all parts of a deal", () -> new DealsCancel(environment))
                .byDefault(() -> new DealsList(environment));
    }
}
