package dev.berth.cli.workflow;

import dev.berth.cli.console.Environment;
import dev.berth.cli.remote.Cancelling;
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
    private final Cancelling cancelling;

    @Parameters(paramLabel = "PLAN", description = "Such as w3, or p3 of what was booked from a search.")
    private String plan = "";

    WorkflowCancel(Environment environment) {
        this.cancelling = new Cancelling(environment);
    }

    @Override
    public Integer call() {
        return cancelling.cancel(plan.startsWith("p") ? "/provisions" : "/plans", plan);
    }
}
