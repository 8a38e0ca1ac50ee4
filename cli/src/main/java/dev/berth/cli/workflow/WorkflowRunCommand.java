package dev.berth.cli.workflow;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.berth.cli.command.ShellCommand;
import dev.berth.cli.command.Syntax;
import dev.berth.cli.console.Environment;
import dev.berth.cli.console.ExitCode;
import dev.berth.cli.host.ThisHost;
import dev.berth.cli.remote.IdempotencyKey;
import dev.berth.cli.remote.RefusedByService;
import dev.berth.cli.remote.Remote;
import dev.berth.cli.remote.ServiceClient;
import dev.berth.cli.run.PoolsHere;
import dev.berth.cli.slurm.UserSlurm;
import dev.berth.cli.text.AnswerText;
import dev.berth.cli.text.Columns;
import dev.berth.cli.text.PriceText;
import dev.berth.workflow.read.ReadWorkflow;
import java.util.List;
import java.util.Map;

/** {@code berth workflow run}. */
final class WorkflowRunCommand implements ShellCommand {
    private final Remote remote;
    private final PlanOptions options = new PlanOptions();
    private final TaskRunOptions tasks = new TaskRunOptions();
    private final IdempotencyKey idempotencyKey = new IdempotencyKey();

    private String file = "";

    private boolean dryRun;

    WorkflowRunCommand(Environment environment) {
        this.remote = new Remote(environment);
    }

    @Override
    public void declare(Syntax syntax) {
        syntax.about(
                "Books a slot for every task of a workflow and runs the command of each in its slot, on this machine, after the"
                        + " tasks that it needs. What ends early, fails or takes longer is reported, and the rest is replanned.",
                "The commands are those in the file: command in Berth's JSON and in WfFormat, the argument line in DAX. They run"
                        + " in one directory, where tasks find the files of others, and see BERTH_TASK beside the variables of"
                        + " berth run. Ctrl-C stops all tasks and gives their servers back. If it is killed instead, berth workflow"
                        + " resume continues it.");
        syntax.parameter("FILE", "Workflow file", value -> file = value);
        options.declare(syntax);
        tasks.declare(syntax);
        syntax.flag(
                "--dry-run", "Book and run nothing; show the plan, its price and the commands", () -> dryRun = true);
        idempotencyKey.declare(syntax);
        remote.declare(syntax);
        syntax.examples(
                "berth workflow run forecast.json --deadline \"tomorrow 8:00\" --dry-run",
                "berth workflow run forecast.json --deadline \"tomorrow 8:00\" --retries 2");
    }

    @Override
    public int run() {
        ReadWorkflow read = tasks.read(remote, file);
        ServiceClient service = remote.service();
        try {
            if (options.nameNoPool()) {
                options.restrictTo(
                        tasks.isViaSlurm()
                                ? PoolsHere.all(
                                        service,
                                        UserSlurm.of(remote.environment()).nodes())
                                : PoolsHere.all(service, ThisHost.of(remote.environment())));
            }
            ObjectNode request = options.json(remote.moments());
            String workflow = "/workflows/"
                    + AnswerText.text(WorkflowFile.send(remote, file).expected(), "id");
            return dryRun
                    ? shown(
                            WorkflowBook.withinLimits(service.send("POST", workflow + "/plan", request))
                                    .expected(),
                            read.commands())
                    : tasks.run(
                            remote,
                            read,
                            service.change("POST", workflow + "/book", request, idempotencyKey.value())
                                    .expected(),
                            false);
        } catch (RefusedByService e) {
            return remote.refused(e.problem());
        }
    }

    private int shown(JsonNode plan, Map<String, List<String>> commands) {
        if (remote.isJson()) {
            remote.out().println(plan.toPrettyString());
            return ExitCode.DONE;
        }
        AnswerText words = new AnswerText(remote.moments());
        Columns columns = new Columns("TASK", "POOL", "START", "SLOT END", "COMMAND");
        for (JsonNode task : plan.path("tasks")) {
            String id = AnswerText.text(task, "task");
            columns.row(
                    id,
                    AnswerText.text(task, "pool"),
                    words.time(task, "start"),
                    words.time(task, "slotEnd"),
                    String.join(" ", commands.getOrDefault(id, List.of())));
        }
        remote.out().print("would be run\n" + columns + PriceText.line(plan));
        return ExitCode.DONE;
    }
}
