package dev.berth.cli.workflow;

import dev.berth.cli.command.ShellCommand;
import dev.berth.cli.command.Syntax;
import dev.berth.cli.console.Environment;
import dev.berth.cli.remote.CancelOptions;

/** {@code berth workflow cancel}. */
final class WorkflowCancel implements ShellCommand {
    private final CancelOptions options;

    private String plan = "";

    WorkflowCancel(Environment environment) {
        this.options = new CancelOptions(environment);
    }

    @Override
    public void declare(Syntax syntax) {
        syntax.about(
                "Cancels all tasks of a plan or provision that have not ended. --dry-run shows what that would cost.");
        syntax.parameter("PLAN", "Plan, such as w3, or provision, such as p3", value -> plan = value);
        options.declare(syntax);
    }

    @Override
    public int run() {
        return options.cancel(plan.startsWith("p") ? "/provisions" : "/plans", plan);
    }
}
