package dev.berth.service.workflow;

import java.util.Map;

/** Facts about plans. */
public sealed interface PlanFact {
    /** A new plan. */
    record Booked(BookedPlan plan) implements PlanFact {}

    /**
     * Other slots for some tasks of a plan: not the whole plan, which can be large and change often.
     *
     * @param slots by task
     * @param released whether the rest of the plan is given up
     */
    record Changed(long plan, Map<Integer, TaskSlot> slots, boolean released) implements PlanFact {}
}
