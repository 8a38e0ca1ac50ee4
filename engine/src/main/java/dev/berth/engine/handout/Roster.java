package dev.berth.engine.handout;

import dev.berth.engine.model.Outage;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.ServerSet;
import dev.berth.engine.model.Window;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Reservations of one pool that wait for its servers, are bound to them or run on them, and the outages of its servers.
 * Kept by the book.
 */
public final class Roster {
    /** Waiting reservations are handed servers in this order. */
    public static final Comparator<Reservation> BY_START =
            (a, b) -> compare(a.window().start(), a, b.window().start(), b);

    public static final Comparator<Reservation> BY_END =
            (a, b) -> compare(a.window().end(), a, b.window().end(), b);

    private static int compare(long timeA, Reservation a, long timeB, Reservation b) {
        return timeA != timeB ? Long.compare(timeA, timeB) : a.id().compareTo(b.id());
    }

    /** Total, so that equal books list equal outages alike. */
    static final Comparator<Outage> OUTAGE_ORDER = Comparator.<Outage>comparingLong(
                    o -> o.window().start())
            .thenComparingInt(Outage::server)
            .thenComparingLong(o -> o.window().end())
            .thenComparing(Outage::cause, Comparator.nullsFirst(Comparator.naturalOrder()));

    private Pool pool;
    private final Agenda waiting = new Agenda(r -> r.window().start());
    private final Agenda bound = new Agenda(r -> r.window().start());
    private final Agenda running = new Agenda(r -> r.window().end());
    private final List<Outage> outages = new ArrayList<>();
    private final List<Outage> outagesToRead = Collections.unmodifiableList(outages);
    /** Found when they are asked for; null after a change. */
    private @Nullable List<Outage> obstacles;

    private @Nullable PoolId joinedTo;

    private final BitSet free = new BitSet();

    private ServerSet shunned = ServerSet.EMPTY;

    public Roster(Pool pool) {
        this.pool = pool;
        free.set(0, pool.servers());
    }

    /** The same, which stays as it is. */
    public Roster copy() {
        Roster copy = new Roster(pool);
        copy.waiting.addAllOf(waiting);
        copy.bound.addAllOf(bound);
        copy.running.addAllOf(running);
        copy.outages.addAll(outages);
        copy.joinedTo = joinedTo;
        copy.free.clear();
        copy.free.or(free);
        copy.shunned = shunned;
        return copy;
    }

    public Pool pool() {
        return pool;
    }

    /** More servers at the end of the pool, or fewer again. */
    public void resize(int servers) {
        free.set(pool.servers(), Math.max(pool.servers(), servers));
        free.clear(servers, Math.max(pool.servers(), servers));
        pool = pool.withServers(servers);
    }

    public void add(Reservation reservation) {
        switch (reservation.state()) {
            case RUNNING -> {
                running.insert(reservation);
                reservation.placement().servers().forEach(free::clear);
            }
            case BOUND -> {
                bound.insert(reservation);
                obstacles = null;
            }
            case HELD, WAITING -> waiting.insert(reservation);
        }
    }

    public void remove(Reservation reservation) {
        switch (reservation.state()) {
            case RUNNING -> {
                running.drop(reservation);
                reservation.placement().servers().forEach(free::set);
            }
            case BOUND -> {
                bound.drop(reservation);
                obstacles = null;
            }
            case HELD, WAITING -> waiting.drop(reservation);
        }
    }

    public void add(Outage outage) {
        outages.add(outage);
        outages.sort(OUTAGE_ORDER);
        obstacles = null;
        joinedTo = joinedTo == null ? outage.joinedTo() : joinedTo;
    }

    public void remove(Outage outage) {
        outages.remove(outage);
        obstacles = null;
        if (outage.joinedTo() != null && outages.stream().noneMatch(other -> other.joinedTo() != null)) {
            joinedTo = null;
        }
    }

    /** Waiting reservations by start, with those that are only held; their servers are tentative. */
    public Collection<Reservation> waiting() {
        return waiting;
    }

