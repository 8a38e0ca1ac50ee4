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
 * The loop of netto's Algorithm 1: from the new job on, every job of the queue is placed anew, seeing what runs, what
 * comes before it in the queue, and nothing else. Looks only at those for which that can make a difference: the new job,
 * those not settled, and those that a change may concern. A job that stands behind is lifted out of the calendar only if
 * it is in the way, and put back unseen when its turn comes.
 */
final class Pass {
    private final WaitingQueue queue;
    private final Calendar calendar;
    private final Placing placing;
    private final Job job;
    private final long now;
    private final boolean[] lifted;
    private final boolean[] concerned;
    private final @Nullable Placement[] placed;
    private final UndoLog done = new UndoLog();

    Pass(WaitingQueue queue, Calendar calendar, Placing placing, Job job, long now) {
        this.queue = queue;
        this.calendar = calendar;
        this.placing = placing;
        this.job = job;
        this.now = now;
        this.lifted = new boolean[queue.size()];
        this.concerned = new boolean[queue.size()];
        this.placed = new Placement[queue.size()];
    }

    /** Places the new job, which stands at this position, and all behind it; answers whose turn failed, or -1. */
    int run(int position) {
        if (!place(position, job, null)) {
            return position;
        }
        for (int i = position + 1; i < queue.size(); i++) {
            if (concerned[i] || !queue.isSettled(i) || seesNow(i)) {
                Reservation reservation = queue.get(i);
                if (!place(i, reservation.job(), reservation.placement())) {
                    return i;
                }
            } else if (lifted[i]) {
                book(queue.get(i).placement());
            }
        }
        return -1;
    }

    /** A rule that looks at what lies around a start treats one at the present differently, and the present moves. */
    private boolean seesNow(int position) {
        return calendar.locality() != Locality.FIRST_FIT && queue.ready(position) <= now;
    }

    private boolean place(int position, Job waits, @Nullable Placement before) {
        if (before != null && !lifted[position]) {
            release(before);
        }
        Placement found = placing.findCounted(waits, now);
        if (liftWhatIsInTheWay(position, waits, found)) {
            found = placing.findCounted(waits, now);
        }
        if (found == null) {
            return false;
        }
        book(found);
        placed[position] = found;
        if (before == null || !isSame(before, found)) {
            if (before != null) {
                queue.mark(position + 1, before.pool(), placing.rate(before.pool()), before.window(), true, concerned);
            }
            queue.mark(position + 1, found.pool(), placing.rate(found.pool()), found.window(), false, concerned);
        }
        return true;
    }

    private boolean liftWhatIsInTheWay(int position, Job waits, @Nullable Placement found) {
        Placement sure = waits.shape().isMoldable() ? null : found;
        int rate = sure == null ? 0 : placing.rate(sure.pool());
        long earliest = Math.max(waits.ready(), now);
        boolean any = false;
        int next = position;
        while ((next = queue.nextInTheWay(next + 1, lifted, earliest, waits.deadline(), sure, rate)) < queue.size()) {
            release(queue.get(next).placement());
            lifted[next] = true;
            any = true;
        }
        return any;
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

    /** Where the job at a position was placed. */
    Placement placement(int position) {
        Placement placement = placed[position];
        if (placement == null) {
            throw new IllegalStateException("position " + position + " was not placed");
        }
        return placement;
    }

    /** The positions behind this one that were looked at. */
    List<Integer> placedBehind(int position) {
        List<Integer> positions = new ArrayList<>();
        for (int i = position + 1; i < placed.length; i++) {
            if (placed[i] != null) {
                positions.add(i);
            }
        }
        return positions;
    }

    /** Named servers do not matter: a late-bound placement is the same whoever serves it. */
    boolean isSame(Placement before, Placement after) {
        return before.pool().equals(after.pool())
                && before.count() == after.count()
                && before.window().equals(after.window())
                && (!calendar.namesServers() || before.servers().equals(after.servers()));
    }
}
