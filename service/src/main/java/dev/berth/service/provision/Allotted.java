package dev.berth.service.provision;

import dev.berth.engine.model.Job;
import dev.berth.engine.model.JobId;
import dev.berth.engine.model.Money;
import dev.berth.engine.model.Requirements;
import dev.berth.engine.model.Shape;
import dev.berth.engine.model.Terms;
import dev.berth.service.workflow.TaskSlot;

/**
 * An allocation of a plan: servers of a pool for some time.
 *
 * @param cost as the search counts it: with the discount for booking ahead, without a surcharge
 * @param reservation its number; 0 while it is not booked
 */
public record Allotted(String pool, long start, long end, int servers, Money cost, long reservation) {
    private static final int LONGEST_NAME = 180;

    Allotted reservedAs(long number) {
        return new Allotted(pool, start, end, servers, cost, number);
    }

    /** Job that makes the book reserve exactly this allocation. */
    Job job(String workflow, int number, String user) {
        String name = workflow.length() <= LONGEST_NAME ? workflow : workflow.substring(0, LONGEST_NAME);
        return new Job(
                new JobId(name + " slot " + number),
                user,
                start,
                end,
                new Shape.Stay(servers, end - start),
                Requirements.pool(pool),
                Terms.NONE);
    }

    /** The same as of a task, to ask where it stands. */
    public TaskSlot slot() {
        return new TaskSlot(pool, start, end - start, end, reservation, TaskSlot.Told.NOTHING);
    }
}
