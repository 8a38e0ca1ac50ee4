package dev.berth.service.workflow;

import dev.berth.engine.model.Job;
import dev.berth.engine.model.JobId;
import dev.berth.engine.model.Requirements;
import dev.berth.engine.model.Shape;
import dev.berth.engine.model.Terms;
import dev.berth.workflow.model.WorkflowProblem;
import dev.berth.workflow.spare.Plan;

/** A plan on paper: a pool and a slot for every task, and nothing booked. */
public record Draft(WorkflowProblem problem, Plan plan, Availability free) {
    private static final int LONGEST_NAME = 200;

    /** Slot of a task; on servers that the plan holds, within the reservation of its server. */
    TaskSlot reservedSlot(int task) {
        TaskSlot slot = slot(task);
        return free.isHeld() && slot.end() > slot.start()
                ? slot.reservedAs(free.reservation(plan.machine(task)).number())
                : slot;
    }

    public TaskSlot slot(int task) {
        return new TaskSlot(
                free.pool(plan.machine(task)).id().name(),
                plan.start(task),
                plan.time(task),
                plan.end(task),
                0,
                TaskSlot.Told.NOTHING);
    }

    /** The last characters of a name that is too long for a job. */
    static String name(String name) {
        return name.length() <= LONGEST_NAME ? name : name.substring(name.length() - LONGEST_NAME);
    }

    /** Job that makes the book reserve exactly this slot for the task. */
    public static Job job(String workflow, String task, String user, TaskSlot slot) {
        return new Job(
                new JobId(name(workflow + " " + task)),
                user,
                slot.start(),
                slot.end(),
                new Shape.Stay(1, slot.end() - slot.start()),
                Requirements.pool(slot.pool()),
                Terms.NONE);
    }
}
