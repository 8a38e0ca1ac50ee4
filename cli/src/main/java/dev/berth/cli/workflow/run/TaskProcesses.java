package dev.berth.cli.workflow.run;

import dev.berth.cli.console.BadInput;
import dev.berth.cli.console.ExitCode;
import dev.berth.cli.console.Failed;
import dev.berth.cli.remote.RefusedByService;
import dev.berth.cli.remote.ServiceClient;
import dev.berth.cli.run.TaskCommand;
import dev.berth.cli.run.place.Place;
import dev.berth.workflow.model.Workflow;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;

/**
 * Runs the commands of tasks as processes of this machine, all in one directory: what one task writes there, another reads. The
 * output of each goes into a file of its own, attempt after attempt.
 */
final class TaskProcesses implements TaskStarter {
    private final Workflow workflow;
    private final Map<String, List<String>> commands;
    private final ServiceClient service;
    private final Place place;
    private final Path directory;
    private final Path logs;
    private final TaskMarks marks;
    private final TaskCommand.By by;
    private final Duration grace;
    private final BlockingQueue<TaskEvent> events;

    TaskProcesses(
            Workflow workflow,
            Map<String, List<String>> commands,
            ServiceClient service,
            Place place,
            Path directory,
            Path logs,
            TaskMarks marks,
            TaskCommand.By by,
            Duration grace,
            BlockingQueue<TaskEvent> events) {
        this.workflow = workflow;
        this.commands = commands;
        this.service = service;
        this.place = place;
        this.directory = directory;
        this.logs = logs;
        this.marks = marks;
        this.by = by;
        this.grace = grace;
        this.events = events;
    }

    @Override
    public RunningTask start(int task, TaskSlotState slot) {
        String id = workflow.task(task).id();
        Path log = log(task, id);
        // On a whole server one command follows another: to the service each is a run of its own.
        TaskCommand.By runner =
                slot.isShared() ? new TaskCommand.By(by.runner() + "-" + (task + 1), by.host(), true) : by;
        TaskCommand command = new TaskCommand(service, place, marks.begin(task), runner, slot.reservation(), grace);
        Thread.ofPlatform().name("berth-task-" + task).start(() -> {
            TaskCommand.Ended ended = run(command, task, id, log);
            marks.end(task);
            events.add(new TaskEvent.Ended(task, ended.code(), ended.wasCutShort()));
        });
        return new RunningTask(log, command::stop);
    }

    /** Numbered, because an id may contain whatever a file name may not. */
    private Path log(int task, String id) {
        return logs.resolve("%d-%s.log".formatted(task + 1, id.replaceAll("[^A-Za-z0-9._-]", "_")));
    }

    private TaskCommand.Ended run(TaskCommand command, int task, String id, Path log) {
        try {
            return command.run(
                    commands.getOrDefault(id, List.of()),
                    Map.of("BERTH_TASK", id),
                    directory,
                    log,
                    new TaskCommand.Watcher() {
                        @Override
                        public void waits() {
                            note(log, "berth: waits until the command that had its servers before has ended");
                        }

                        @Override
                        public void needsMoreTime() {
                            events.add(new TaskEvent.NeedsMoreTime(task));
                        }
                    });
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new TaskCommand.Ended(ExitCode.FAILED, true);
        } catch (IOException | RefusedByService | BadInput | Failed e) {
            note(log, "berth: cannot run task " + id + ": " + e.getMessage());
            return new TaskCommand.Ended(ExitCode.FAILED, false);
        }
    }

    private static void note(Path log, String line) {
        try {
            Files.writeString(log, line + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
