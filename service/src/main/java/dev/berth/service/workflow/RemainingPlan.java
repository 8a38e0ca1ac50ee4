package dev.berth.service.workflow;

import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.ReservationId;
import dev.berth.engine.model.Window;
import dev.berth.service.workflow.Availability.Difference;
import dev.berth.site.View;
import dev.berth.workflow.model.Link;
import dev.berth.workflow.model.Progress;
import dev.berth.workflow.model.Workflow;
import dev.berth.workflow.read.ReadWorkflow;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.function.LongFunction;

/**
 * Rest of a booked plan after an event in one of its tasks. Running tasks keep their slots to the end, spare time included; tasks
 * that have not begun can be replanned, and those that began without all their inputs must be.
 */
public final class RemainingPlan {
    private final BookedPlan plan;
    private final ReadWorkflow read;
    private final long now;
    private final TaskStanding[] before;
    private final TaskStanding[] after;
    private final BitSet done = new BitSet();

    private RemainingPlan(BookedPlan plan, ReadWorkflow read, long now, TaskStanding[] before, TaskStanding[] after) {
        this.plan = plan;
        this.read = read;
        this.now = now;
        this.before = before;
        this.after = after;
        Workflow workflow = read.workflow();
        for (int task : workflow.order()) {
            boolean whole = after[task].state().hasBegun();
            for (int k = 0; k < workflow.inDegree(task); k++) {
                whole &= done.get(workflow.from(workflow.inEdge(task, k)));
            }
            done.set(task, whole);
        }
    }

    /** How a plan and its tasks stood when somebody looked. */
    public record Seen(BookedPlan plan, long now, List<TaskStanding> standings) {
        public static Seen of(View view, BookedPlan plan) {
            List<TaskStanding> standings = new ArrayList<>();
            for (int task = 0; task < plan.slots().size(); task++) {
                standings.add(TaskStanding.of(view, plan, task));
            }
            return new Seen(plan, view.now(), List.copyOf(standings));
        }
    }

    /** Rest of the plan as it was seen. */
    public static RemainingPlan of(Seen seen) {
        TaskStanding[] standings = seen.standings().toArray(TaskStanding[]::new);
        return new RemainingPlan(seen.plan(), seen.plan().graph().read(), seen.now(), standings, standings);
    }

    /** Rest of the plan after one task has changed its state. */
    public RemainingPlan with(int task, TaskStanding standing) {
        TaskStanding[] other = after.clone();
        other[task] = standing;
        return new RemainingPlan(plan, read, now, before, other);
    }

    public BookedPlan plan() {
        return plan;
    }

    public long now() {
        return now;
    }

    /** How a task stood before anything happened to it. */
    public TaskStanding before(int task) {
        return before[task];
    }

    /** Whether a task has begun with all it needs, so that it stays where it is. */
    public boolean isDone(int task) {
        return done.get(task);
    }

    /** The tasks that are to be replanned. */
    public List<Integer> open() {
        List<Integer> open = new ArrayList<>();
        for (int task = 0; task < before.length; task++) {
            if (!done.get(task)) {
                open.add(task);
            }
        }
        return open;
    }

    /** Whether all that is open has a slot that can be kept. */
    public boolean canStay() {
        return open().stream().allMatch(task -> before[task].state() == TaskStanding.State.WAITING);
    }

    /** Reservations of running tasks that have to stop: their servers are given back at once. */
    public List<ReservationId> stopped() {
        List<ReservationId> stopped = new ArrayList<>();
        for (int task = 0; task < before.length; task++) {
            boolean runsOn = done.get(task) && after[task].state() == TaskStanding.State.RUNNING;
            if (before[task].state() == TaskStanding.State.RUNNING && !runsOn) {
                stopped.add(new ReservationId(plan.slots().get(task).reservation()));
            }
        }
        return stopped;
    }

    /** Whether a task has a reservation that waits, with servers or without. */
    public boolean waits(int task) {
        return plan.slots().get(task).reservation() > 0
                && before[task].isOpen()
                && before[task].state() != TaskStanding.State.RUNNING;
    }

