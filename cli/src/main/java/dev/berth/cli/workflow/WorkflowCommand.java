package dev.berth.cli.workflow;

import dev.berth.cli.console.Environment;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code berth workflow}, with its subcommands. */
@Command(
        name = "workflow",
        description = "Plans a slot for every task of a workflow from one deadline.",
        synopsisSubcommandLabel = "COMMAND")
public final class WorkflowCommand implements Runnable {
    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    private WorkflowCommand() {}

    public static CommandLine command(Environment environment) {
        return new CommandLine(new WorkflowCommand())
                .addSubcommand(new WorkflowShow(environment))
                .addSubcommand(new WorkflowPlan(environment))
                .addSubcommand(new WorkflowCompare(environment))
                .addSubcommand(new WorkflowUpload(environment))
                .addSubcommand(new WorkflowBook(environment))
                .addSubcommand(new WorkflowPlans(environment))
                .addSubcommand(new WorkflowTask(environment))
                .addSubcommand(new WorkflowProvision(environment))
                .addSubcommand(new WorkflowProvisions(environment))
                .addSubcommand(new WorkflowCancel(environment));
    }

    @Override
    public void run() {
        throw new ParameterException(
                spec.commandLine(),
                "berth workflow: say what to do: show, plan or compare a file; or with a service upload, book, plans, task,"
                        + " provision, provisions or cancel");
    }
}
