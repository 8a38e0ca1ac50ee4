package dev.berth.engine.admission.reschedule;

import dev.berth.engine.admission.Admission;
import dev.berth.engine.admission.AdmissionContext;
import dev.berth.engine.admission.AdmissionPolicy;
import dev.berth.engine.admission.Attempt;
import dev.berth.engine.admission.MovePlan;
import dev.berth.engine.admission.Placing;
import dev.berth.engine.calendar.Calendar;
import dev.berth.engine.calendar.Locality;
import dev.berth.engine.handout.Roster;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.Money;
import dev.berth.engine.model.Placement;
import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.ReservationId;
import dev.berth.engine.model.Window;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.IntConsumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Admission by rescheduling (netto 3.2, Algorithm 1). The new job takes its place in the order of what waits, and from
 * there on everything is placed again. If an older job then finds no place, its promise is kept by <em>fixqueue</em>: the
 * new job goes behind it, all before it go back to where they were, and the rest is tried again. If the new job itself
 * finds no place, or the plan cannot be carried out, it goes where there is room, or is refused. Running jobs never move.
 *
 * <p>The queue has those who wait for counted servers. Those who wait on hosts with parts or for licences stay where they are: their
 * place is more than a time and a number of servers, which is all that the paper knows.
 *
 * <p>If the effort is spent on the way the job is not admitted by this: nothing has moved then.
 *
 * <p>The queue is kept from one decision to the next, told of every change of the book, where the order allows: it does
 * not for {@code shuffle}, {@code lff} changes as time goes on, and {@code hrf} and {@code hpf} with every price; these are
 * sorted for every decision.
 */
public final class Rescheduling implements AdmissionPolicy {
    /** Reservations that are put in order in about the time of one step of an effort. */
    private static final int SORTED_AT_A_STEP = 2;

    private final Order order;
    private final Calendar calendar;
    private final Placing placing;
    private final Map<PoolId, Roster> rosters;
    private final WaitingQueue queue;
    private final boolean kept;
    private @Nullable Expected expected;

    public Rescheduling(Order order, AdmissionContext context) {
        this.order = order;
        this.calendar = context.calendar();
        this.placing = context.placing();
        this.rosters = context.rosters();
        this.kept = order.isSteady();
        this.queue = new WaitingQueue(calendar.locality());
    }

    /**
     * A plan that may be carried out next, and what is known of the queue then.
     *
     * @param settled those that were looked at and stay where they are
     * @param inOrder whether the new job stands where its rank says
     */
    private record Expected(ReservationId admitted, MovePlan plan, List<Reservation> settled, boolean inOrder) {}

    @Override
    public Admission admit(Attempt attempt) {
        Admission planned = attempt.byPlan(plan(attempt.id(), attempt.job(), attempt.now()));
        return planned != null ? planned : attempt.inFreePlace();
    }

    /**
     * Reservations before the job's final position in the queue, which is behind all for which it had to make way, and those
     * that are not in the queue.
     */
    @Override
    public Predicate<ReservationId> before(Attempt attempt) {
        if (!isInOrder(attempt.id(), attempt.now())) {
            return waiting -> true;
        }
        Set<ReservationId> behind = new HashSet<>();
        plan(attempt.id(), attempt.job(), attempt.now(), position -> {
            for (int i = position + 1; i < queue.size(); i++) {
                behind.add(queue.get(i).id());
            }
        });
        return waiting -> !behind.contains(waiting);
    }

    /** How the job can be admitted without breaking a promise, or null. Leaves the calendar as it was. */
    @Nullable
    MovePlan plan(ReservationId id, Job job, long now) {
        return isInOrder(id, now) ? plan(id, job, now, position -> {}) : null;
    }

    /** Sorts the queue where it is not kept in order; false if that is too much effort. */
    private boolean isInOrder(ReservationId admitted, long now) {
        if (kept) {
            return true;
        }
        int waiting = rosters.values().stream()
                .filter(roster -> !roster.pool().hasParts())
                .mapToInt(roster -> roster.waiting().size())
                .sum();
        if (placing.effort().isTooMuch(waiting / SORTED_AT_A_STEP)) {
            return false;
        }
        placing.effort().spend(waiting / SORTED_AT_A_STEP);
        sort(now, admitted.number());
        return true;
    }

    /** @param standing told the position in the queue where the job ends up, admitted or not */
    private @Nullable MovePlan plan(ReservationId id, Job job, long now, IntConsumer standing) {
        expected = null;
        Money revenue = order.isByRevenue() ? placing.leastPrice(job) : Money.ZERO;
        long rank = order.rank(id.number(), job, revenue, now, id.number());
        int position = queue.position(rank, id.number());
        boolean inOrder = true;
        queue.insert(position, rank, id.number());
        try {
            while (true) {
                Pass pass = new Pass(queue, calendar, placing, job, now);
                int failed = pass.run(position);
                pass.takeBack();
                if (failed < 0) {
                    return plan(id, pass, position, inOrder);
                }
                if (failed == position) {
                    return null;
                }
                queue.postpone(position, failed);
                position = failed;
                inOrder = false;
            }
        } finally {
            standing.accept(position);
            queue.delete(position);
        }
    }

