package dev.berth.engine.book;

import dev.berth.engine.calendar.Query;
import dev.berth.engine.early.CandidateGroup;
import dev.berth.engine.early.Candidates;
import dev.berth.engine.early.Candidates.SameNotice;
import dev.berth.engine.handout.Roster;
import dev.berth.engine.model.Outage;
import dev.berth.engine.model.Placement;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.Requirements;
import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.ServerSet;
import dev.berth.engine.model.Window;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Starts what waits as soon as servers are free for it, where its terms allow that. Nobody else's promise is touched: it takes
 * what is idle, and gives its own place back. As long as somebody fits, the one with the first rank starts
 * ({@link CandidateGroup}), in its own pool or else in another in which it ends no later.
 *
 * <p>A reservation that does not fit at a moment fits later only if a server becomes free, or if it becomes ready: these moments
 * are looked at, and no others. So it does not matter in how many steps time passes; unless the effort is spent, and then the
 * next advance goes on.
 */
final class EarlyStartStep {
    private static final int PARTS = 2;

    /** Cost of starting one reservation, in steps of the effort. */
    private static final int START = 10;

    /** Blocks of candidates that are looked at in about the time of one step. */
    private static final int SEEN_AT_A_STEP = 8;

    private final State state;
    private final Candidates candidates;
    /** Up to how much may be spent in all while this looks for early starts. */
    private long most = Long.MAX_VALUE;

    EarlyStartStep(State state) {
        this.state = state;
        this.candidates = state.candidates;
    }

    /** A reservation that can start early, and where. */
    private record Found(Reservation reservation, Roster roster) {}

    /** An advance begins: the search for early starts takes a part of its effort. */
    void begin() {
        most = state.effort.shareOf(PARTS);
    }

    private boolean isSpent() {
        return state.effort.spent() >= most;
    }

    /** Starts all that can start at the present moment; answers whether there was anything. */
    boolean start(Trial trial) {
        boolean any = false;
        for (Found found = find(state.now); found != null; found = find(state.now)) {
            state.effort.spend(START);
            long at = state.now + found.reservation.job().terms().leastNotice();
            Reservation early = Objects.requireNonNull(placed(found.reservation, found.roster, at));
            trial.add(new Event.StartsEarly(early, found.reservation.window().start()));
            any = true;
        }
        return any;
    }

    /** Whether something can start right now. */
    boolean isDue() {
        return state.earlyStarts && !candidates.isEmpty() && find(state.now) != null;
    }

    /** The first moment in {@code [now, to]} at which something more may start early; {@code Long.MAX_VALUE} if there is none. */
    long nextMoment(long to) {
        if (!state.earlyStarts || candidates.isEmpty()) {
            return Long.MAX_VALUE;
        }
        boolean mustBeThere = namesAhead();
        long changes = nextChange(mustBeThere);
        long last = Math.min(to, changes);
        for (long moment = nextFreed(state.now, last, mustBeThere);
                moment <= last && !isSpent();
                moment = nextFreed(moment, last, mustBeThere)) {
            if (mustBeThere || find(moment) != null) {
                return moment;
            }
        }
        return changes <= to && !isSpent() ? changes : Long.MAX_VALUE;
    }

    private boolean namesAhead() {
        for (Roster roster : state.rosters.values()) {
            if (!counts(roster, state.now)) {
                return true;
            }
        }
        return false;
    }

    /**
     * The next moment at which a hold expires, or at which something starts or ends in a pool whose servers are named ahead of an
     * obstacle. What fits after it cannot be seen before.
     */
    private long nextChange(boolean namesAhead) {
        long next = Long.MAX_VALUE;
        if (!state.holds.isEmpty()) {
            for (long until : state.holds.values()) {
                next = Math.min(next, Math.max(state.now, until));
            }
        }
        if (namesAhead) {
            for (Roster roster : state.rosters.values()) {
                if (!counts(roster, state.now)) {
                    next = Math.min(next, nextChange(roster));
                }
            }
        }
        return next;
    }

    private long nextChange(Roster roster) {
        long next = Long.MAX_VALUE;
        for (Reservation running : roster.running()) {
            if (running.window().end() > state.now) {
                next = running.window().end();
                break;
            }
        }
        for (Reservation waiting : roster.waiting()) {
            if (waiting.window().start() > state.now) {
                next = Math.min(next, waiting.window().start());
                break;
            }
        }
        for (Outage outage : roster.obstacles()) {
            for (SameNotice same : candidates.byNotice()) {
                long told = outage.window().start() - same.notice();
                next = told > state.now ? Math.min(next, told) : next;
            }
            next = outage.window().end() > state.now
                    ? Math.min(next, outage.window().end())
                    : next;
        }
        return next;
    }

    /**
     * The first moment in {@code (after, to]} at which a server or a licence that is held outside the book becomes free, or somebody
     * ready. A server that becomes free while nobody is ready matters only where servers are named in advance.
     */
    private long nextFreed(long after, long to, boolean mustBeThere) {
        long next = candidates.nextReady(after);
        next = next <= to ? next : Long.MAX_VALUE;
        if (!mustBeThere && !candidates.anyReadyBy(after)) {
            return next;
        }
        for (SameNotice same : candidates.byNotice()) {
            if (isSpent()) {
                return next;
            }
            long notice = same.notice();
            state.effort.spend(state.rosters.size());
            for (Roster roster : state.rosters.values()) {
                long freed = state.calendar.nextFreed(roster.pool().id(), after + notice, Math.min(to, next) + notice);
                next = freed == Long.MAX_VALUE ? next : Math.min(next, freed - notice);
            }
            long licence = state.heldLicences.nextEnd(after + notice);
            next = licence - notice <= to ? Math.min(next, licence - notice) : next;
        }
        return next;
    }

