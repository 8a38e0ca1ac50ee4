package dev.berth.workflow.spare;

import dev.berth.workflow.model.WorkflowProblem;
import dev.berth.workflow.schedule.ScheduleCheck;
import java.util.ArrayList;
import java.util.List;

/** Whether a plan can be kept: its slots as {@link ScheduleCheck} says, room for the tasks in them, the deadline met. */
public final class PlanCheck {
    private PlanCheck() {}

    /** Faults of a plan, in words; empty if it is valid. */
    public static List<String> faults(WorkflowProblem problem, Plan plan) {
        List<String> faults = new ArrayList<>(ScheduleCheck.slotFaults(problem, plan.slots()));
        for (int task = 0; task < plan.size(); task++) {
            String id = problem.workflow().task(task).id();
            if (!plan.isFixed(task) && plan.end(task) > plan.deadline()) {
                faults.add("task " + id + " ends at " + plan.end(task) + ", after the deadline " + plan.deadline());
            }
            if (plan.extension(task) < 0 || (!plan.isFixed(task) && plan.spare(task) < plan.extension(task))) {
                faults.add("task " + id + " has spare time " + plan.spare(task) + " but an extension of "
                        + plan.extension(task));
            }
            if (!plan.isFixed(task) && plan.time(task) != problem.time(task, plan.machine(task))) {
                faults.add(
                        "task " + id + " takes " + problem.time(task, plan.machine(task)) + ", not " + plan.time(task));
            }
        }
        return faults;
    }
}
