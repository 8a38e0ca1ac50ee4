package dev.berth.service.provision;

import dev.berth.engine.model.Job;
import dev.berth.engine.model.Money;
import dev.berth.engine.model.Reservation;
import dev.berth.provision.plan.ProvisionPlan;
import dev.berth.provision.plan.Provisioning;
import dev.berth.provision.plan.SlotAvailability;
import dev.berth.service.workflow.TaskSlot;
import dev.berth.wire.IdKind;
import java.util.ArrayList;
import java.util.List;

/**
 * Provision for a workflow: what to allocate and which task runs where; a proposal, or booked.
 *
 * @param number from 1; 0 while it is a proposal
 * @param name of the workflow
 * @param ready the makespan counts from here
 * @param cost as the search counts it: with discounts for booking ahead, without surcharges
 * @param released whether the rest of it was released
 */
public record Provision(
        long number,
        String owner,
        String name,
        long booked,
        long ready,
        long makespan,
        Money cost,
        List<Allotted> allocations,
        List<TaskPlace> tasks,
        boolean released) {
    public Provision {
        allocations = List.copyOf(allocations);
        tasks = List.copyOf(tasks);
    }

    /** A plan of a search, as it would be booked. */
    public static Provision proposed(Searching search, ProvisionPlan plan) {
        Provisioning problem = search.planning().problem();
        SlotAvailability availability = problem.availability();
        List<Allotted> allocations = plan.purchases().stream()
                .map(purchase -> new Allotted(
                        availability
                                .sites()
                                .get(availability.site(purchase.slot()))
                                .id(),
                        purchase.allocation().start(),
                        purchase.allocation().end(),
                        purchase.allocation().servers(),
                        purchase.allocation().cost(),
                        0))
                .toList();
        List<TaskPlace> tasks = new ArrayList<>();
        for (int task = 0; task < plan.tasks().size(); task++) {
            ProvisionPlan.Scheduled scheduled = plan.tasks().get(task);
            tasks.add(new TaskPlace(
                    problem.workflow().task(task).id(),
                    availability.sites().get(scheduled.site()).id(),
                    scheduled.start(),
                    scheduled.end(),
                    problem.application().servers(task)));
        }
        return new Provision(
                0,
                search.owner(),
                search.name(),
                0,
                search.terms().ready(),
                plan.makespan(),
                plan.cost(),
                allocations,
                tasks,
                false);
    }

    public String id() {
        return IdKind.PROVISION.id(number);
    }

    /** When the last task ends. */
    public long finish() {
        return ready + makespan;
    }

    /** When the last allocation ends: one that is sold whole may go on after the last task. */
    long end() {
        return allocations.stream().mapToLong(Allotted::end).max().orElse(finish());
    }

    /** The allocations, to ask where they stand. */
    public List<TaskSlot> slots() {
        return allocations.stream().map(Allotted::slot).toList();
    }

    /** One for each allocation. */
    public List<Job> jobs() {
        List<Job> jobs = new ArrayList<>();
        for (Allotted allocation : allocations) {
            jobs.add(allocation.job(name, jobs.size() + 1, owner));
        }
        return jobs;
    }

    /** Booked, with a reservation for each allocation. */
    public Provision bookedAs(long itsNumber, long when, List<Reservation> reservations) {
        List<Allotted> reserved = new ArrayList<>();
        for (int at = 0; at < allocations.size(); at++) {
            reserved.add(
                    allocations.get(at).reservedAs(reservations.get(at).id().number()));
        }
        return new Provision(itsNumber, owner, name, when, ready, makespan, cost, reserved, tasks, false);
    }

    Provision givenUp() {
        return new Provision(number, owner, name, booked, ready, makespan, cost, allocations, tasks, true);
    }
}
