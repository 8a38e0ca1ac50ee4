package dev.berth.engine.admission;

import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.ReservationId;
import dev.berth.engine.model.Window;
import java.util.List;
import java.util.function.Predicate;

/**
 * Decides how a job gets into a book: into a free place, or by moving others within their agreements. Each book has one of
 * its own and tells it of every change, so that it can keep what it needs from one decision to the next.
 *
 * <p>What a policy keeps may spare it work but must not change what it decides: the policy of a book that was restored has
 * been told of what is open there, and of nothing else. It is told once the calendar and the rosters have changed. A change
 * that is taken back is told as its inverse; that time passes is not told.
 *
 * <p>A policy moves reservations of counted servers and is told of those alone. Those that take parts of hosts, whole hosts or
 * licences stay where they are; they are in the calendar and the rosters, and are nobody's to move (see
 * {@link dev.berth.engine.handout.Roster#counts}).
 */
public interface AdmissionPolicy {
    /** Decides about one job. Leaves the calendar and the rosters as they were. */
    Admission admit(Attempt attempt);

    /**
     * Which of the waiting reservations stand before a job that finds no place with the times asked for: those it must
     * leave where they are. Other times are tried around these. By default all: first come, first served. Leaves the
     * calendar and the rosters as they were.
     */
    default Predicate<ReservationId> before(Attempt attempt) {
        return waiting -> true;
    }

    /** A reservation is in the book now, and its place is taken. */
    default void added(Reservation reservation) {}

    /** A reservation is no longer in the book, and its place is free. */
    default void removed(Reservation reservation) {}

    /** Reservations have other places now, and wait for them; both lists are in the same order. */
    default void moved(List<Reservation> before, List<Reservation> after) {}

    /** A reservation has another state or other servers now; its place is the same. */
    default void replaced(Reservation before, Reservation after) {}

    /**
     * Servers came or went for a time.
     *
     * @param freed whether they came
     */
    default void capacityChanged(PoolId pool, Window window, boolean freed) {}
}
