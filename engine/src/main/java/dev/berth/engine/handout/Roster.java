package dev.berth.engine.handout;

import dev.berth.engine.model.Outage;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.Window;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;

/** Who waits for and who runs on the servers of one pool, and when which server is out. Kept by the book. */
public final class Roster {
    /** Waiting reservations are handed servers in this order. */
    public static final Comparator<Reservation> BY_START =
            (a, b) -> compare(a.window().start(), a, b.window().start(), b);

    static final Comparator<Reservation> BY_END =
            (a, b) -> compare(a.window().end(), a, b.window().end(), b);

    private static int compare(long timeA, Reservation a, long timeB, Reservation b) {
        return timeA != timeB ? Long.compare(timeA, timeB) : a.id().compareTo(b.id());
    }

    static final Comparator<Outage> OUTAGE_ORDER =
            Comparator.<Outage>comparingLong(o -> o.window().start()).thenComparingInt(Outage::server);

    private Pool pool;
    private final Agenda waiting = new Agenda(r -> r.window().start());
    private final Agenda running = new Agenda(r -> r.window().end());
    private final List<Outage> outages = new ArrayList<>();
    private final List<Outage> outagesToRead = Collections.unmodifiableList(outages);
    private final BitSet free = new BitSet();

    public Roster(Pool pool) {
        this.pool = pool;
        free.set(0, pool.servers());
    }

    /** The same, which stays as it is. */
    public Roster copy() {
        Roster copy = new Roster(pool);
        copy.waiting.addAllOf(waiting);
        copy.running.addAllOf(running);
        copy.outages.addAll(outages);
        copy.free.clear();
        copy.free.or(free);
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
        if (reservation.isRunning()) {
            running.insert(reservation);
            reservation.placement().servers().forEach(free::clear);
        } else {
            waiting.insert(reservation);
        }
    }

    public void remove(Reservation reservation) {
        if (reservation.isRunning()) {
            running.drop(reservation);
            reservation.placement().servers().forEach(free::set);
        } else {
            waiting.drop(reservation);
        }
    }

    public void add(Outage outage) {
        outages.add(outage);
        outages.sort(OUTAGE_ORDER);
    }

    public void remove(Outage outage) {
        outages.remove(outage);
    }

    /** Waiting reservations by start. */
    public Collection<Reservation> waiting() {
        return waiting;
    }

    /** Running reservations by end. */
    public Collection<Reservation> running() {
        return running;
    }

    /** Outages that are not over, by start. */
    public List<Outage> outages() {
        return outagesToRead;
    }

    /** The servers on which nothing runs; out of service or not. */
    BitSet free() {
        return (BitSet) free.clone();
    }

    /** Whether something starts or ends up to and including a time. */
    public boolean changesBy(long time) {
        return waiting.isDue(time)
                || running.isDue(time)
                || (!outages.isEmpty()
                        && outages.stream().anyMatch(o -> o.window().end() <= time));
    }

    /**
     * Until when counting does not suffice: the start of the last outage still to begin, or {@code now}. A reservation
     * that starts before it might run into an outage and needs its servers named in advance; for one that starts later
     * all outages are like reservations that already run, and any free server will do.
     */
    public long namedUntil(long now) {
        return outages.isEmpty()
                ? now
                : Math.max(now, outages.getLast().window().start());
    }

    /** The waiting reservations that start up to and including a time, in the order of start. */
    public Iterator<Reservation> startingBy(long time) {
        return waiting.dueBy(time);
    }

    /** The running reservations that end up to and including a time, in the order of end. */
    public Iterator<Reservation> endingBy(long time) {
        return running.dueBy(time);
    }

    /** The waiting reservations that start before a time, in the order of start. */
    List<Reservation> startingBefore(long time) {
        List<Reservation> early = new ArrayList<>();
        startingBy(time - 1).forEachRemaining(early::add);
        return early;
    }

    /** Whether the server is in service for the whole window, given these outages. */
    public static boolean inService(int server, Window window, List<Outage> outages) {
        for (Outage outage : outages) {
            if (outage.server() == server && outage.window().overlaps(window)) {
                return false;
            }
        }
        return true;
    }
}