    /** Whether it is enough to count the servers of a pool for a start at a time, or servers are named in advance. */
    private boolean counts(Roster roster, long at) {
        return state.calendar.namesServers(roster.pool().id()) || at >= roster.namedUntil(state.now);
    }

    /** The first by rank of those that can start at a moment; null if nobody can. */
    private @Nullable Found find(long moment) {
        if (!candidates.anyReadyBy(moment)) {
            return null;
        }
        for (SameNotice same : candidates.byNotice()) {
            Found best = null;
            long at = moment + same.notice();
            for (CandidateGroup group : same.groups()) {
                if (isSpent()) {
                    return best;
                }
                state.effort.spend(1 + (long) state.rosters.size() * group.blocks() / SEEN_AT_A_STEP);
                if (group.blocks() > 0 && (best == null || CandidateGroup.isBefore(group.first(), best.reservation))) {
                    best = find(group, at, best);
                }
            }
            if (best != null) {
                return best;
            }
        }
        return null;
    }

    /** The best so far, or one of the group that is better. It would rather stay in its own pool. */
    private @Nullable Found find(CandidateGroup group, long at, @Nullable Found best) {
        Roster own = state.roster(group.pool());
        Found found = better(group, own, at, best);
        if (found != null && found.reservation.equals(group.first())) {
            return found;
        }
        for (Roster roster : state.rosters.values()) {
            Pool pool = roster.pool();
            if (roster != own && pool.servers() >= group.count() && group.takes(pool)) {
                found = better(group, roster, at, found);
            }
        }
        return found;
    }

    /** The best so far, or one of the group that is better and can start in this pool. */
    private @Nullable Found better(CandidateGroup group, Roster roster, long at, @Nullable Found best) {
        Pool pool = roster.pool();
        Requirements wanted = group.requirements();
        long until = state.calendar.freeUntil(pool.id(), wanted.slice(), group.count(), at);
        if (until <= at) {
            return best;
        }
        Reservation found = pool.id().equals(group.pool())
                ? inOwn(group, roster, at, until)
                : group.firstElsewhere(at, until, pool.rate(), r -> isServed(r, roster, at));
        return found != null && (best == null || CandidateGroup.isBefore(found, best.reservation))
                ? new Found(found, roster)
                : best;
    }

    private @Nullable Reservation inOwn(CandidateGroup group, Roster own, long at, long until) {
        if (own.pool().hasParts()) {
            return group.firstInOwn(
                    at,
                    until,
                    r -> (r.window().length() <= until - at
                                    && group.requirements().licences().isEmpty())
                            || placed(r, own, at) != null);
        }
        if (!state.calendar.namesServers(own.pool().id())) {
            return group.firstInOwn(at, until, r -> isServed(r, own, at));
        }
        boolean licensed = !group.requirements().licences().isEmpty();
        return group.firstInOwn(
                at,
                Window.FOREVER,
                r -> (r.window().length() <= until - at || isIdleBefore(r, at))
                        && (!licensed || placed(r, own, at) != null));
    }

    /** Whether the very servers of a reservation are idle from a time on until it was to start. */
    private boolean isIdleBefore(Reservation reservation, long at) {
        Window window = reservation.window();
        Window before = new Window(at, Math.min(window.start(), at + window.length()));
        return state.calendar.isFree(reservation.placement().withWindow(before));
    }

    /**
     * Whether there are servers for a reservation that the count allows: always where counting is enough. Ahead of an obstacle they
     * are looked for, but not for a reservation with a notice, which waits until counting is enough.
     */
    private boolean isServed(Reservation reservation, Roster roster, long at) {
        if (!reservation.job().requirements().licences().isEmpty()) {
            return placed(reservation, roster, at) != null;
        }
        return counts(roster, at) || (at == state.now && placed(reservation, roster, at) != null);
    }

    /** The number of servers stays: what was promised as wide as this does not become narrower on the way. */
    private @Nullable Reservation placed(Reservation reservation, Roster roster, long at) {
        int count = reservation.placement().count();
        Pool pool = roster.pool();
        Window window = new Window(at, at + reservation.job().shape().duration(count, pool.rate()));
        if (counts(roster, at)
                && !state.calendar.namesServers(pool.id())
                && reservation.job().requirements().licences().isEmpty()) {
            Placement placement = new Placement(pool.id(), count, window, ServerSet.EMPTY);
            return reservation.withPlacement(placement);
        }
        // Its own booking may be in its own way.
        state.calendar.release(reservation.placement());
        try {
            Query query = new Query(
                    state.now,
                    at,
                    window.end(),
                    reservation.job().shape(),
                    count,
                    Query.ANY_POOL,
                    reservation.job().requirements().slice(),
                    reservation.job().requirements().licences());
            Placement found = state.calendar.findEarliest(pool.id(), query);
            return found == null ? null : state.placing.beside(reservation.withPlacement(found), state.now);
        } finally {
            state.calendar.book(reservation.placement());
        }
    }
}