    /** Waiting reservations that start from a time on and before another, by start. */
    public Iterator<Reservation> waiting(long from, long to) {
        return waiting.within(from - 1, to - 1);
    }

    /** Reservations that wait on settled servers, by start. */
    public Collection<Reservation> bound() {
        return bound;
    }

    /** Running reservations by end. */
    public Collection<Reservation> running() {
        return running;
    }

    /** Outages that are not over, by start. */
    public List<Outage> outages() {
        return outagesToRead;
    }

    /** Names of the pools that are booked as they are. */
    public static Set<PoolId> names(Collection<Roster> rosters) {
        return rosters.stream()
                .filter(roster -> roster.joinedTo() == null)
                .map(roster -> roster.pool.id())
                .collect(Collectors.toUnmodifiableSet());
    }

    /** The pool that this one has become a host of; null if it is booked as it is. */
    public @Nullable PoolId joinedTo() {
        return joinedTo;
    }

    /**
     * When which server is taken already for all that waits: the outages, and what is bound. By start, and those of one server
     * do not overlap.
     */
    public List<Outage> obstacles() {
        List<Outage> known = obstacles;
        if (known == null) {
            List<Outage> all = new ArrayList<>(outages);
            for (Reservation reservation : bound) {
                reservation.placement().servers().forEach(server -> all.add(new Outage(server, reservation.window())));
            }
            known = Outage.union(all);
            known.sort(OUTAGE_ORDER);
            known = Collections.unmodifiableList(known);
            obstacles = known;
        }
        return known;
    }

    /** From now on these are handed out only where there are no others. */
    public void shun(ServerSet servers) {
        shunned = servers;
    }

    /** Servers that are handed out only where there are no others. */
    public ServerSet shunned() {
        return shunned;
    }

    /** Whether a reservation of this pool takes counted servers and nothing else: no parts, no hosts, no licences. */
    public boolean counts(Reservation reservation) {
        return !pool.hasParts() && reservation.placement().taken().isPlain();
    }

    /** The servers on which nothing runs; out of service or not. */
    BitSet free() {
        return (BitSet) free.clone();
    }

    /** Whether something starts or ends up to and including a time. */
    public boolean changesBy(long time) {
        return waiting.isDue(time)
                || bound.isDue(time)
                || running.isDue(time)
                || (!outages.isEmpty()
                        && outages.stream().anyMatch(o -> o.window().end() <= time));
    }

    /**
     * Until when counting does not suffice: the start of the last {@link #obstacles obstacle} still to begin, or {@code now}. A
     * reservation that starts before it might run into an outage, or into what is bound to its server, and needs its servers
     * named in advance; for one that starts later all of these are like reservations that already run, and any free server will
     * do.
     */
    public long namedUntil(long now) {
        if (pool.hasParts()) {
            return now;
        }
        List<Outage> known = obstacles();
        return known.isEmpty() ? now : Math.max(now, known.getLast().window().start());
    }

    /** The waiting and bound reservations that start up to and including a time, in the order of start. */
    public Iterator<Reservation> startingBy(long time) {
        if (!bound.isDue(time)) {
            return waiting.dueBy(time);
        }
        List<Reservation> starting = new ArrayList<>();
        waiting.dueBy(time).forEachRemaining(starting::add);
        bound.dueBy(time).forEachRemaining(starting::add);
        starting.sort(BY_START);
        return starting.iterator();
    }

    /** The running reservations that end up to and including a time, in the order of end. */
    public Iterator<Reservation> endingBy(long time) {
        return running.dueBy(time);
    }

    /** The waiting reservations that start before a time, in the order of start. */
    List<Reservation> startingBefore(long time) {
        List<Reservation> early = new ArrayList<>();
        waiting.dueBy(time - 1).forEachRemaining(early::add);
        return early;
    }

    /** Whether the server is free of these outages for the whole window. */
    public static boolean inService(int server, Window window, List<Outage> outages) {
        for (Outage outage : outages) {
            if (outage.server() == server && outage.window().overlaps(window)) {
                return false;
            }
        }
        return true;
    }
}
