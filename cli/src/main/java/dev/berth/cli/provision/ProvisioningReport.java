package dev.berth.cli.provision;

import dev.berth.provision.besteffort.QueueEstimate;
import dev.berth.provision.plan.ProvisionPlan;
import dev.berth.provision.plan.ProvisionPlan.Purchase;
import dev.berth.provision.plan.Provisioning;
import dev.berth.provision.plan.SlotAvailability;
import dev.berth.provision.search.Candidate;
import dev.berth.provision.search.SearchResult;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Report of {@code berth provision --json}; times are seconds from now. */
record ProvisioningReport(
        String workflow,
        int tasks,
        int slots,
        String search,
        int evaluations,
        boolean exact,
        boolean finished,
        List<Point> pareto,
        @Nullable Queued queue,
        @Nullable Chosen chosen) {
    /** A plan of the Pareto set. */
    record Point(String cost, BigDecimal makespan, List<Integer> slots) {}

    /** Estimate of the same workflow without reservations, in the queue of the site where it would end first. */
    record Queued(String site, String cost, BigDecimal makespan) {
        static Queued of(Provisioning problem, QueueEstimate estimate) {
            return new Queued(
                    problem.availability().sites().get(estimate.site()).id(),
                    estimate.cost().toString(),
                    SlotRow.seconds(estimate.makespan()));
        }
    }

    /** The plan that an alpha chooses. */
    record Chosen(double alpha, String cost, BigDecimal makespan, List<Allocated> allocations, List<Placed> schedule) {}

    /** Servers of a slot to buy, with their time and cost. */
    record Allocated(
            int slot,
            String site,
            BigDecimal start,
            int servers,
            BigDecimal seconds,
            String cost,
            @Nullable String reservation) {}

    /** When and where a task runs. */
    record Placed(String task, String site, BigDecimal start, BigDecimal end, int servers) {}

    static ProvisioningReport of(
            Provisioning problem,
            String search,
            SearchResult found,
            @Nullable QueueEstimate queue,
            @Nullable Chosen chosen) {
        return new ProvisioningReport(
                problem.workflow().name(),
                problem.workflow().size(),
                problem.availability().size(),
                search,
                found.evaluations(),
                found.exact(),
                found.finished(),
                found.set().candidates().stream().map(ProvisioningReport::point).toList(),
                queue == null ? null : Queued.of(problem, queue),
                chosen);
    }

    private static Point point(Candidate candidate) {
        return new Point(
                candidate.cost().toString(),
                SlotRow.seconds(candidate.makespan()),
                candidate.slots().stream().boxed().toList());
    }

    /** @param receipts of each purchase, if it is booked */
    static Chosen chosen(Provisioning problem, double alpha, ProvisionPlan plan, List<String> receipts) {
        SlotAvailability availability = problem.availability();
        List<Allocated> allocations = new ArrayList<>();
        for (Purchase purchase : plan.purchases()) {
            allocations.add(new Allocated(
                    purchase.slot(),
                    availability.sites().get(availability.site(purchase.slot())).id(),
                    SlotRow.seconds(purchase.allocation().start()),
                    purchase.allocation().servers(),
                    SlotRow.seconds(purchase.allocation().duration()),
                    purchase.allocation().cost().toString(),
                    receipts.isEmpty() ? null : receipts.get(allocations.size())));
        }
        List<Placed> schedule = new ArrayList<>();
        for (int task = 0; task < plan.tasks().size(); task++) {
            ProvisionPlan.Scheduled one = plan.tasks().get(task);
            schedule.add(new Placed(
                    problem.workflow().task(task).id(),
                    availability.sites().get(one.site()).id(),
                    SlotRow.seconds(one.start()),
                    SlotRow.seconds(one.end()),
                    problem.application().servers(task)));
        }
        return new Chosen(alpha, plan.cost().toString(), SlotRow.seconds(plan.makespan()), allocations, schedule);
    }
}
