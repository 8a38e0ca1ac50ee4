package dev.berth.cli.deal;

import dev.berth.cli.command.ShellCommand;
import dev.berth.cli.command.Syntax;
import dev.berth.cli.console.Environment;
import dev.berth.cli.remote.Remote;

/** {@code berth deals show}. */
final class DealsShow implements ShellCommand {
    private final Remote remote;

    private String id = "";

    DealsShow(Environment environment) {
        this.remote = new Remote(environment);
    }

    @Override
    public void declare(Syntax syntax) {
        syntax.about("Shows a deal: its state, its reservations at the sites, and what sites have refused.");
        syntax.parameter("DEAL", "Deal, such as d4", value -> id = value);
        remote.declare(syntax);
    }

    @Override
    public int run() {
        return DealOperations.show(remote, id);
    }
}
