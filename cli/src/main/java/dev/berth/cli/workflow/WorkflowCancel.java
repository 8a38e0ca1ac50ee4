package dev.berth.cli.workflow;

import dev.berth.cli.console.Environment;
import dev.berth.cli.remote.CancelOptions;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code berth workflow cancel}. */
@Command(
        name = "cancel",
        description = "Cancels all of a plan that has not ended, or with --dry-run says what that would cost.")
final class WorkflowCancel implements Callable<Integer> {
    @Mixin
    private final CancelOptions options;

    @Parameters(paramLabel = "PLAN", description = "Such as w3, or p3 of what was booked from a search.")
    private String plan = "";

    WorkflowCancel(Environment environment) {
        this.options = new CancelOptions(environment);
    }

    @Override
    public Integer call() {
        return options.cancel(plan.startsWith("p") ? "/provisions" : "/plans", plan);
    }
}
