package dev.berth.engine.handout;

import dev.berth.engine.model.Outage;
import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.ReservationId;
import dev.berth.engine.model.ServerSet;
import dev.berth.engine.model.Window;
import java.util.BitSet;
import java.util.Collection;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Hands the servers of a pool to its reservations in the order of their starts. With no outage ahead this cannot fail:
 * all that overlaps a start contains it, so as long as the count holds a server is free. A reservation gets the servers
 * it is named already if they are free; else it looks from a place of its own onwards, fixed by its number, so that the
 * answer is a function of the book alone. What is bound gets its own servers, and to all others is like an outage of them.
 */
public final class Handout {
    private final List<Outage> outages;
    private final int servers;
    private final ServerSet shunned;
    private final BitSet free;
    private final Iterator<Reservation> running;
    private @Nullable Reservation nextToEnd;
    private final long until;
    private final PriorityQueue<Reservation> given = new PriorityQueue<>(1, Roster.BY_END);

    /** Begins with what runs now and the pool's own obstacles. */
    Handout(Roster roster) {
        this(roster, roster.obstacles(), Window.FOREVER);
    }

    /** The same up to and including a time: what ends later need not be remembered. */
    public Handout(Roster roster, long until) {
        this(roster, roster.obstacles(), until);
    }

    private Handout(Roster roster, List<Outage> outages, long until) {
        this.outages = outages;
        this.until = until;
        this.servers = roster.pool().servers();
        this.shunned = roster.shunned();
        this.free = roster.free();
        this.running = roster.endingBy(until);
        this.nextToEnd = running.hasNext() ? running.next() : null;
    }

    /** Servers for all these reservations, which come in the order of start; those that get none are left out. */
    static Map<ReservationId, ServerSet> all(
            Roster roster, List<Outage> outages, Collection<Reservation> byStart, boolean keepNamed) {
        Handout handout = new Handout(roster, outages, Window.FOREVER);
        Map<ReservationId, ServerSet> named = new LinkedHashMap<>();
        for (Reservation reservation : byStart) {
            handout.endUntil(reservation.window().start(), ended -> {});
            ServerSet chosen = handout.give(reservation, keepNamed);
            if (chosen != null) {
                named.put(reservation.id(), chosen);
            }
        }
        return named;
    }

    /** Frees the servers of all that ends up to and including a time, in the order of the ends. */
    public void endUntil(long time, Consumer<Reservation> ended) {
        while (true) {
            Reservation started = given.peek();
            Reservation next = nextToEnd;
            boolean fromGiven = next == null || (started != null && Roster.BY_END.compare(started, next) < 0);
            Reservation first = fromGiven ? started : next;
            if (first == null || first.window().end() > time) {
                return;
            }
            if (fromGiven) {
                given.remove();
            } else {
                nextToEnd = running.hasNext() ? running.next() : null;
            }
            first.placement().servers().forEach(free::set);
            ended.accept(first);
        }
    }

    /** Servers for a reservation that starts now; null if there are not enough. */
    public @Nullable ServerSet give(Reservation reservation, boolean keepNamed) {
        ServerSet chosen;
        if (reservation.isBound()) {
            ServerSet own = reservation.placement().servers();
            chosen = own.stream().allMatch(free::get) ? own : null;
        } else {
            chosen = keepNamed && couldKeep(reservation) && !shouldLeave(reservation)
                    ? reservation.placement().servers()
                    : choose(reservation, free, servers, outages, shunned);
        }
        if (chosen != null) {
            chosen.forEach(free::clear);
            if (reservation.window().end() <= until) {
                given.add(reservation.started(chosen));
            }
        }
        return chosen;
    }

    /** Whether the servers it is named are free and in service. */
    boolean couldKeep(Reservation reservation) {
        ServerSet named = reservation.placement().servers();
        return !named.isEmpty()
                && named.stream()
                        .allMatch(server -> server < servers
                                && free.get(server)
                                && Roster.inService(server, reservation.window(), outages));
    }

    /**
     * Whether others would be better than those it is named; where an outage is ahead, no others are sure to do. One that is over by
     * its start counts no more, whether or not the book has said so before: a long advance has it still.
     */
    private boolean shouldLeave(Reservation reservation) {
        long start = reservation.window().start();
        return !shunned.isEmpty()
                && outages.stream().allMatch(each -> each.window().end() <= start)
                && reservation.placement().servers().stream().anyMatch(shunned::contains);
    }

    /** The servers that are free now and in service for the whole window. */
    BitSet usable(Window window) {
        return inService(free, window, outages);
    }

    private static BitSet inService(BitSet free, Window window, List<Outage> outages) {
        BitSet usable = (BitSet) free.clone();
        for (Outage outage : outages) {
            if (outage.window().overlaps(window)) {
                usable.clear(outage.server());
            }
        }
        return usable;
    }

    /**
     * Servers out of the free ones, in service for the whole window; those that are shunned only after all others. First those
     * with the next outage soonest after it, which fewer others can use (the outages come by start); then from the
     * reservation's own place onwards.
     */
    static @Nullable ServerSet choose(
            Reservation reservation, BitSet free, int servers, List<Outage> outages, ServerSet shunned) {
        BitSet usable = outages.isEmpty() ? free : inService(free, reservation.window(), outages);
        int[] chosen = new int[reservation.placement().count()];
        if (shunned.isEmpty()) {
            return take(reservation, usable, servers, outages, chosen, 0) < chosen.length ? null : ServerSet.of(chosen);
        }
        BitSet better = (BitSet) usable.clone();
        shunned.forEach(better::clear);
        BitSet worse = (BitSet) usable.clone();
        worse.andNot(better);
        int found = take(reservation, better, servers, outages, chosen, 0);
        return take(reservation, worse, servers, outages, chosen, found) < chosen.length ? null : ServerSet.of(chosen);
    }

    /** Adds usable servers to those that were found, and answers how many there are then. */
    private static int take(
            Reservation reservation, BitSet usable, int servers, List<Outage> outages, int[] chosen, int before) {
        int wanted = chosen.length;
        int found = before;
        if (found < wanted) {
            for (Outage outage : outages) {
                if (found < wanted
                        && outage.window().start() >= reservation.window().end()
                        && usable.get(outage.server())) {
                    usable.clear(outage.server());
                    chosen[found++] = outage.server();
                }
            }
        }
        int own = ownPlace(reservation.id(), servers);
        for (int i = usable.nextSetBit(own); i >= 0 && found < wanted; i = usable.nextSetBit(i + 1)) {
            chosen[found++] = i;
        }
        for (int i = usable.nextSetBit(0); i >= 0 && i < own && found < wanted; i = usable.nextSetBit(i + 1)) {
            chosen[found++] = i;
        }
        return found;
    }

    /** Where a reservation begins to look for servers; numbers in a row begin far apart. */
    static int ownPlace(ReservationId id, int servers) {
        return Math.floorMod((id.number() * 0x9E3779B97F4A7C15L) >>> 16, servers);
    }
}
