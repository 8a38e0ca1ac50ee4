package dev.berth.workflow.spare;

import dev.berth.engine.model.Window;
import dev.berth.workflow.model.WorkflowProblem;
import dev.berth.workflow.schedule.Schedule;

/** Gaps of a plan (zhao 4.2): the time in which its machines are free, from the begin of the workflow to the deadline. */
final class PlanGaps {
    private PlanGaps() {}

    /**
     * Free time of all machines that have slots, added up.
     *
     * @param fixed tasks that have happened: they do not make a machine one of the plan's
     */
    static long of(WorkflowProblem problem, Schedule slots, boolean[] fixed, long deadline) {
        boolean[] used = new boolean[problem.machines().size()];
        long booked = 0;
        for (int task = 0; task < fixed.length; task++) {
            if (!fixed[task] && slots.end(task) > slots.start(task)) {
                used[slots.machine(task)] = true;
                booked += slots.end(task) - slots.start(task);
            }
        }
        long free = 0;
        for (int machine = 0; machine < used.length; machine++) {
            if (used[machine]) {
                free += deadline - problem.origin() - busy(problem, machine, deadline);
            }
        }
        return free - booked;
    }

    private static long busy(WorkflowProblem problem, int machine, long deadline) {
        long busy = 0;
        for (Window window : problem.machines().busy(machine)) {
            busy += Math.max(0, Math.min(window.end(), deadline) - Math.max(window.start(), problem.origin()));
        }
        return busy;
    }
}
