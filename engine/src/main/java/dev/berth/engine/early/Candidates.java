package dev.berth.engine.early;

import dev.berth.engine.handout.Agenda;
import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.Requirements;
import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.Shape;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * The waiting reservations that may start earlier than promised, in {@link CandidateGroup groups} of those that take the same
 * pools in the same way. Only those that are ready stand in the order of their group, so that no search looks at what lies weeks
 * ahead. What is kept here follows from the open reservations alone.
 */
public final class Candidates {
    /** Groups by notice, the shortest first. */
    private final TreeMap<Long, SameNotice> groups = new TreeMap<>();

    /** Candidates that were not ready when they were booked, by the moment from which they can be told to start. */
    private final Agenda coming = new Agenda(Candidates::moment);

    /**
     * Members whose moment is not later than this stand in the order of their group. It never goes back: one that stands
     * there too soon is passed over by the search.
     */
    private long horizon = Long.MIN_VALUE;

    /** How many stand in the order of their groups. */
    private int standing;

    /** Candidates with the same notice: their owners must be told equally long before the start. */
    public static final class SameNotice {
        private final long notice;
        private final Map<Kind, CandidateGroup> byKind = new LinkedHashMap<>();

        private SameNotice(long notice) {
            this.notice = notice;
        }

        public long notice() {
            return notice;
        }

        public Collection<CandidateGroup> groups() {
            return byKind.values();
        }

        private CandidateGroup groupOf(Reservation reservation) {
            return Objects.requireNonNull(byKind.get(kind(reservation)));
        }
    }

    /** Properties that candidates of one group share: they can be given the same idle servers under the same conditions. */
    private record Kind(PoolId pool, int count, Requirements requirements, boolean stay) {
        /** Most jobs have no requirements, which are slow to hash: every reservation is looked up several times. */
        @Override
        public int hashCode() {
            int which = 31 * pool.hashCode() + count;
            return requirements.isEmpty() ? which : 31 * which + requirements.hashCode();
        }
    }

    public boolean isEmpty() {
        return groups.isEmpty();
    }

    /** Whether a reservation may start earlier than its placement says. */
    private static boolean mayStartEarly(Reservation reservation) {
        return reservation.isWaiting()
                && reservation.job().terms().notice() != null
                && reservation.job().ready() < reservation.window().start();
    }

    /** The first moment at which its owner can be told that it starts. */
    private static long moment(Reservation reservation) {
        return reservation.job().ready() - notice(reservation);
    }

    private static long notice(Reservation reservation) {
        return reservation.job().terms().leastNotice();
    }

    /** Takes note of an open reservation, if it is one of those. */
    public void add(Reservation reservation, long now) {
        if (!mayStartEarly(reservation)) {
            return;
        }
        CandidateGroup group = groups.computeIfAbsent(notice(reservation), SameNotice::new)
                .byKind
                .computeIfAbsent(
                        kind(reservation),
                        kind -> new CandidateGroup(kind.pool, kind.count, kind.requirements, kind.stay));
        group.join();
        long moment = moment(reservation);
        // Not by what time it is: that goes back when something is undone.
        if (moment > reservation.agreement().made()) {
            coming.insert(reservation);
        }
        if (moment <= Math.max(now, horizon) && group.insert(reservation)) {
            standing++;
        }
    }

    /** A group goes with its last member, and a notice with its last group: every search looks at all of them. */
    public void remove(Reservation reservation) {
        if (!mayStartEarly(reservation)) {
            return;
        }
        coming.drop(reservation);
        SameNotice same = sameNotice(reservation);
        CandidateGroup group = same.groupOf(reservation);
        if (group.remove(reservation)) {
            standing--;
        }
        if (group.leave()) {
            same.byKind.remove(kind(reservation));
            if (same.byKind.isEmpty()) {
                groups.remove(same.notice);
            }
        }
    }

    private SameNotice sameNotice(Reservation reservation) {
        return Objects.requireNonNull(groups.get(notice(reservation)));
    }

    private static Kind kind(Reservation reservation) {
        return new Kind(
                reservation.placement().pool(),
                reservation.placement().count(),
                reservation.job().requirements(),
                reservation.job().shape() instanceof Shape.Stay);
    }

    /** The first moment after one at which another becomes ready; {@code Long.MAX_VALUE} if none does. */
    public long nextReady(long after) {
        return coming.nextAfter(after);
    }

    /** Whether anybody stands in the order once all have joined it that are ready by a moment. */
    public boolean anyReadyBy(long moment) {
        if (moment > horizon) {
            coming.within(horizon, moment).forEachRemaining(this::stand);
            horizon = moment;
        }
        return standing > 0;
    }

    private void stand(Reservation ready) {
        if (sameNotice(ready).groupOf(ready).insert(ready)) {
            standing++;
        }
    }

    /** All of them, those with the shortest notice first. */
    public Collection<SameNotice> byNotice() {
        return groups.values();
    }
}
