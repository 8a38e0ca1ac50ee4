package dev.berth.service.workflow;

import dev.berth.engine.agreement.Quote;
import dev.berth.engine.book.Command;
import dev.berth.engine.book.Decision;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.OverrunPolicy;
import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.ReservationId;
import dev.berth.service.account.Account;
import dev.berth.service.account.AuditLog;
import dev.berth.service.booking.Bookings;
import dev.berth.service.workflow.TaskReport.Happening;
import dev.berth.service.workflow.TaskStanding.State;
import dev.berth.site.Past;
import dev.berth.site.Transaction;
import dev.berth.site.View;
import dev.berth.wire.Names;
import dev.berth.wire.problem.Overtaken;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Change of a plan because of one of its tasks, decided on a recent state of the plan: carried out as a whole, or
 * {@link Overtaken} if the plan has changed since.
 *
 * @param what happened to the task
 * @param told the slot of the task with what is known of it now
 * @param finish the reservation that is done early; null if none is
 * @param stop reservations that run in vain
 * @param extra by how much the task's reservation is extended
 * @param draft other slots for the tasks that are open; null if they stay
 * @param release whether all waiting tasks are given up
 */
public record TaskChange(
        Happening what,
        RemainingPlan rest,
        int task,
        TaskSlot told,
        @Nullable ReservationId finish,
        List<ReservationId> stop,
        long extra,
        @Nullable Draft draft,
        boolean release) {
    static TaskChange finished(RemainingPlan rest, int task, long at) {
        TaskSlot slot = rest.plan().slots().get(task);
        return new TaskChange(
                Happening.FINISHED,
                rest,
                task,
                slot.finished(at),
                new ReservationId(slot.reservation()),
                List.of(),
                0,
                null,
                false);
    }

    static TaskChange failed(RemainingPlan rest, int task) {
        TaskSlot slot = rest.plan().slots().get(task);
        List<ReservationId> own = rest.before(task).isOpen() && slot.reservation() > 0
                ? List.of(new ReservationId(slot.reservation()))
                : List.of();
        return new TaskChange(Happening.FAILED, rest, task, slot.told(TaskSlot.Told.FAILED), null, own, 0, null, false);
    }

    static TaskChange longer(RemainingPlan rest, int task, long time, long end) {
        TaskSlot slot = rest.plan().slots().get(task);
        return new TaskChange(
                Happening.OVERRUN,
                rest,
                task,
                slot.lasting(time, end),
                null,
                List.of(),
                end - rest.before(task).end(),
                null,
                false);
    }

    TaskChange releasing() {
        return new TaskChange(what, rest, task, told, finish, stopped(), extra, null, true);
    }

    TaskChange replanning(Draft other) {
        return new TaskChange(what, rest, task, told, finish, stopped(), extra, other, false);
    }

    /** Whatever runs in vain, also because what it needs is to run again; what finishes is not among it. */
    private List<ReservationId> stopped() {
        List<ReservationId> stopped = new ArrayList<>(stop);
        rest.stopped().stream()
                .filter(id -> !id.equals(finish) && !stopped.contains(id))
                .forEach(stopped::add);
        return stopped;
    }

    private Command.Overrun extension() {
        return new Command.Overrun(
                new ReservationId(told.reservation()), Math.max(1, extra), OverrunPolicy.EXTEND_IF_FREE);
    }

    /** Whether the task's reservation can be extended with all others where they are. */
    boolean canExtend(View view) {
        return view.decide(extension()) instanceof Decision.Accepted;
    }

    /** Outcome for the rest of the plan. */
    public enum Outcome {
        KEPT,
        REPLANNED,
        RELEASED
    }

    /**
     * Result of the change.
     *
     * @param plan as it is now
     * @param moved how many tasks have another slot
     */
    public record Done(BookedPlan plan, Outcome outcome, int moved, Quote quote) {}

    /**
     * Does all of it, or nothing.
     *
     * @throws Overtaken if the plan is no longer what this was decided on
     */
    public Done carryOut(Transaction transaction, Account asker) {
        BookedPlan plan =
                PlanBookings.own(transaction.view(), asker, rest.plan().id());
        checkUnchanged(transaction.view(), plan);
        Map<Integer, TaskSlot> fresh = fresh();
        if (plan.terms().wholeServers()) {
            return recorded(transaction, plan, fresh, Quote.NONE);
        }
        List<ReservationId> old = givenBack(fresh);
        List<Integer> booked = new ArrayList<>();
        List<Job> jobs = new ArrayList<>();
        String project = project(transaction.view(), plan);
        fresh.forEach((each, slot) -> {
            if (slot.end() > slot.start()) {
                booked.add(each);
                Job job = Draft.job(plan.graph().name(), plan.graph().tasks().get(each), plan.owner(), slot);
                jobs.add(job.under(job.terms().withProject(project)));
            }
        });
        Quote quote = Quote.NONE;
        if (finish != null) {
            quote = quote.plus(Bookings.accepted(transaction.submit(new Command.Finish(finish)))
                    .quote());
        }
        if (extra > 0) {
            if (!old.isEmpty() && !canExtend(transaction.view())) {
                // Its own successors may be in the way.
                quote = quote.plus(Bookings.accepted(transaction.submit(new Command.Replace(old, List.of())))
                        .quote());
                old = List.of();
            }
            quote = quote.plus(
                    Bookings.accepted(transaction.submit(extension())).quote());
        }
        if (!old.isEmpty() || !jobs.isEmpty()) {
            Decision decision = transaction.submit(new Command.Replace(old, jobs));
            if (decision instanceof Decision.Refused refused) {
                throw new Overtaken(refused.refusal());
            }
            Decision.Accepted accepted = Bookings.accepted(decision);
            quote = quote.plus(accepted.quote());
            List<Reservation> reservations = accepted.reservations();
            for (int i = 0; i < booked.size(); i++) {
                long number = reservations.get(i).id().number();
                fresh.computeIfPresent(booked.get(i), (each, slot) -> slot.reservedAs(number));
            }
        }
        return recorded(transaction, plan, fresh, quote);
    }

    /** The rest of a plan is for the project that its first part was booked for. */
    private static @Nullable String project(View view, BookedPlan plan) {
        return plan.slots().stream()
                .filter(slot -> slot.reservation() > 0)
                .map(slot -> new ReservationId(slot.reservation()))
                .flatMap(id -> Bookings.find(view, id).or(() -> view.past(id).map(Past::reservation)).stream())
                .map(reservation -> reservation.job().terms().project())
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
    }

    /** Decided on this very plan, with the same tasks waiting and running. */
    private void checkUnchanged(View view, BookedPlan plan) {
        boolean same = plan.changes() == rest.plan().changes();
        for (int each = 0; same && each < plan.slots().size(); each++) {
            same = TaskStanding.of(view, plan, each).state()
                    == rest.before(each).state();
        }
        if (!same) {
            throw new Overtaken(null);
        }
    }

    /** Reservations to give back: those that run in vain, and waiting ones that are given up or get another slot. */
    private List<ReservationId> givenBack(Map<Integer, TaskSlot> fresh) {
        Set<ReservationId> old = new LinkedHashSet<>(stop);
        for (int open : release ? rest.open() : fresh.keySet()) {
            if (rest.waits(open)) {
                old.add(new ReservationId(rest.plan().slots().get(open).reservation()));
            }
        }
        return List.copyOf(old);
    }

    /** The slots that are new: those that the draft leaves where they are stay booked as they are. */
    private Map<Integer, TaskSlot> fresh() {
        Map<Integer, TaskSlot> fresh = new HashMap<>();
        if (draft != null) {
            for (int open : rest.open()) {
                TaskSlot before = rest.plan().slots().get(open);
                TaskSlot after = draft.reservedSlot(open);
                boolean stays = rest.before(open).state() == State.WAITING
                        && (draft.free().isHeld() ? after : after.reservedAs(before.reservation())).equals(before);
                if (!stays) {
                    fresh.put(open, after);
                }
            }
        }
        return fresh;
    }

    private Done recorded(Transaction transaction, BookedPlan plan, Map<Integer, TaskSlot> fresh, Quote quote) {
        Map<Integer, TaskSlot> slots = new HashMap<>();
        if (release) {
            rest.open().forEach(open -> slots.put(open, plan.slots().get(open).told(TaskSlot.Told.RELEASED)));
        }
        slots.put(task, told);
        slots.putAll(fresh);
        transaction.record(Plans.KIND, new PlanFact.Changed(plan.number(), slots, release || plan.released()));
        Outcome outcome = Outcome.KEPT;
        if (release) {
            outcome = Outcome.RELEASED;
            PlanNews.tell(transaction, plan, PlanNews.What.RELEASED);
        } else if (!fresh.isEmpty()) {
            outcome = Outcome.REPLANNED;
            PlanNews.tell(transaction, plan, PlanNews.What.REPLANNED);
        }
        AuditLog.add(
                transaction,
                "task-" + Names.of(what),
                plan.id(),
                plan.graph().tasks().get(task));
        BookedPlan after =
                transaction.view().facts(Plans.class).get(plan.number()).orElse(plan);
        Quote whole = plan.terms().wholeServers() ? quote.plus(WholeServers.giveBack(transaction, after)) : quote;
        return new Done(after, outcome, fresh.size(), whole);
    }
}
