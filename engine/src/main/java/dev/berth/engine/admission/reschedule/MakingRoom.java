package dev.berth.engine.admission.reschedule;

import dev.berth.engine.admission.AdmissionContext;
import dev.berth.engine.admission.MovePlan;
import dev.berth.engine.admission.Placing;
import dev.berth.engine.admission.reschedule.Clearing.Way;
import dev.berth.engine.calendar.Calendar;
import dev.berth.engine.calendar.UndoLog;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.Money;
import dev.berth.engine.model.Placement;
import dev.berth.engine.model.Reservation;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * Makes room for a job that finds none by moving waiting reservations within their agreements. The job takes a window that
 * can be cleared cheaply; those that leave it are placed again, the least flexible first, and one that finds no free place
 * has a window cleared for it in turn. Nobody moves twice, so this comes to an end; the rest of the plan is left alone. If
 * somebody is left without a place the next cheapest window is tried, and at last the same with as few leaving as can be.
 *
 * @see Clearing for who may leave and what it costs
 */
final class MakingRoom {
    /** How many windows are tried for the job. */
    private static final int WINDOWS = 8;

    /** How many move before the job is given up: plans that succeed move five on average. */
    private static final int MOVES = 14;

    private final Calendar calendar;
    private final Placing placing;
    private final Clearing clearing;
    private final List<Left> moved = new ArrayList<>();
    private final PriorityQueue<Left> homeless =
            new PriorityQueue<>(Comparator.comparingLong(Left::rank).thenComparing(left -> left.before.id()));
    private final UndoLog done = new UndoLog();
    private int moves;

    MakingRoom(AdmissionContext context) {
        this.calendar = context.calendar();
        this.placing = context.placing();
        this.clearing = new Clearing(context);
    }

    /** One that has left its place. */
    private static final class Left {
        private final Lane lane;
        private final int index;
        private final Reservation before;
        private @Nullable Placement after;

        Left(Lane lane, int index) {
            this.lane = lane;
            this.index = index;
            this.before = lane.get(index);
        }

        long rank() {
            return lane.rank(index);
        }

        Reservation after() {
            return after == null ? before : before.withPlacement(after);
        }
    }

    /** A reservation is in the book now. */
    void added(Reservation reservation) {
        if (reservation.isWaiting()) {
            clearing.insert(reservation);
        }
    }

    /** A reservation is no longer in the book, or no longer as it was. */
    void removed(Reservation reservation) {
        if (reservation.isWaiting()) {
            clearing.remove(reservation);
        }
    }

    /** How the job can be admitted, or null. Leaves the calendar as it was. */
    @Nullable
    MovePlan plan(Job job, long now) {
        clearing.begin(now);
        clearing.letFewLeave(false);
        MovePlan plan = planByRule(job, now);
        if (plan == null) {
            clearing.letFewLeave(true);
            plan = planByRule(job, now);
        }
        return plan;
    }

    private @Nullable MovePlan planByRule(Job job, long now) {
        moves = 0;
        for (Way way : clearing.ways(job, Order.LFF.rank(0, job, Money.ZERO, now, 0), WINDOWS)) {
            Placement placement = take(way, job, now);
            boolean allPlaced = placement != null && placeHomeless(now);
            List<Reservation> after =
                    allPlaced ? moved.stream().map(Left::after).toList() : List.of();
            takeBack();
            if (placement != null && allPlaced) {
                return new MovePlan(placement, after);
            }
            if (moves >= MOVES || placing.effort().isSpent()) {
                return null;
            }
        }
        return null;
    }

    /** Clears a window and takes it for the job, where the calendar would put it now; null if that finds no place. */
    private @Nullable Placement take(Way way, Job job, long now) {
        for (int index : way.leaving()) {
            Left left = new Left(way.lane(), index);
            way.lane().leave(index, true);
            release(left.before.placement());
            moved.add(left);
            homeless.add(left);
        }
        return book(placing.findCounted(job, now));
    }

    private boolean placeHomeless(long now) {
        int most = MOVES - moves;
        for (int placed = 0; !homeless.isEmpty(); placed++) {
            if (placed + homeless.size() > most || placing.effort().isSpent()) {
                return false;
            }
            moves++;
            Left left = homeless.remove();
            Job job = left.before.movable(now);
            left.after = book(placing.findCounted(job, now));
            if (left.after == null) {
                List<Way> ways = clearing.ways(job, left.rank(), 1);
                left.after = ways.isEmpty() ? null : take(ways.getFirst(), job, now);
            }
            if (left.after == null) {
                return false;
            }
        }
        return true;
    }

    private void release(Placement placement) {
        calendar.release(placement);
        done.add(() -> calendar.book(placement));
    }

    private @Nullable Placement book(@Nullable Placement placement) {
        if (placement != null) {
            calendar.book(placement);
            done.add(() -> calendar.release(placement));
        }
        return placement;
    }

    private void takeBack() {
        done.undo();
        moved.forEach(left -> left.lane.leave(left.index, false));
        moved.clear();
        homeless.clear();
    }
}
