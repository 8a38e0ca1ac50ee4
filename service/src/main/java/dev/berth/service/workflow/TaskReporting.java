package dev.berth.service.workflow;

import dev.berth.service.workflow.TaskReport.Happening;
import dev.berth.service.workflow.TaskReport.Then;
import dev.berth.service.workflow.TaskStanding.State;
import dev.berth.site.Site;
import dev.berth.wire.Names;
import dev.berth.wire.problem.Code;
import dev.berth.wire.problem.Overtaken;
import dev.berth.wire.problem.Problem;
import dev.berth.wire.problem.Rejected;
import java.util.function.Function;
import java.util.function.Supplier;

/** Takes what is told of a task and decides what becomes of its plan; plans the rest again where that is wanted. */
public final class TaskReporting {
    private final Site site;
    private final SitePlanner planner;

    public TaskReporting(Site site, SitePlanner planner) {
        this.site = site;
        this.planner = planner;
    }

    /**
     * Decides on how the plan stands, and decides again if that has changed before it was carried out.
     *
     * @param look how the plan stands now
     * @param task its id
     * @param carryOut throws {@link Overtaken} if the plan has changed since
     */
    public <T> T report(
            WaitingClient client,
            Supplier<RemainingPlan.Seen> look,
            String task,
            TaskReport report,
            Function<TaskChange, T> carryOut) {
        for (int tried = 0; ; tried++) {
            RemainingPlan rest = RemainingPlan.of(look.get());
            int number = number(rest.plan(), task);
            // Nothing that was given up is planned again.
            TaskReport meant = rest.plan().released() ? report.with(Then.KEEP) : report;
            TaskChange change = decide(client, rest, number, meant, tried);
            try {
                return carryOut.apply(change);
            } catch (Overtaken e) {
                if (tried + 1 >= SitePlanner.TRIES) {
                    return lastly(rest, number, meant, e, carryOut);
                }
            }
        }
    }

    /** Records at least that the task has finished, after replanning the rest has failed too often; other reports are refused. */
    private static <T> T lastly(
            RemainingPlan rest, int task, TaskReport report, Overtaken why, Function<TaskChange, T> carryOut) {
        if (report.what() != Happening.FINISHED) {
            throw why.lastWord();
        }
        try {
            return carryOut.apply(TaskChange.finished(rest, task, rest.now()));
        } catch (Overtaken e) {
            throw e.lastWord();
        }
    }

    private static int number(BookedPlan plan, String id) {
        int task = plan.graph().tasks().indexOf(id);
        if (task < 0) {
            throw Problem.of(Code.UNKNOWN_TASK, "Plan " + plan.id() + " has no such task")
                    .toException();
        }
        return task;
    }

    private TaskChange decide(WaitingClient client, RemainingPlan rest, int task, TaskReport report, int tried) {
        return switch (report.what()) {
            case FINISHED -> finished(client, rest, task, report.then(), tried);
            case FAILED -> failed(client, rest, task, report.then(), tried);
            case OVERRUN -> overrun(client, rest, task, report, tried);
        };
    }

    private static void mustRun(RemainingPlan rest, int task) {
        if (rest.before(task).state() != State.RUNNING) {
            throw notRunning(rest, task, "Task %s of plan %s is %s, not running");
        }
    }

    private static Rejected notRunning(RemainingPlan rest, int task, String why) {
        return Problem.of(
                        Code.NOT_RUNNING,
                        why.formatted(
                                rest.plan().graph().tasks().get(task),
                                rest.plan().id(),
                                Names.of(rest.before(task).state())))
                .toException();
    }

    private TaskChange finished(WaitingClient client, RemainingPlan rest, int task, Then then, int tried) {
        mustRun(rest, task);
        TaskStanding before = rest.before(task);
        RemainingPlan after = rest.with(task, new TaskStanding(State.FINISHED, before.start(), rest.now()));
        TaskChange change = TaskChange.finished(after, task, rest.now());
        if (then == Then.RELEASE) {
            return change.releasing();
        }
        if (then == Then.KEEP || after.open().isEmpty()) {
            return change;
        }
        return planner.replan(client, after, tried) instanceof WorkflowPlanning.Drafted drafted
                        && (!after.canStay() || after.isImprovedBy(drafted.draft()))
                ? change.replanning(drafted.draft())
                : change;
    }

    private TaskChange failed(WaitingClient client, RemainingPlan rest, int task, Then then, int tried) {
        State state = rest.before(task).state();
        if (state == State.WAITING || state == State.RELEASED || (state == State.FAILED && then == Then.KEEP)) {
            throw notRunning(rest, task, "Task %s of plan %s is %s and cannot have failed");
        }
        TaskStanding before = rest.before(task);
        RemainingPlan after = rest.with(task, new TaskStanding(State.FAILED, before.start(), before.end()));
        TaskChange change = TaskChange.failed(after, task);
        return switch (then) {
            case KEEP -> change;
            case RELEASE -> change.releasing();
            case REPLAN -> change.replanning(draft(client, after, tried));
        };
    }

    private TaskChange overrun(WaitingClient client, RemainingPlan rest, int task, TaskReport report, int tried) {
        mustRun(rest, task);
        TaskSlot slot = rest.plan().slots().get(task);
        TaskStanding before = rest.before(task);
        long time = slot.time() + report.more();
        long end = before.start() + time;
        if (end <= before.end()) {
            return TaskChange.longer(rest, task, time, before.end());
        }
        RemainingPlan after = rest.with(task, new TaskStanding(State.RUNNING, before.start(), end));
        TaskChange change = TaskChange.longer(after, task, time, end);
        String waiting = after.tooEarlyAfter(task, end);
        boolean fits = waiting.isEmpty() && end <= rest.plan().terms().deadline();
        boolean free = rest.plan().terms().wholeServers() || site.read(change::canExtend);
        if (fits && free) {
            return change;
        }
        return switch (report.then()) {
            case RELEASE -> change.releasing();
            case REPLAN -> change.replanning(draft(client, after, tried));
            case KEEP -> {
                if (!waiting.isEmpty() && !rest.plan().released()) {
                    throw Problem.of(
                                    Code.SUCCESSOR_WAITS,
                                    "Task %s is to start before %s would be done; plan the rest again with then: replan"
                                            .formatted(
                                                    waiting,
                                                    rest.plan().graph().tasks().get(task)))
                            .toException();
                }
                yield change;
            }
        };
    }

    private Draft draft(WaitingClient client, RemainingPlan after, int tried) {
        return SitePlanner.drafted(
                planner.replan(client, after, tried), after.plan().terms());
    }
}