    /** Differences to the book before the rest is booked again: servers that become free, and servers that are taken. */
    private List<Difference> differences() {
        List<Difference> differences = new ArrayList<>();
        for (int task = 0; task < before.length; task++) {
            PoolId pool = new PoolId(plan.slots().get(task).pool());
            long number = plan.slots().get(task).reservation();
            long end = before[task].end();
            switch (before[task].state()) {
                case WAITING -> {
                    if (waits(task) && end > now) {
                        differences.add(new Difference(
                                pool,
                                new Window(Math.max(now, before[task].start()), end),
                                1,
                                new ReservationId(number)));
                    }
                }
                case RUNNING -> {
                    long until = done.get(task) && after[task].state() == TaskStanding.State.RUNNING
                            ? after[task].end()
                            : now;
                    if (until < end) {
                        differences.add(new Difference(
                                pool, new Window(Math.max(now, until), end), 1, new ReservationId(number)));
                    } else if (until > end) {
                        differences.add(new Difference(pool, new Window(end, until), -1, new ReservationId(number)));
                    }
                }
                case ENDED, FINISHED, FAILED, DEGRADED, CANCELLED, RELEASED -> {}
            }
        }
        return differences;
    }

    /** Availability for the rest of the plan, up to a time. */
    public Availability available(View view, long until) {
        Window ahead = new Window(now, Math.max(now + 1, until));
        return plan.terms().wholeServers()
                ? WholeServers.available(view, this, ahead)
                : Availability.read(view, plan.terms().pools(), ahead, differences());
    }

    /** Until when a running task that stays where it is needs the server of a reservation; 0 if none does. */
    long busyUntil(long reservation) {
        long until = 0;
        for (int task = 0; task < after.length; task++) {
            boolean runs = done.get(task) && after[task].state() == TaskStanding.State.RUNNING;
            if (runs && plan.slots().get(task).reservation() == reservation) {
                until = Math.max(until, after[task].end());
            }
        }
        return until;
    }

    /** A task that is to start before the data of another could be there, which is done at a time; empty if none is. */
    public String tooEarlyAfter(int task, long end) {
        Workflow workflow = read.workflow();
        for (int next : plan.terms().wholeServers() ? open() : List.<Integer>of()) {
            boolean isOnSameServer = plan.slots().get(next).reservation()
                    == plan.slots().get(task).reservation();
            if (isOnSameServer && before[next].start() < end) {
                return workflow.task(next).id();
            }
        }
        String pool = plan.slots().get(task).pool();
        for (int k = 0; k < workflow.outDegree(task); k++) {
            int edge = workflow.outEdge(task, k);
            int next = workflow.to(edge);
            Link link = plan.slots().get(next).pool().equals(pool)
                    ? plan.terms().withinAPool()
                    : plan.terms().betweenPools();
            if (before[next].start() < end + link.time(workflow.data(edge))) {
                return workflow.task(next).id();
            }
        }
        return "";
    }

    private Progress progress(Availability free, long notBefore) {
        List<Progress.Fixed> fixed = new ArrayList<>();
        for (int task = 0; task < after.length; task++) {
            if (done.get(task)) {
                fixed.add(new Progress.Fixed(
                        task,
                        free.past(plan.slots().get(task).pool()),
                        after[task].start(),
                        Math.max(after[task].start(), after[task].end())));
            }
        }
        return new Progress(notBefore, fixed);
    }

    /** Plans what is open, from a time on. */
    public WorkflowPlanning.Outcome plan(LongFunction<Availability> available, long notBefore) {
        return WorkflowPlanning.plan(read, plan.terms(), available, free -> progress(free, notBefore));
    }

    /**
     * Whether a draft leaves more room than what is booked: its least extension in percent of the run time is larger, or
     * the same and the mean is. On whole servers: whether the tasks start earlier, all in all.
     */
    public boolean isImprovedBy(Draft draft) {
        if (plan.terms().wholeServers()) {
            // All of the spare time is the plan's: tasks start as soon as they can.
            return open().stream()
                            .mapToLong(
                                    task -> before[task].start() - draft.plan().start(task))
                            .sum()
                    > 0;
        }
        double least = Double.POSITIVE_INFINITY;
        double leastNow = Double.POSITIVE_INFINITY;
        double sum = 0;
        for (int task : open()) {
            TaskSlot slot = plan.slots().get(task);
            long time = draft.plan().time(task);
            if (time > 0 && slot.time() > 0) {
                double percent = (double) draft.plan().extension(task) / time;
                double percentNow = (double) (slot.end() - slot.start() - slot.time()) / slot.time();
                least = Math.min(least, percent);
                leastNow = Math.min(leastNow, percentNow);
                sum += percent - percentNow;
            }
        }
        return least > leastNow || (least == leastNow && sum > 0);
    }
}
