package dev.berth.service.workflow;

import dev.berth.engine.model.Job;
import dev.berth.engine.model.JobId;
import dev.berth.engine.model.Requirements;
import dev.berth.engine.model.Shape;
import dev.berth.engine.model.Terms;
import dev.berth.workflow.model.Problem;
import dev.berth.workflow.spare.Plan;

/** A plan on paper: a pool and a slot for every task, and nothing booked. */
public record Draft(Problem problem, Plan plan, Availability free) {
    private static final int LONGEST_NAME = 200;

    public TaskSlot slot(int task) {
        return new TaskSlot(
                free.pool(plan.machine(task)).id().name(),
                plan.start(task),
                plan.time(task),
                plan.end(task),
                0,
                TaskSlot.Told.NOTHING);
    }

    /** Job that makes the book reserve exactly this slot for the task. */
    public static Job job(String workflow, String task, String user, TaskSlot slot) {
        String name = workflow + " " + task;
        return new Job(
                new JobId(name.length() <= LONGEST_NAME ? name : name.substring(name.length() - LONGEST_NAME)),
                user,
                slot.start(),
                slot.end(),
                new Shape.Stay(1, slot.end() - slot.start()),
                Requirements.pool(slot.pool()),
                Terms.NONE);
    }
}
