package dev.berth.provision.besteffort;

import dev.berth.engine.model.BadValue;
import dev.berth.engine.model.Money;
import dev.berth.provision.plan.Provisioning;
import dev.berth.provision.plan.SlotAvailability.Offered;
import dev.berth.provision.slot.Slot;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Estimate of what a queue would give without reservations, to be compared with plans (singh, section 5): the workflow runs at
 * one site, and each task joins a queue with conservative backfilling when the tasks it needs have ended. What is booked
 * and queued now is known; jobs that others submit later are not, so the queue gives this or less.
 *
 * @param site where the workflow would end first, by its index
 * @param makespan from the time at which the workflow is handed in
 * @param cost of the run time of the tasks alone (Eq 10)
 */
public record QueueEstimate(int site, long makespan, Money cost) {
    /** Tasks times sites: with more the estimate takes longer than people wait for it. */
    private static final int MOST_TASKS = 50_000;

    /** The site where the workflow ends first; empty if it fits nowhere, or is too large for an estimate. */
    public static Optional<QueueEstimate> of(Provisioning problem) {
        List<List<Slot>> bySite = new ArrayList<>();
        problem.availability().sites().forEach(site -> bySite.add(new ArrayList<>()));
        for (Offered offered : problem.availability().slots()) {
            bySite.get(offered.site()).add(offered.slot());
        }
        if ((long) problem.application().size() * bySite.size() > MOST_TASKS) {
            return Optional.empty();
        }
        List<QueueEstimate> estimates = new ArrayList<>();
        for (int site = 0; site < bySite.size(); site++) {
            at(problem, site, bySite.get(site)).ifPresent(estimates::add);
        }
        return estimates.isEmpty()
                ? Optional.empty()
                : Optional.of(Collections.min(
                        estimates,
                        Comparator.comparingLong(QueueEstimate::makespan).thenComparing(QueueEstimate::cost)));
    }

    private static Optional<QueueEstimate> at(Provisioning problem, int site, List<Slot> slots) {
        if (slots.isEmpty()) {
            return Optional.empty();
        }
        AdvertisedQueue queue = new AdvertisedQueue(slots);
        queue.advance(problem.now());
        try {
            return BestEffort.tryRun(
                            problem.application(), queue, task -> problem.time(task, site), Collections.emptyIterator())
                    .map(result -> new QueueEstimate(site, result.makespan(), queue.cost()));
        } catch (BadValue | ArithmeticException e) {
            // It would take longer, or cost more, than can be counted.
            return Optional.empty();
        }
    }
}
