package dev.berth.workflow.spare;

import dev.berth.workflow.model.WorkflowProblem;
import dev.berth.workflow.schedule.Schedule;

/**
 * Spreads the time between the end of a schedule and the deadline over the tasks (zhao, sections 3.3 and 3.4). Machines
 * and the order of tasks on them stay; slots grow and shift. No slot ends after the deadline.
 */
public interface SparePolicy {
    /** The threshold of a recursive policy as a part of the time up to the deadline: a twentieth, 5%. */
    int DEFAULT_PART = 20;

    /** The name in the registry. */
    String name();

    /** Whether it works in rounds, until less than a threshold is left. */
    boolean isRecursive();

    /** Whether it books machines from the begin to the deadline, and no slots of tasks. */
    default boolean booksMachines() {
        return false;
    }

    /**
     * A slot for every task.
     *
     * @param schedule ends at or before the deadline
     * @param threshold a recursive policy is done when less than this is left
     */
    Plan spread(WorkflowProblem problem, Schedule schedule, long deadline, long threshold);

    /** The same with a threshold of 5% of the time from the begin of the workflow to the deadline. */
    default Plan spread(WorkflowProblem problem, Schedule schedule, long deadline) {
        return spread(problem, schedule, deadline, (deadline - problem.origin()) / DEFAULT_PART);
    }
}
