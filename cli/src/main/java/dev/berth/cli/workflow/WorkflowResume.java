package dev.berth.cli.workflow;

import com.fasterxml.jackson.databind.JsonNode;
import dev.berth.cli.command.ShellCommand;
import dev.berth.cli.command.Syntax;
import dev.berth.cli.console.BadInput;
import dev.berth.cli.console.Environment;
import dev.berth.cli.remote.RefusedByService;
import dev.berth.cli.remote.Remote;
import dev.berth.cli.text.AnswerText;
import dev.berth.workflow.model.Task;
import dev.berth.workflow.model.Workflow;
import dev.berth.workflow.read.ReadWorkflow;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.Collectors;

/** {@code berth workflow resume}. */
final class WorkflowResume implements ShellCommand {
    private final Remote remote;
    private final TaskRunOptions options = new TaskRunOptions();

    private String plan = "";

    private String file = "";

    WorkflowResume(Environment environment) {
        this.remote = new Remote(environment);
    }

    @Override
    public void declare(Syntax syntax) {
        syntax.about(
                "Continues a workflow whose berth workflow run was killed, or whose machine was restarted. Tasks that are done"
                        + " are not run again. Tasks that were running are ended and run again, because nobody knows what they have"
                        + " written: in their slot if it lasts, otherwise in another one.",
                "Give the same file and the same --directory and --via as before. A run that was stopped by Ctrl-C, or that has"
                        + " failed, has released its slots and cannot be resumed.");
        syntax.parameter("PLAN", "Plan, such as w3; see berth workflow plans", value -> plan = value);
        syntax.parameter("FILE", "Workflow file of the plan", value -> file = value);
        options.declare(syntax);
        remote.declare(syntax);
        syntax.examples("berth workflow resume w3 forecast.json --retries 2");
    }

    @Override
    public int run() {
        ReadWorkflow read = options.read(remote, file);
        try {
            JsonNode booked = remote.service()
                    .send("GET", "/plans/" + Remote.encoded(plan))
                    .expected();
            if (booked.path("released").asBoolean()) {
                throw new BadInput(plan + " has released its slots; run the workflow again with berth workflow run");
            }
            checkTasks(read.workflow(), booked);
            return options.run(remote, read, booked, true);
        } catch (RefusedByService e) {
            return remote.refused(e.problem());
        }
    }

    private void checkTasks(Workflow workflow, JsonNode booked) {
        Set<String> inFile = workflow.tasks().stream().map(Task::id).collect(Collectors.toSet());
        Set<String> inPlan = new HashSet<>();
        booked.path("tasks").forEach(task -> inPlan.add(AnswerText.text(task, "task")));
        if (!inFile.equals(inPlan)) {
            throw new BadInput(
                    "%s does not have the tasks of %s; name the file from which it was booked".formatted(file, plan));
        }
    }
}