    private MovePlan plan(ReservationId id, Pass pass, int position, boolean inOrder) {
        List<Reservation> moved = new ArrayList<>();
        List<Reservation> settled = new ArrayList<>();
        for (int i = position + 1; i < queue.size(); i++) {
            Placement placement = pass.placement(i);
            if (placement == null) {
                continue;
            }
            Reservation reservation = queue.get(i);
            if (pass.isSame(reservation.placement(), placement)) {
                settled.add(reservation);
            } else {
                moved.add(reservation.withPlacement(placement));
            }
        }
        MovePlan plan = new MovePlan(Objects.requireNonNull(pass.placement(position)), List.copyOf(moved));
        expected = new Expected(id, plan, settled, inOrder);
        return plan;
    }

    private void sort(long now, long admitted) {
        queue.clear();
        List<Reservation> waiting = new ArrayList<>();
        for (Roster roster : rosters.values()) {
            roster.waiting().stream()
                    .filter(reservation -> reservation.isWaiting() && roster.counts(reservation))
                    .forEach(waiting::add);
        }
        record Ranked(long rank, Reservation reservation) {}
        waiting.stream()
                .map(r -> new Ranked(rank(r, now, admitted), r))
                .sorted((a, b) -> a.rank != b.rank
                        ? Long.compare(a.rank, b.rank)
                        : a.reservation.id().compareTo(b.reservation.id()))
                .forEach(r -> insert(queue.size(), r.rank, r.reservation));
    }

    private void insert(int position, long rank, Reservation reservation) {
        queue.insert(position, rank, reservation.id().number());
        set(position, reservation);
    }

    private void set(int position, Reservation reservation) {
        queue.set(position, reservation, placing.rate(reservation.placement().pool()));
    }

    /** Rank in a steady order, which depends neither on the time nor on the job that is admitted. */
    private long rank(Reservation reservation) {
        return rank(reservation, 0, 0);
    }

    private long rank(Reservation reservation, long now, long admitted) {
        return order.rank(
                reservation.id().number(),
                reservation.job(),
                reservation.agreement().price(),
                now,
                admitted);
    }

    private int position(Reservation reservation) {
        return queue.position(rank(reservation), reservation.id().number());
    }

    @Override
    public void added(Reservation reservation) {
        if (!kept) {
            return;
        }
        Expected plan = expected;
        boolean asPlanned = plan != null
                && plan.admitted.equals(reservation.id())
                && plan.plan.placement().window().equals(reservation.window());
        boolean inOrder = plan != null && asPlanned && plan.inOrder && reservation.isWaiting();
        if (!inOrder) {
            // Seen now by some whose places were found without it.
            capacityChanged(reservation.placement(), false);
        }
        if (reservation.isWaiting()) {
            int position = position(reservation);
            insert(position, rank(reservation), reservation);
            queue.settle(position, inOrder);
        }
        if (plan != null && asPlanned) {
            plan.settled.forEach(r -> queue.settle(position(r), true));
        }
        expected = null;
    }

    @Override
    public void removed(Reservation reservation) {
        if (!kept) {
            return;
        }
        if (reservation.isWaiting()) {
            queue.delete(position(reservation));
        }
        capacityChanged(reservation.placement(), true);
    }

    @Override
    @SuppressWarnings("ReferenceEquality") // the very plan that was made, not one like it
    public void moved(List<Reservation> before, List<Reservation> after) {
        if (!kept) {
            return;
        }
        Expected plan = expected;
        if (plan != null && plan.plan.moved().equals(after)) {
            for (Reservation reservation : after) {
                int position = position(reservation);
                set(position, reservation);
                queue.settle(position, true);
            }
        } else {
            before.forEach(this::removed);
            after.forEach(this::added);
        }
    }

    @Override
    public void replaced(Reservation before, Reservation after) {
        if (!kept) {
            return;
        }
        if (before.isWaiting() && after.isWaiting()) {
            set(position(after), after);
        } else if (before.isWaiting()) {
            queue.delete(position(before));
            // It comes before everything now.
            capacityChanged(after.placement(), false);
        } else if (after.isWaiting()) {
            insert(position(after), rank(after), after);
            // Those before it no longer see it.
            capacityChanged(after.placement(), true);
        }
    }

    private void capacityChanged(Placement placement, boolean freed) {
        capacityChanged(placement.pool(), placement.window(), freed);
    }

    @Override
    public void capacityChanged(PoolId pool, Window window, boolean freed) {
        expected = null;
        if (kept && (freed || calendar.locality() != Locality.FIRST_FIT)) {
            queue.unsettle(pool, placing.rate(pool), window, freed);
        }
    }
}
