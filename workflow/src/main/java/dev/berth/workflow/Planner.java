package dev.berth.workflow;

import dev.berth.workflow.model.WorkflowProblem;
import dev.berth.workflow.schedule.Schedule;
import dev.berth.workflow.schedule.Scheduler;
import dev.berth.workflow.schedule.Schedulers;
import dev.berth.workflow.schedule.Unschedulable;
import dev.berth.workflow.spare.Plan;
import dev.berth.workflow.spare.SparePolicies;
import dev.berth.workflow.spare.SparePolicy;
import dev.berth.workflow.spare.Threshold;

/**
 * From a problem and a deadline to a slot for every task (zhao, figure 2): a schedule first, then the time that is left
 * to the deadline spread over the tasks. To plan the rest of a workflow that has begun, give a problem with its progress.
 *
 * <pre>{@code
 * switch (new Planner("heft", "r_even_percent1").plan(problem, deadline)) {
 *     case Planner.Planned planned -> book(planned.plan());
 *     case Planner.NoPlan refused -> say(refused.words());
 * }
 * }</pre>
 */
public final class Planner {
    private final Scheduler scheduler;
    private final SparePolicy policy;

    /** A planner from the names of a scheduler and a spare-time policy. */
    public Planner(String scheduler, String spare) {
        this.scheduler = Schedulers.named(scheduler);
        policy = SparePolicies.named(spare);
    }

    /** Result of planning: a plan, or the reason why there is none. */
    public sealed interface Outcome {}

    /** A plan that meets the deadline, and the schedule it was made from. */
    public record Planned(Schedule schedule, Plan plan) implements Outcome {}

    /** Why there is no plan. */
    public sealed interface NoPlan extends Outcome {
        /** The reason as a word for programs. */
        String reason();

        /** The reason in words, with the numbers that decided and what to do. */
        String words();
    }

    /** The schedule alone ends after the deadline. */
    public record DeadlineImpossible(String scheduler, long deadline, long finish, long makespan) implements NoPlan {
        @Override
        public String reason() {
            return "deadline-impossible";
        }

        @Override
        public String words() {
            return "the deadline " + deadline + " is before " + finish + ", when " + scheduler
                    + " has the last task end (makespan " + makespan
                    + "); ask for a later deadline, more machines or another scheduler";
        }
    }

    /** A task fits on no machine, however late. */
    public record NoCapacity(String task) implements NoPlan {
        @Override
        public String reason() {
            return "no-capacity";
        }

        @Override
        public String words() {
            return "no machine ever has room for task " + task + "; give a machine that is free for its whole run time";
        }
    }

    /** A plan that leaves less than 1% of the time to the deadline to nobody. */
    public Outcome plan(WorkflowProblem problem, long deadline) {
        return plan(problem, deadline, Threshold.DEFAULT);
    }

    /** A plan that leaves less than a share of the time to the deadline to nobody, if the policy is recursive. */
    public Outcome plan(WorkflowProblem problem, long deadline, Threshold threshold) {
        return plan(problem, deadline, threshold.of(Math.max(0, deadline - problem.origin())));
    }

    /** A plan; a recursive policy is done when less than the threshold is left before the deadline. */
    public Outcome plan(WorkflowProblem problem, long deadline, long threshold) {
        Schedule schedule;
        try {
            schedule = scheduler.schedule(problem);
        } catch (Unschedulable e) {
            return new NoCapacity(e.task());
        }
        if (schedule.finish() > deadline) {
            return new DeadlineImpossible(scheduler.name(), deadline, schedule.finish(), schedule.makespan());
        }
        return new Planned(schedule, policy.spread(problem, schedule, deadline, threshold));
    }
}
