package dev.berth.service.workflow;

import dev.berth.workflow.model.Link;
import java.util.List;

/**
 * Terms of a plan, also used to replan it.
 *
 * @param ready no task starts before this
 * @param deadline all tasks are done by this
 * @param pools where tasks may run; empty for everywhere
 * @param between time to move a gigabyte from one pool to another, in milliseconds
 * @param within the same from one task to another in one pool
 */
public record PlanTerms(
        long ready, long deadline, String scheduler, String spare, List<String> pools, long between, long within) {
    public PlanTerms {
        pools = List.copyOf(pools);
    }

    Link betweenPools() {
        return new Link(between, Link.GIGABYTE);
    }

    Link withinAPool() {
        return new Link(within, Link.GIGABYTE);
    }
}
