package dev.berth.workflow.schedule;

import dev.berth.workflow.model.WorkflowProblem;

/**
 * Gives every task of a problem a machine and a time. Whatever the machines are already busy with stays where it is, and
 * so do the tasks the problem's progress names; no other task starts before the progress allows. The same problem always
 * gets the same schedule.
 */
public interface Scheduler {
    /** The name in the registry. */
    String name();

    /**
     * A machine and a time for every task.
     *
     * @throws Unschedulable if a task fits on no machine
     */
    Schedule schedule(WorkflowProblem problem);
}
