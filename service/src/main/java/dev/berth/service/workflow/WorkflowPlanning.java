package dev.berth.service.workflow;

import dev.berth.engine.model.Window;
import dev.berth.workflow.Planner;
import dev.berth.workflow.model.BadWorkflow;
import dev.berth.workflow.model.Machines;
import dev.berth.workflow.model.Progress;
import dev.berth.workflow.model.WorkflowProblem;
import dev.berth.workflow.read.ReadWorkflow;
import dev.berth.workflow.schedule.Schedule;
import dev.berth.workflow.schedule.Schedulers;
import dev.berth.workflow.schedule.Unschedulable;
import java.util.Map;
import java.util.function.Function;
import java.util.function.LongFunction;

/**
 * Makes plans on what a site has free. Takes its time, so it is done apart from the site, on what was read from it: what
 * comes out is a proposal, which the book accepts or not.
 */
public final class WorkflowPlanning {
    private WorkflowPlanning() {}

    /** Outcome of planning. */
    public sealed interface Outcome {}

    /** A plan that meets the deadline, if nobody is faster. */
    public record Drafted(Draft draft) implements Outcome {}

    /**
     * No plan.
     *
     * @param finish when the last task could end in the current book; {@link Window#FOREVER} if one never could
     * @param task the one that never could; empty if all could
     */
    public record Impossible(long finish, String task) implements Outcome {}

    /**
     * Plans by the terms.
     *
     * @param available what is free up to a time. Reading all of it is rarely needed: what comes after the deadline
     *     matters only to say when the workflow would be done
     */
    public static Outcome plan(
            ReadWorkflow read,
            PlanTerms terms,
            LongFunction<Availability> available,
            Function<Availability, Progress> progress) {
        Planner planner = new Planner(terms.scheduler(), terms.spare());
        Availability free = available.apply(terms.deadline());
        WorkflowProblem problem = problem(read, terms, free, progress.apply(free));
        if (planner.plan(problem, terms.deadline(), terms.threshold()) instanceof Planner.Planned planned) {
            return new Drafted(new Draft(problem, planned.plan(), free));
        }
        Availability all = available.apply(Window.FOREVER);
        return earliest(problem(read, terms, all, progress.apply(all)), terms.scheduler());
    }

    static Impossible earliest(WorkflowProblem problem, String scheduler) {
        try {
            Schedule schedule = Schedulers.named(scheduler).schedule(problem);
            return new Impossible(schedule.finish(), "");
        } catch (Unschedulable e) {
            return new Impossible(Window.FOREVER, e.task());
        }
    }

    /**
     * The workflow on what is free.
     *
     * @throws BadWorkflow if a task tells how long it takes in some pools and leaves one of these out
     */
    public static WorkflowProblem problem(ReadWorkflow read, PlanTerms terms, Availability free, Progress progress) {
        Machines all = free.machines(terms.betweenPools(), terms.withinAPool());
        Machines machines = terms.wholeServers() && !free.isHeld()
                ? all.freeThroughout(new Window(terms.ready(), Math.max(terms.ready() + 1, terms.deadline())))
                : all;
        WorkflowProblem byRates = WorkflowProblem.of(read.workflow(), machines);
        if (read.times().isEmpty()) {
            return byRates.with(progress);
        }
        long[][] cost = new long[byRates.tasks()][machines.size()];
        for (int task = 0; task < cost.length; task++) {
            Map<String, Long> told = read.times().get(read.workflow().task(task).id());
            for (int machine = 0; machine < machines.size(); machine++) {
                cost[task][machine] = told == null
                        ? byRates.time(task, machine)
                        : time(
                                read.workflow().task(task).id(),
                                told,
                                free.pool(machine).id().name());
            }
        }
        return WorkflowProblem.of(read.workflow(), machines, cost).with(progress);
    }

    private static long time(String task, Map<String, Long> told, String pool) {
        Long time = told.get(pool);
        if (time == null) {
            throw new BadWorkflow(
                    "pools",
                    "task %s has no run time for pool %s, only for %s; restrict the plan to these pools, or add the seconds"
                            .formatted(
                                    task,
                                    pool,
                                    String.join(
                                            ", ",
                                            told.keySet().stream().sorted().toList())));
        }
        return time;
    }
}
