package dev.berth.service.workflow;

import dev.berth.engine.agreement.Quote;
import dev.berth.engine.book.Command;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.JobId;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.Requirements;
import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.ReservationId;
import dev.berth.engine.model.Shape;
import dev.berth.engine.model.Terms;
import dev.berth.engine.model.Window;
import dev.berth.service.booking.Bookings;
import dev.berth.site.Transaction;
import dev.berth.site.View;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/**
 * Plans that book whole servers (zhao's DAG_Reserve, section 4.2): one reservation for each server that the schedule uses, from
 * the begin to the deadline. The tasks of a server run in its reservation one after the other. What ends early or takes longer
 * moves the others within these reservations, and the servers are given back together when nothing is left to run.
 */
final class WholeServers {
    private WholeServers() {}

    /** Machines with tasks that take time, in ascending order. */
    private static List<Integer> machines(Draft draft) {
        TreeSet<Integer> machines = new TreeSet<>();
        for (int task = 0; task < draft.plan().size(); task++) {
            TaskSlot slot = draft.slot(task);
            if (slot.end() > slot.start()) {
                machines.add(draft.plan().machine(task));
            }
        }
        return List.copyOf(machines);
    }

    /** Jobs to submit to the book: one for each server. */
    static List<Job> jobs(ProposedPlan proposal) {
        List<Job> jobs = new ArrayList<>();
        long start = proposal.terms().ready();
        long end = proposal.terms().deadline();
        for (int machine : machines(proposal.draft())) {
            String pool = proposal.draft().free().pool(machine).id().name();
            jobs.add(new Job(
                    new JobId(Draft.name(proposal.upload().read().workflow().name() + " server " + (jobs.size() + 1))),
                    proposal.upload().owner(),
                    start,
                    end,
                    new Shape.Stay(1, end - start),
                    Requirements.pool(pool),
                    Terms.NONE));
        }
        return jobs;
    }

    /** Slots of the tasks in the reservations of their servers. */
    static List<TaskSlot> slots(Draft draft, List<Reservation> reservations) {
        List<Integer> machines = machines(draft);
        List<TaskSlot> slots = new ArrayList<>();
        for (int task = 0; task < draft.plan().size(); task++) {
            TaskSlot slot = draft.slot(task);
            int server = machines.indexOf(draft.plan().machine(task));
            slots.add(
                    slot.end() == slot.start()
                            ? slot
                            : slot.reservedAs(reservations.get(server).id().number()));
        }
        return slots;
    }

    /** Reservations of the servers. */
    private static List<ReservationId> servers(BookedPlan plan) {
        return plan.slots().stream()
                .map(TaskSlot::reservation)
                .filter(number -> number > 0)
                .distinct()
                .sorted()
                .map(ReservationId::new)
                .toList();
    }

    /** Reservations of the servers that are still open. */
    static List<ReservationId> open(View view, BookedPlan plan) {
        return servers(plan).stream()
                .filter(id ->
                        view.reservation(id).isPresent() || view.degraded(id).isPresent())
                .toList();
    }

    /** Servers that the plan holds, as machines for the tasks that are open; a running task keeps its server until it is done. */
    static Availability available(View view, RemainingPlan rest, Window window) {
        BookedPlan plan = rest.plan();
        List<Pool> pools = view.pools().stream()
                .filter(pool -> plan.slots().stream()
                        .anyMatch(slot -> slot.pool().equals(pool.id().name())))
                .toList();
        List<List<HeldServer>> servers = new ArrayList<>();
        pools.forEach(pool -> servers.add(new ArrayList<>()));
        for (ReservationId id : servers(plan)) {
            view.reservation(id).ifPresent(reservation -> {
                long from =
                        Math.max(Math.max(window.start(), reservation.window().start()), rest.busyUntil(id.number()));
                // What comes after the deadline is asked only to say when the plan would be done.
                long until = window.end() > plan.terms().deadline()
                        ? window.end()
                        : Math.min(window.end(), reservation.window().end());
                if (from < until) {
                    servers.get(pool(plan, pools, id.number())).add(new HeldServer(id, new Window(from, until)));
                }
            });
        }
        return HeldServer.availability(pools, servers, window);
    }

    private static int pool(BookedPlan plan, List<Pool> pools, long server) {
        String name = plan.slots().stream()
                .filter(slot -> slot.reservation() == server)
                .findFirst()
                .orElseThrow()
                .pool();
        return pools.stream().map(pool -> pool.id().name()).toList().indexOf(name);
    }

    /**
     * Gives servers back on which nothing is left to run: all of them when every task is finished, and in a plan that is given up
     * those without a running task.
     */
    static Quote giveBack(Transaction transaction, BookedPlan plan) {
        List<ReservationId> idle = servers(plan).stream()
                .filter(id -> isIdle(plan, id.number()))
                .filter(id -> transaction.view().reservation(id).isPresent())
                .toList();
        Quote quote = Quote.NONE;
        for (ReservationId id : idle) {
            boolean runs = transaction
                    .view()
                    .reservation(id)
                    .filter(Reservation::isRunning)
                    .isPresent();
            Command command = runs ? new Command.Finish(id) : new Command.Replace(List.of(id), List.of());
            quote = quote.plus(Bookings.accepted(transaction.submit(command)).quote());
        }
        return quote;
    }

    private static boolean isIdle(BookedPlan plan, long server) {
        if (plan.released()) {
            return plan.slots().stream()
                    .noneMatch(slot -> slot.reservation() == server && slot.told() == TaskSlot.Told.NOTHING);
        }
        return plan.slots().stream().allMatch(slot -> slot.reservation() == 0 || slot.told() == TaskSlot.Told.FINISHED);
    }
}
