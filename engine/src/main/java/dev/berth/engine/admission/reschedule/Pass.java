package dev.berth.engine.admission.reschedule;

import dev.berth.engine.admission.Placing;
import dev.berth.engine.calendar.Calendar;
import dev.berth.engine.calendar.Locality;
import dev.berth.engine.calendar.UndoLog;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.Placement;
import dev.berth.engine.model.Reservation;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The loop of netto's Algorithm 1: from the new job on, every job of the queue is placed again, seeing what runs, what
 * comes before it in the queue, and nothing else.
 *
 * <p>Where the calendar's choice depends on what lies near (see {@link Locality}), only those are looked at for which it
 * can make a difference: the new job, those not settled, and those that a change may concern. What stands behind stays
 * in the calendar meanwhile, which may so be overbooked, and is thought away where it is in the way.
 */
final class Pass {
    private final WaitingQueue queue;
    private final Calendar calendar;
    private final Placing placing;
    private final Job job;
    private final long now;
    private final Locality locality;
    /** Some changed that took, or gave back, capacity in reach of the one at this position. */
    private final boolean[] taken;

    private final boolean[] freed;
    private final @Nullable Placement[] placed;
    private final List<Placement> absent = new ArrayList<>();
    private final UndoLog done = new UndoLog();

    Pass(WaitingQueue queue, Calendar calendar, Placing placing, Job job, long now) {
        this.queue = queue;
        this.calendar = calendar;
        this.placing = placing;
        this.job = job;
        this.now = now;
        this.locality = calendar.locality();
        this.taken = new boolean[queue.size()];
        this.freed = new boolean[queue.size()];
        this.placed = new Placement[queue.size()];
    }

    /**
     * Places the new job, which stands at this position, and all behind it; answers whose turn failed, or -1. If the effort
     * is spent the new job counts as failed.
     */
    int run(int position) {
        return locality == Locality.GLOBAL ? placeAll(position) : placeConcerned(position);
    }

    private int placeAll(int position) {
        for (int i = position + 1; i < queue.size(); i++) {
            release(queue.get(i).placement());
        }
        for (int i = position; i < queue.size(); i++) {
            if (placing.effort().isSpent()) {
                return position;
            }
            Placement found =
                    placing.findCounted(i == position ? job : queue.get(i).movable(now), now);
            if (found == null) {
                return i;
            }
            book(found);
            placed[i] = found;
        }
        return -1;
    }

    private int placeConcerned(int position) {
        if (!place(position, job, null)) {
            return position;
        }
        for (int i = position + 1; i < queue.size(); i++) {
            if (isConcerned(i)) {
                if (placing.effort().isSpent()) {
                    return position;
                }
                Reservation reservation = queue.get(i);
                if (!place(i, reservation.movable(now), reservation.placement())) {
                    return i;
                }
            }
        }
        return -1;
    }

    private boolean isConcerned(int position) {
        if (freed[position] || !queue.isSettled(position)) {
            return true;
        }
        if (locality == Locality.FIRST_FIT) {
            // A first fit that still fits is still the first.
            return taken[position] && !stillFits(queue.get(position).placement());
        }
        // A rule that looks at what lies around a start treats one at the present differently, and the present moves.
        return taken[position] || queue.ready(position) <= now;
    }

    private boolean stillFits(Placement placement) {
        return calendar.isWithinCapacity(placement.pool(), placement.window());
    }

    private boolean place(int position, Job waits, @Nullable Placement before) {
        Placement found = find(position, waits, before);
        if (found == null) {
            return false;
        }
        placed[position] = found;
        if (before == null) {
            book(found);
            queue.mark(position + 1, found, placing.rate(found.pool()), false, taken);
        } else if (!isSame(before, found)) {
            release(before);
            book(found);
            queue.mark(position + 1, before, placing.rate(before.pool()), true, freed);
            queue.mark(position + 1, found, placing.rate(found.pool()), false, taken);
        }
        return true;
    }

    /** Where a job goes that sees neither itself nor what stands behind it. */
    private @Nullable Placement find(int position, Job waits, @Nullable Placement before) {
        absent.clear();
        if (before != null) {
            absent.add(before);
        }
        // With all that stands behind it can go there, so only what might let it go before that matters.
        Placement bound = null;
        boolean searched = false;
        if (locality == Locality.FIRST_FIT && !waits.shape().isMoldable()) {
            searched = before == null || !stillFits(before);
            bound = searched ? placing.findCountedWithout(waits, now, absent) : before;
        }
        long earliest = Math.max(waits.ready(), now);
        int from = WaitingQueue.slowest(waits, earliest);
        int to = bound == null ? Integer.MAX_VALUE : placing.rate(bound.pool());
        int next = position;
        while ((next = queue.nextInTheWay(next + 1, earliest, waits.deadline(), bound, from, to)) < queue.size()) {
            absent.add(queue.get(next).placement());
        }
        boolean nothingInTheWay = absent.size() == (before == null ? 0 : 1);
        return searched && bound != null && nothingInTheWay ? bound : placing.findCountedWithout(waits, now, absent);
    }

    private void release(Placement placement) {
        calendar.release(placement);
        done.add(() -> calendar.book(placement));
    }

    private void book(Placement placement) {
        calendar.book(placement);
        done.add(() -> calendar.release(placement));
    }

    /** The calendar as it was. */
    void takeBack() {
        done.undo();
    }

    /** Where the job at a position was placed; null if it was not looked at. */
    @Nullable
    Placement placement(int position) {
        return placed[position];
    }

    /** Named servers do not matter: a late-bound placement is the same whichever servers serve it. */
    boolean isSame(Placement before, Placement after) {
        return before.pool().equals(after.pool())
                && before.count() == after.count()
                && before.window().equals(after.window())
                && (!calendar.namesServers() || before.servers().equals(after.servers()));
    }
}
