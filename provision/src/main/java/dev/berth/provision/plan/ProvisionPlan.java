package dev.berth.provision.plan;

import dev.berth.engine.model.Money;
import dev.berth.provision.slot.Allocation;
import java.util.List;

/**
 * Plan for a workflow: the purchases, and where and when each task runs (singh: a resource plan with its schedule).
 *
 * @param tasks by the index of the task
 * @param purchases by slot, then by start
 * @param makespan from the submission of the workflow to its end
 */
public record ProvisionPlan(List<Scheduled> tasks, List<Purchase> purchases, long makespan, Money cost) {
    public ProvisionPlan {
        tasks = List.copyOf(tasks);
        purchases = List.copyOf(purchases);
    }

    /** A task at a site, and from which slots it has its servers. */
    public record Scheduled(int site, long start, long end, List<Share> shares) {
        public Scheduled {
            shares = List.copyOf(shares);
        }
    }

    /** Servers of one slot. */
    public record Share(int slot, int servers) {}

    /** An allocation from a slot. */
    public record Purchase(int slot, Allocation allocation) {}
}
