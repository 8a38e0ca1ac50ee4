package dev.berth.service.http;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.berth.service.account.Role;
import dev.berth.service.problem.Code;
import dev.berth.service.problem.Overtaken;
import dev.berth.service.problem.Problem;
import dev.berth.service.wire.Fields;
import dev.berth.service.wire.Names;
import dev.berth.service.workflow.BookedPlan;
import dev.berth.service.workflow.Draft;
import dev.berth.service.workflow.Planning;
import dev.berth.service.workflow.Rest;
import dev.berth.service.workflow.Standing;
import dev.berth.service.workflow.Standing.State;
import dev.berth.service.workflow.TaskSlot;
import dev.berth.service.workflow.Workshop;
import java.util.List;
import java.util.Optional;

/** What happens to the tasks of a booked plan while it runs. */
final class TasksResource {
    private final Office office;
    private final Workshop workshop;

    TasksResource(Office office, Workshop workshop) {
        this.office = office;
        this.workshop = workshop;
    }

    List<Endpoint> endpoints() {
        return List.of(new Endpoint("POST", "/plans/{plan}/tasks/{task}", Role.USER, this::happened).alsoWhenFull());
    }

    /** What happened. */
    enum Happening {
        FINISHED,
        FAILED,
        OVERRUN
    }

    /** What is to become of the rest. */
    enum Then {
        REPLAN,
        RELEASE,
        KEEP
    }

    /** What was told of a task; {@code more} counts for an overrun only. */
    private record Told(Happening what, long more, Then then) {}

    private static Told read(Fields fields) {
        fields.missing("event");
        Happening what = fields.oneOf("event", Happening.class);
        Then then = fields.oneOf("then", Then.class);
        Long more = fields.positiveDuration("more");
        if (what == Happening.OVERRUN) {
            fields.missing("more");
        } else if (what != null && more != null) {
            fields.fault("more", "only an overrun takes more");
        }
        fields.closed().check();
        Happening happened = Checks.present(what);
        Then otherwise = happened == Happening.FINISHED ? Then.KEEP : Then.REPLAN;
        return new Told(happened, more == null ? 0 : more, then == null ? otherwise : then);
    }

    private Answer happened(Call call) {
        Told told = read(call.body());
        Optional<Answer> given = office.given(call);
        if (given.isPresent()) {
            return given.get();
        }
        for (int tried = 0; ; tried++) {
            boolean last = tried + 1 >= PlanningResource.TRIES;
            Rest rest = Rest.of(office.upToDate(call, view -> Rest.Seen.of(view, PlansResource.own(view, call))));
            int task = task(rest.plan(), call.variable("task"));
            // Nothing that was given up is planned again.
            Told meant = rest.plan().released() ? new Told(told.what, told.more, Then.KEEP) : told;
            TaskChange change = switch (meant.what) {
                case FINISHED -> finished(call, rest, task, meant.then, tried);
                case FAILED -> failed(call, rest, task, meant.then, tried);
                case OVERRUN -> overrun(call, rest, task, meant, tried);
            };
            try {
                return write(call, change, meant);
            } catch (Overtaken e) {
                if (last) {
                    return lastly(call, rest, task, meant, e);
                }
            }
        }
    }

    /** What is done is done, even if the rest cannot be planned anew. */
    private Answer lastly(Call call, Rest rest, int task, Told told, Overtaken why) {
        if (told.what != Happening.FINISHED) {
            throw why.lastWord();
        }
        try {
            return write(call, TaskChange.finished(rest, task, rest.now()), told);
        } catch (Overtaken e) {
            throw e.lastWord();
        }
    }

    private Answer write(Call call, TaskChange change, Told told) {
        return office.write(call, transaction -> {
            ObjectNode node = change.carryOut(transaction, call);
            Office.audit(
                    transaction,
                    "task-" + Names.of(told.what),
                    change.rest().plan().id(),
                    call.variable("task"));
            return Answer.ok(node);
        });
    }

    private static int task(BookedPlan plan, String id) {
        int task = plan.graph().tasks().indexOf(id);
        if (task < 0) {
            throw Problem.of(Code.UNKNOWN_TASK, "plan " + plan.id() + " has no such task")
                    .thrown();
        }
        return task;
    }

