package dev.berth.broker.plan;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.berth.broker.deal.BrokerTerms;
import dev.berth.broker.deal.DealPart;
import dev.berth.broker.deal.DealPlan;
import dev.berth.broker.deal.Reason;
import dev.berth.engine.model.Window;
import dev.berth.provision.booking.PlanBooking.Place;
import dev.berth.provision.federation.SiteOffer;
import dev.berth.provision.federation.SlotsOfSites;
import dev.berth.provision.plan.ProvisionPlan;
import dev.berth.provision.plan.Provisioning;
import dev.berth.provision.slot.Allocation;
import dev.berth.service.provision.TaskPlace;
import dev.berth.wire.Json;
import dev.berth.wire.Times;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Makes parts of a deal of a plan on the slots of several sites.
 *
 * @param name of the deal
 * @param sites their names, as the places of the slots count them
 */
record WorkflowParts(String name, BrokerTerms terms, List<String> sites, SlotsOfSites slots, Provisioning problem) {
    /** Most reservations at one site: its answer about more would be too large to be read. */
    private static final int MOST_JOBS = 300;

    /** Why a plan cannot be a deal. */
    Optional<Reason> unfit(ProvisionPlan plan) {
        if (plan.purchases().isEmpty()) {
            return Optional.of(new Reason("", "no-plan", "The tasks of the workflow need no servers; nothing to book"));
        }
        for (int site = 0; site < sites.size(); site++) {
            int index = site;
            long jobs = plan.purchases().stream()
                    .filter(purchase -> place(purchase).book() == index)
                    .count();
            if (jobs > MOST_JOBS) {
                return Optional.of(new Reason(
                        sites.get(site),
                        "no-plan",
                        "A plan takes %d reservations here, and at most %d can be booked together; split the workflow"
                                .formatted(jobs, MOST_JOBS)));
            }
        }
        return Optional.empty();
    }

    private Place place(ProvisionPlan.Purchase purchase) {
        return slots.places().get(slots.availability().site(purchase.slot()));
    }

    /** With a part for each site where something is to be booked. */
    DealPlan plan(ProvisionPlan plan) {
        List<DealPart> parts = new ArrayList<>();
        for (int site = 0; site < sites.size(); site++) {
            List<ObjectNode> jobs = new ArrayList<>();
            for (int k = 0; k < plan.purchases().size(); k++) {
                ProvisionPlan.Purchase purchase = plan.purchases().get(k);
                if (place(purchase).book() == site) {
                    jobs.add(job(k + 1, place(purchase).pool(), purchase.allocation()));
                }
            }
            if (!jobs.isEmpty()) {
                parts.add(DealPlanner.part(terms, sites.get(site), jobs).running(tasks(plan, site)));
            }
        }
        return new DealPlan(parts);
    }

    /** Exactly this allocation. */
    private ObjectNode job(int number, String pool, Allocation allocation) {
        return Json.object()
                .put("name", name + "-" + number)
                .put("ready", Times.instant(allocation.start()))
                .put("deadline", Times.instant(allocation.end()))
                .put("stay", Times.duration(allocation.duration()))
                .put("servers", allocation.servers())
                .put("pool", pool);
    }

    private List<TaskPlace> tasks(ProvisionPlan plan, int site) {
        List<TaskPlace> tasks = new ArrayList<>();
        for (int task = 0; task < plan.tasks().size(); task++) {
            ProvisionPlan.Scheduled scheduled = plan.tasks().get(task);
            Place place = slots.places().get(scheduled.site());
            if (place.book() == site) {
                tasks.add(new TaskPlace(
                        problem.workflow().task(task).id(),
                        place.pool(),
                        scheduled.start(),
                        scheduled.end(),
                        problem.application().servers(task)));
            }
        }
        tasks.sort(Comparator.comparingLong(TaskPlace::start));
        return tasks;
    }

    /** Purchases of a plan as offers, as advertised. */
    List<SiteOffer> offers(ProvisionPlan plan) {
        return plan.purchases().stream()
                .map(purchase -> new SiteOffer(
                        sites.get(place(purchase).book()),
                        "",
                        true,
                        place(purchase).pool(),
                        purchase.allocation().servers(),
                        new Window(
                                purchase.allocation().start(),
                                purchase.allocation().end()),
                        purchase.allocation().cost()))
                .toList();
    }
}
