package dev.berth.cli.deal;

import dev.berth.cli.command.ShellCommand;
import dev.berth.cli.command.Syntax;
import dev.berth.cli.console.Environment;
import dev.berth.cli.remote.CancelOptions;

/** {@code berth deals cancel}. */
final class DealsCancel implements ShellCommand {
    private final CancelOptions options;

    private String id = "";

    DealsCancel(Environment environment) {
        this.options = new CancelOptions(environment);
    }

    @Override
    public void declare(Syntax syntax) {
        syntax.about("Cancels the reservations of a deal at all its sites. --dry-run shows what that would cost.");
        syntax.parameter("DEAL", "Deal, such as d4", value -> id = value);
        options.declare(syntax);
    }

    @Override
    public int run() {
        return DealOperations.cancel(options, id);
    }
}