    private static void mustRun(Rest rest, int task) {
        State state = rest.before(task).state();
        if (state != State.RUNNING) {
            throw Problem.of(
                            Code.NOT_RUNNING,
                            "task %s of plan %s is %s, and this can happen only to one that runs"
                                    .formatted(
                                            rest.plan().graph().tasks().get(task),
                                            rest.plan().id(),
                                            Names.of(state)))
                    .thrown();
        }
    }

    private TaskChange finished(Call call, Rest rest, int task, Then then, int tried) {
        mustRun(rest, task);
        Standing before = rest.before(task);
        Rest after = rest.with(task, new Standing(State.FINISHED, before.start(), rest.now()));
        TaskChange change = TaskChange.finished(after, task, rest.now());
        if (then == Then.RELEASE) {
            return change.releasing();
        }
        if (then == Then.KEEP || after.open().isEmpty()) {
            return change;
        }
        Planning.Outcome outcome = replanned(call, after, tried);
        return outcome instanceof Planning.Drafted drafted && (!after.canStay() || after.isImprovedBy(drafted.draft()))
                ? change.replanning(drafted.draft())
                : change;
    }

    private TaskChange failed(Call call, Rest rest, int task, Then then, int tried) {
        State state = rest.before(task).state();
        if (state == State.WAITING || state == State.RELEASED || (state == State.FAILED && then == Then.KEEP)) {
            throw Problem.of(
                            Code.NOT_RUNNING,
                            "task %s of plan %s is %s: it cannot have failed"
                                    .formatted(
                                            rest.plan().graph().tasks().get(task),
                                            rest.plan().id(),
                                            Names.of(state)))
                    .thrown();
        }
        Standing before = rest.before(task);
        Rest after = rest.with(task, new Standing(State.FAILED, before.start(), before.end()));
        TaskChange change = TaskChange.failed(after, task);
        return switch (then) {
            case KEEP -> change;
            case RELEASE -> change.releasing();
            case REPLAN -> change.replanning(draft(call, after, tried));
        };
    }

    private TaskChange overrun(Call call, Rest rest, int task, Told told, int tried) {
        mustRun(rest, task);
        TaskSlot slot = rest.plan().slots().get(task);
        Standing before = rest.before(task);
        long time = slot.time() + told.more;
        long end = before.start() + time;
        if (end <= before.end()) {
            return TaskChange.longer(rest, task, time, before.end());
        }
        Rest after = rest.with(task, new Standing(State.RUNNING, before.start(), end));
        TaskChange change = TaskChange.longer(after, task, time, end);
        String waiting = after.tooEarlyAfter(task, end);
        boolean fits = waiting.isEmpty() && end <= rest.plan().terms().deadline();
        boolean free = office.read(view -> change.canExtend(view));
        if (fits && free) {
            return change;
        }
        return switch (told.then) {
            case RELEASE -> change.releasing();
            case REPLAN -> change.replanning(draft(call, after, tried));
            case KEEP -> {
                if (!waiting.isEmpty() && !rest.plan().released()) {
                    throw Problem.of(
                                    Code.SUCCESSOR_WAITS,
                                    "task %s is to start before %s would be done; plan the rest anew with then: replan"
                                            .formatted(waiting, call.variable("task")))
                            .thrown();
                }
                yield change;
            }
        };
    }

    private Draft draft(Call call, Rest after, int tried) {
        return switch (replanned(call, after, tried)) {
            case Planning.Drafted drafted -> drafted.draft();
            case Planning.Impossible impossible ->
                throw PlanningResource.impossible(impossible, after.plan().terms())
                        .thrown();
        };
    }

    private Planning.Outcome replanned(Call call, Rest after, int tried) {
        long lead = PlanningResource.leastLead(office, after.plan().owner());
        long notBefore = Math.max(
                after.plan().terms().ready(),
                after.now()
                        + Math.max(lead, PlanningResource.margin(after.open().size(), tried)));
        return WorkflowsResource.working(
                workshop,
                call,
                () -> after.plan(until -> office.read(view -> after.available(view, until)), notBefore));
    }
}
