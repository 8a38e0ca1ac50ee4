package dev.berth.cli.workflow;

import com.fasterxml.jackson.databind.JsonNode;
import dev.berth.cli.command.Syntax;
import dev.berth.cli.console.BadInput;
import dev.berth.cli.remote.Remote;
import dev.berth.cli.run.Places;
import dev.berth.cli.slurm.UserSlurm;
import dev.berth.cli.text.AnswerText;
import dev.berth.cli.text.PlanText;
import dev.berth.cli.workflow.run.WorkflowRunner;
import dev.berth.words.Spans;
import dev.berth.workflow.model.Task;
import dev.berth.workflow.read.ReadWorkflow;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** How the commands of the tasks of a workflow are run. */
final class TaskRunOptions {
    private static final int MOST_RETRIES = 100;
    private static final int MOST_NAMED = 5;

    private int retries;

    private Path directory = Path.of("");

    private String via = Places.HERE;

    private Duration grace = Duration.ofSeconds(30);

    void declare(Syntax syntax) {
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
    }

    boolean isViaSlurm() {
        return via.equals(Places.SLURM);
    }

    /** The workflow of a file whose tasks can be run as asked. */
    ReadWorkflow read(Remote remote, String file) {
        if (retries < 0 || retries > MOST_RETRIES) {
            throw new BadInput("--retries: \"%d\" must be from 0 to %d".formatted(retries, MOST_RETRIES));
        }
        if (isViaSlurm()) {
            UserSlurm.of(remote.environment()).require();
        }
        if (!Files.isDirectory(directory.toAbsolutePath())) {
            throw new BadInput("--directory: \"%s\" is not a directory; create it first".formatted(directory));
        }
        ReadWorkflow read = Inputs.runnable(file, remote.environment().streams());
        checkCommands(read);
        return read;
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

    /**
     * Runs a booked plan to its end.
     *
     * @param isResumed whether an earlier run of it was killed
     */
    int run(Remote remote, ReadWorkflow read, JsonNode plan, boolean isResumed) {
        remote.err().print("berth: " + new PlanText(new AnswerText(remote.moments())).line(plan));
        WorkflowRunner runner = new WorkflowRunner(
                remote.environment(),
                remote.service().withoutWaiting(),
                AnswerText.text(plan, "plan"),
                read,
                directory.toAbsolutePath(),
                grace,
                retries,
                via,
                isResumed);
        return runner.run(remote.err(), remote.moments(), Boolean.getBoolean("berth.terminal"));
    }
}
