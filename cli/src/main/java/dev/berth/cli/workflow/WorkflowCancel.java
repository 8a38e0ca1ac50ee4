package dev.berth.cli.workflow;

import dev.berth.cli.command.Command;
import dev.berth.cli.command.Syntax;
import dev.berth.cli.console.Environment;
import dev.berth.cli.remote.CancelOptions;

/** {@code berth workflow cancel}. */
final class WorkflowCancel implements Command {
    private final CancelOptions options;

    private String plan = "";

    WorkflowCancel(Environment environment) {
        this.options = new CancelOptions(environment);
    }

    @Override
    public void declare(Syntax syntax) {
        syntax.about("Cancels all of a plan that has not ended, or with --dry-run says what that would cost.");
        options.declare(syntax);
        syntax.parameter("PLAN", "Such as w3, or p3 of what was booked from a search.", value -> plan = value);
    }

    @Override
    public int run() {
        return options.cancel(plan.startsWith("p") ? "/provisions" : "/plans", plan);
    }
}
