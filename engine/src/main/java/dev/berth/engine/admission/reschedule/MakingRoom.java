package dev.berth.engine.admission.reschedule;

import dev.berth.engine.admission.AdmissionContext;
import dev.berth.engine.admission.Placing;
import dev.berth.engine.admission.Plan;
import dev.berth.engine.calendar.Calendar;
import dev.berth.engine.handout.Roster;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.Placement;
import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.ReservationId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Makes room for a job that finds none by moving one waiting reservation within its agreement, or two: one gives its
 * place to the job, and where it finds no other itself, a second makes room for it. Nearly always enough, and it leaves
 * the rest of the plan alone, which placing a whole queue anew does not.
 */
final class MakingRoom {
    /** How many ways are tried before a job is given up, or fewer if the effort is spent; each costs a search or two. */
    private static final int TRIES = 1_000;

    private final Calendar calendar;
    private final Placing placing;
    private final Map<PoolId, Roster> rosters;
    private final Map<ReservationId, Move> moved = new LinkedHashMap<>();
    private int tries;

    MakingRoom(AdmissionContext context) {
        this.calendar = context.calendar();
        this.placing = context.placing();
        this.rosters = context.rosters();
    }

    private record Move(Reservation before, Placement after) {}

    /** How the job can be admitted, or null. Leaves the calendar as it was. */
    @Nullable
    Plan plan(Job job, long now) {
        moved.clear();
        tries = TRIES;
        Placement placement = place(job, now, 2);
        if (placement == null) {
            return null;
        }
        calendar.release(placement);
        moved.values().forEach(move -> calendar.release(move.after));
        moved.values().forEach(move -> calendar.book(move.before.placement()));
        return new Plan(
                placement,
                moved.values().stream()
                        .map(move -> move.before.withPlacement(move.after))
                        .toList());
    }

    /** Takes a place for the job that one other gives up, which then is in {@code moved}; null if none can. */
    private @Nullable Placement place(Job job, long now, int most) {
        for (Reservation other : inTheWay(job, now)) {
            if (tries-- <= 0 || placing.effort().isSpent()) {
                return null;
            }
            calendar.release(other.placement());
            Placement placement = placing.findCounted(job, now);
            if (placement != null) {
                calendar.book(placement);
                if (moveElsewhere(other, now, most)) {
                    return placement;
                }
                calendar.release(placement);
            }
            calendar.book(other.placement());
        }
        return null;
    }

    private boolean moveElsewhere(Reservation other, long now, int most) {
        Placement elsewhere = placing.findCounted(other.job(), now);
        if (elsewhere != null) {
            calendar.book(elsewhere);
        } else if (most > 1) {
            moved.put(other.id(), new Move(other, other.placement()));
            elsewhere = place(other.job(), now, most - 1);
        }
        if (elsewhere == null) {
            moved.remove(other.id());
            return false;
        }
        moved.put(other.id(), new Move(other, elsewhere));
        return true;
    }

    /** What waits within the interval of a job, in a pool that it accepts, and is not moved already. */
    private List<Reservation> inTheWay(Job job, long now) {
        Predicate<PoolId> eligible = placing.eligible(job);
        long earliest = Math.max(job.ready(), now);
        List<Reservation> found = new ArrayList<>();
        for (Roster roster : rosters.values()) {
            if (eligible.test(roster.pool().id())) {
                for (Reservation reservation : roster.waiting()) {
                    if (reservation.window().start() >= job.deadline()) {
                        break;
                    }
                    if (reservation.isWaiting()
                            && reservation.window().end() > earliest
                            && !moved.containsKey(reservation.id())) {
                        found.add(reservation);
                    }
                }
            }
        }
        placing.effort().spend(found.size() / 8);
        // Short ones find another place most easily.
        found.sort(
                Comparator.comparingLong((Reservation r) -> r.window().length()).thenComparing(Reservation::id));
        return found;
    }
}
