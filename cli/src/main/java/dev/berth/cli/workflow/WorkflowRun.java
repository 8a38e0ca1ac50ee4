package dev.berth.cli.workflow;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.berth.cli.command.Command;
import dev.berth.cli.command.Syntax;
import dev.berth.cli.console.BadInput;
import dev.berth.cli.console.Environment;
import dev.berth.cli.console.ExitCode;
import dev.berth.cli.host.ThisHost;
import dev.berth.cli.remote.IdempotencyKey;
import dev.berth.cli.remote.RefusedByService;
import dev.berth.cli.remote.Remote;
import dev.berth.cli.remote.ServiceClient;
import dev.berth.cli.run.Places;
import dev.berth.cli.run.PoolsHere;
import dev.berth.cli.slurm.Slurm;
import dev.berth.cli.text.AnswerText;
import dev.berth.cli.text.Columns;
import dev.berth.cli.text.PlanText;
import dev.berth.cli.workflow.run.WorkflowRunner;
import dev.berth.service.words.Spans;
import dev.berth.workflow.model.Task;
import dev.berth.workflow.read.ReadWorkflow;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** {@code berth workflow run}. */
final class WorkflowRun implements Command {
    private static final int MOST_RETRIES = 100;
    private static final int MOST_NAMED = 5;

    private final Remote remote;
    private final PlanOptions options = new PlanOptions();
    private final IdempotencyKey idempotencyKey = new IdempotencyKey();

    private String file = "";

    private boolean dryRun;

    private int retries;

    private Path directory = Path.of("");

    private String via = Places.HERE;

    private Duration grace = Duration.ofSeconds(30);

    WorkflowRun(Environment environment) {
        this.remote = new Remote(environment);
    }

    @Override
    public void declare(Syntax syntax) {
        syntax.about(
                "Books a slot for every task of a workflow and runs the command of each in its slot, on this machine, after the"
                        + " tasks that it needs. What ends early, fails or takes longer is reported, and the rest is replanned.",
                "The commands are those in the file: command in Berth's JSON and in WfFormat, the argument line in DAX. They run"
                        + " in one directory, where tasks find the files of others, and see BERTH_TASK beside the variables of"
                        + " berth run. Ctrl-C stops all tasks and gives their servers back.");
        syntax.parameter("FILE", "Workflow file", value -> file = value);
        options.declare(syntax);
        syntax.integer(
                        "--retries",
                        "N",
                        "How often a task that fails is run again, if there is room before the deadline",
                        value -> retries = value)
                .byDefault(0);
        syntax.path(
                "--directory",
                "DIR",
                "Run all tasks in this directory. Default: the current one",
                value -> directory = value);
        syntax.text(
                "--grace",
                "DURATION",
                "Time from TERM to KILL when a slot is over. Default: 30s, in a short slot a tenth of it",
                value -> grace = Spans.positive("--grace", value));
        syntax.text(
                "--via",
                "WHERE",
                "slurm: submit each command with sbatch, inside the Slurm reservation of its slot. Default: run them on this"
                        + " machine",
                value -> via = Places.read(value));
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
        if (retries < 0 || retries > MOST_RETRIES) {
            throw new BadInput("--retries: \"%d\" must be from 0 to %d".formatted(retries, MOST_RETRIES));
        }
        if (via.equals(Places.SLURM)) {
            Slurm.of(remote.environment()).require();
        }
        if (!Files.isDirectory(directory.toAbsolutePath())) {
            throw new BadInput("--directory: \"%s\" is not a directory; create it first".formatted(directory));
        }
        ReadWorkflow read = Inputs.runnable(file, remote.environment().streams());
        checkCommands(read);
        ServiceClient service = remote.service();
        try {
            if (options.nameNoPool()) {
                options.restrictTo(
                        via.equals(Places.SLURM)
                                ? PoolsHere.all(
                                        service, Slurm.of(remote.environment()).nodes())
                                : PoolsHere.all(service, ThisHost.of(remote.environment())));
            }
            ObjectNode request = options.json(remote.moments());
            String workflow = "/workflows/"
                    + AnswerText.text(WorkflowFile.send(remote, file).expected(), "id");
            return dryRun
                    ? shown(service.send("POST", workflow + "/plan", request).expected(), read.commands())
                    : run(
                            service,
                            read,
                            service.change("POST", workflow + "/book", request, idempotencyKey.value())
                                    .expected());
        } catch (RefusedByService e) {
            return remote.refused(e.problem());
        }
    }

    /** A task that takes time must have something to do in it, and the other way round. */
    private static void checkCommands(ReadWorkflow read) {
        List<String> without = read.workflow().tasks().stream()
                .filter(task -> task.work() > 0 != read.commands().containsKey(task.id()))
                .map(Task::id)
                .toList();
        if (!without.isEmpty()) {
            String some = String.join(", ", without.subList(0, Math.min(MOST_NAMED, without.size())));
            throw new BadInput(
                    "%d of %d tasks cannot be run: %s%s. Every task needs a command and a run time, or neither if it only joins others"
                            .formatted(
                                    without.size(),
                                    read.workflow().size(),
                                    some,
                                    without.size() > MOST_NAMED ? ", ..." : ""));
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
        remote.out().print("would be run\n" + columns + "price " + AnswerText.text(plan, "price") + "\n");
        return ExitCode.DONE;
    }

    private int run(ServiceClient service, ReadWorkflow read, JsonNode plan) {
        remote.err().print("berth: " + new PlanText(new AnswerText(remote.moments())).line(plan));
        WorkflowRunner runner = new WorkflowRunner(
                remote.environment(),
                service,
                AnswerText.text(plan, "plan"),
                read,
                directory.toAbsolutePath(),
                grace,
                retries,
                via);
        return runner.run(remote.err(), remote.moments(), Boolean.getBoolean("berth.terminal"));
    }
}
