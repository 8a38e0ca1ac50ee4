package dev.berth.cli.workflow;

import dev.berth.cli.command.Commands;
import dev.berth.cli.console.Environment;

/** {@code berth workflow}, with its subcommands. */
public final class WorkflowCommand {
    private WorkflowCommand() {}

    public static Commands commands(Environment environment) {
        return new Commands("berth workflow", "Plans and books all tasks of a workflow")
                .heading("Plan a file")
                .add("show", "Shows the tasks of a workflow", () -> new WorkflowShow(environment))
                .add("plan", "Plans a slot for every task by a deadline", () -> new WorkflowPlan(environment))
                .add("compare", "Compares the ways to distribute spare time", () -> new WorkflowCompare(environment))
                .heading("Book with a service")
                .add("upload", "Uploads a workflow for later commands", () -> new WorkflowUpload(environment))
                .add("book", "Plans and books all tasks", () -> new WorkflowBook(environment))
                .add("run", "Plans and books all tasks, and runs them", () -> new WorkflowRunCommand(environment))
                .add("resume", "Continues a run that was killed", () -> new WorkflowResume(environment))
                .add("plans", "Lists booked plans, or shows one", () -> new WorkflowPlans(environment))
                .add("task", "Reports what happened to a task", () -> new WorkflowTask(environment))
                .add(
                        "provision",
                        "Finds plans on advertised slots, and books one",
                        () -> new WorkflowProvision(environment))
                .add(
                        "provisions",
                        "Lists bookings made by provision, or shows one",
                        () -> new WorkflowProvisions(environment))
                .add("cancel", "Cancels a plan or a provision", () -> new WorkflowCancel(environment));
    }
}
