package dev.berth.engine.handout;

import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.ReservationId;
import dev.berth.engine.model.ServerSet;
import dev.berth.engine.model.Window;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Tentative servers for all that waits in a pool, as stable as possible. What is named already keeps its servers; what is
 * not gets servers that are free beside all of that for its whole window. Where there are none, the order of the starts
 * decides: one that finds no such servers takes those that are free at its start and spoken for latest, and who was named
 * them looks again. In a pool too large for that the order of the starts decides alone.
 */
public final class Tentative {
    /** Reservations times servers, up to which each may look at each. */
    private static final long MOST_LOOKS = 2_000_000;

    private final Roster roster;
    private final int size;
    private final Timelines spokenFor;
    private final TreeSet<Reservation> named = new TreeSet<>(Roster.BY_START);

    private Tentative(Roster roster) {
        this.roster = roster;
        this.size = roster.pool().servers();
        this.spokenFor = new Timelines(size);
    }

    public static Map<ReservationId, ServerSet> servers(Roster roster) {
        long looks = (long) roster.waiting().size() * roster.pool().servers();
        if (looks > MOST_LOOKS) {
            return new TreeMap<>(Handout.all(roster, roster.obstacles(), roster.waiting(), true));
        }
        Tentative tentative = new Tentative(roster);
        return tentative.nameBeside() ? tentative.asNamed() : tentative.nameByStart();
    }

    /** Names whatever can be named without moving anything; false if something is left without servers. */
    private boolean nameBeside() {
        roster.obstacles().forEach(outage -> spokenFor.take(ServerSet.of(outage.server()), outage.window()));
        roster.running().forEach(r -> spokenFor.take(r.placement().servers(), r.window()));
        List<Reservation> unnamed = new ArrayList<>();
        for (Reservation reservation : roster.waiting()) {
            ServerSet servers = reservation.placement().servers();
            if (!servers.isEmpty() && spokenFor.areFree(servers, reservation.window())) {
                name(reservation);
            } else {
                unnamed.add(reservation);
            }
        }
        boolean all = true;
        for (Reservation reservation : unnamed) {
            ServerSet beside = beside(reservation);
            name(reservation.withServers(beside));
            all &= !beside.isEmpty();
        }
        return all;
    }

    private void name(Reservation reservation) {
        spokenFor.take(reservation.placement().servers(), reservation.window());
        named.add(reservation);
    }

    private ServerSet beside(Reservation reservation) {
        int[] found = new int[reservation.placement().count()];
        int count = 0;
        int own = Handout.ownPlace(reservation.id(), size);
        for (int i = 0; i < size && count < found.length; i++) {
            int server = (own + i) % size;
            if (spokenFor.isFree(server, reservation.window())) {
                found[count++] = server;
            }
        }
        return count < found.length ? ServerSet.EMPTY : ServerSet.of(found);
    }

    private Map<ReservationId, ServerSet> asNamed() {
        Map<ReservationId, ServerSet> servers = new TreeMap<>();
        named.forEach(r -> servers.put(r.id(), r.placement().servers()));
        return servers;
    }

    private Map<ReservationId, ServerSet> nameByStart() {
        Handout handout = new Handout(roster);
        Map<ReservationId, ServerSet> servers = new TreeMap<>();
        for (Reservation reservation : named) {
            handout.endUntil(reservation.window().start(), ended -> {});
            Reservation wanting = reservation;
            if (!handout.couldKeep(reservation)) {
                spokenFor.giveUp(reservation.placement().servers(), reservation.window());
                wanting = reservation.withServers(latestSpokenFor(reservation, handout.usable(reservation.window())));
            }
            ServerSet given = handout.give(wanting, true);
            if (given != null) {
                servers.put(reservation.id(), given);
            }
        }
        return servers;
    }

    private ServerSet latestSpokenFor(Reservation reservation, BitSet usable) {
        Window window = reservation.window();
        int[] chosen = usable.stream()
                .boxed()
                .sorted(Comparator.comparingLong((Integer server) -> spokenFor.nextTaken(server, window.start()))
                        .reversed())
                .limit(reservation.placement().count())
                .mapToInt(Integer::intValue)
                .toArray();
        return chosen.length < reservation.placement().count() ? ServerSet.EMPTY : ServerSet.of(chosen);
    }
}
