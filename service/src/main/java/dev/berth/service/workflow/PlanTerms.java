package dev.berth.service.workflow;

import dev.berth.workflow.model.Link;
import dev.berth.workflow.spare.SparePolicies;
import dev.berth.workflow.spare.Threshold;
import java.util.List;
import java.util.Optional;

/**
 * Terms of a plan, also used to replan it.
 *
 * @param ready no task starts before this
 * @param deadline all tasks are done by this
 * @param pools where tasks may run; empty for everywhere
 * @param between time to move a gigabyte from one pool to another, in milliseconds
 * @param within the same from one task to another in one pool
 * @param thresholdMillionths of the time to the deadline that a recursive policy may leave to nobody; absent for the default, as in
 *     plans of versions that had no other
 */
public record PlanTerms(
        long ready,
        long deadline,
        String scheduler,
        String spare,
        List<String> pools,
        long between,
        long within,
        Optional<Integer> thresholdMillionths) {
    public PlanTerms {
        pools = List.copyOf(pools);
    }

    /** Terms with the default threshold. */
    public PlanTerms(
            long ready, long deadline, String scheduler, String spare, List<String> pools, long between, long within) {
        this(ready, deadline, scheduler, spare, pools, between, within, Optional.empty());
    }

    /** The same, with another policy. */
    PlanTerms spreading(String policy) {
        return new PlanTerms(ready, deadline, scheduler, policy, pools, between, within, thresholdMillionths);
    }

    /** The same, with no task before a time. */
    PlanTerms from(long time) {
        return new PlanTerms(time, deadline, scheduler, spare, pools, between, within, thresholdMillionths);
    }

    /** Whether whole servers are booked from the begin to the deadline (zhao's DAG_Reserve). */
    public boolean wholeServers() {
        return SparePolicies.named(spare).booksMachines();
    }

    public Threshold threshold() {
        return thresholdMillionths.map(Threshold::new).orElse(Threshold.DEFAULT);
    }

    Link betweenPools() {
        return new Link(between, Link.GIGABYTE);
    }

    Link withinAPool() {
        return new Link(within, Link.GIGABYTE);
    }
}
