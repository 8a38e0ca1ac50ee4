package dev.berth.cli.workflow.run;

import dev.berth.cli.console.Environment;
import dev.berth.cli.console.ExitCode;
import dev.berth.cli.console.Failed;
import dev.berth.cli.console.Signals;
import dev.berth.cli.host.ThisHost;
import dev.berth.cli.remote.ServiceClient;
import dev.berth.cli.run.Places;
import dev.berth.cli.run.TaskCommand;
import dev.berth.cli.run.place.Place;
import dev.berth.words.Moments;
import dev.berth.workflow.read.ReadWorkflow;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Runs a booked workflow on this machine, or from it.
 *
 * @param plan its number, such as w3
 * @param directory where the tasks run; their output goes into a directory there
 * @param via where their commands run: see {@link Places}
 * @param isResumed whether an earlier run of the plan was killed
 */
public record WorkflowRunner(
        Environment environment,
        ServiceClient service,
        String plan,
        ReadWorkflow read,
        Path directory,
        Duration grace,
        int retries,
        String via,
        boolean isResumed) {
    /** Beyond the grace, for processes that take their time to die. */
    private static final Duration LEAVING = Duration.ofSeconds(10);

    /** Runs it to its end and says how it came out; a signal stops it. */
    public int run(PrintStream err, Moments moments, boolean isTerminal) {
        Path logs = directory.resolve("berth-" + plan);
        RunLock lock = RunLock.take(logs, plan);
        BlockingQueue<TaskEvent> events = new LinkedBlockingQueue<>();
        AtomicReference<String> signalled = new AtomicReference<>("INT");
        List<Signals> handlers = Signals.STOPPING.keySet().stream()
                .map(signal -> Signals.on(signal, () -> {
                    signalled.set(signal);
                    events.add(new TaskEvent.Stopped());
                }))
                .toList();
        PlanProgress progress = new PlanProgress(read.workflow(), plan, err, moments, isTerminal);
        try {
            Place place = new Places(environment, () -> service, progress::say).via(via);
            TaskMarks marks = new TaskMarks(logs, via);
            if (isResumed) {
                marks.endAll(place, grace.plus(LEAVING));
            }
            PlanRun run = new PlanRun(
                    read.workflow(),
                    new PlanClient(service, plan, () -> events.contains(new TaskEvent.Stopped())),
                    new TaskProcesses(
                            read.workflow(),
                            read.commands(),
                            service,
                            place,
                            directory,
                            logs,
                            marks,
                            new TaskCommand.By(
                                    marks.runner(), ThisHost.of(environment).name()),
                            grace,
                            events),
                    events,
                    progress,
                    retries);
            return switch (run.run()) {
                case DONE -> {
                    progress.say("%s is done; the output of its tasks is in %s".formatted(plan, logs));
                    yield ExitCode.DONE;
                }
                case FAILED -> {
                    progress.say("%s has failed; the slots that were left %s".formatted(plan, slots(run)));
                    yield ExitCode.REFUSED;
                }
                case STOPPED -> {
                    progress.say("%s is stopped, and its slots %s".formatted(plan, slots(run)));
                    yield 128 + Signals.STOPPING.getOrDefault(signalled.get(), 2);
                }
            };
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new Failed("Interrupted");
        } finally {
            handlers.forEach(Signals::close);
            lock.close();
        }
    }

    private static String slots(PlanRun run) {
        return run.isGivenBack()
                ? "are given back"
                : "stay reserved until they end, because the service does not answer";
    }
}
