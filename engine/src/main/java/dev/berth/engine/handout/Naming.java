package dev.berth.engine.handout;

import dev.berth.engine.calendar.Effort;
import dev.berth.engine.model.Outage;
import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.ReservationId;
import dev.berth.engine.model.ServerSet;
import dev.berth.engine.model.Window;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Keeps an assignment in hand while outages are planned or reservations are bound to servers. A server that is out from a known time on breaks the counting
 * argument: servers X and Y, running until 2 on X and until 5 on Y, X out from 10; a job [2, 12) fits the count at every
 * moment and fits on no server. A window for which a server is bound does the same. So every reservation that starts before
 * the last of these begins ({@link Roster#namedUntil}) has its servers named, and one more is admitted only with servers of
 * its own.
 *
 * <p>To decide whether any assignment exists is NP-complete (it contains precolouring extension on interval graphs), so
 * this one is found, not proven absent: what it returns is always sound, and it may miss an assignment that exists.
 */
public final class Naming {
    private Naming() {}

    /** Reservations that are looked at in about the time of one step of an {@link Effort}. */
    private static final int SEEN_AT_A_STEP = 16;

    /**
     * Servers for a new reservation and for those that must move to make room; null if none are found. First servers
     * that are free beside what is named already, then all hands again: keeping what can be kept, and from scratch; if the
     * effort allows that, for it goes through all that is named.
     */
    public static @Nullable Map<ReservationId, ServerSet> admit(
            Roster roster, Reservation added, long now, Effort effort) {
        ServerSet beside = beside(roster, added, now, effort);
        if (beside != null) {
            return Map.of(added.id(), beside);
        }
        List<Reservation> named = roster.startingBefore(roster.namedUntil(now));
        long steps = stepsOfAll(roster, named.size());
        if (effort.isTooMuch(steps)) {
            return null;
        }
        effort.spend(steps);
        TreeSet<Reservation> all = new TreeSet<>(Roster.BY_START);
        all.addAll(named);
        all.add(added);
        return nameAll(roster, roster.obstacles(), List.copyOf(all));
    }

    /** Servers for a reservation that are free beside what others are named; null if there are not enough. */
    public static @Nullable ServerSet beside(Roster roster, Reservation added, long now, Effort effort) {
        List<Reservation> named = roster.startingBefore(roster.namedUntil(now));
        effort.spend(1 + named.size() / SEEN_AT_A_STEP);
        return Handout.choose(
                added,
                freeThroughout(roster, named, added),
                roster.pool().servers(),
                roster.obstacles(),
                roster.shunned());
    }

    /** Number of steps for naming this many reservations twice: each looks at all servers, 64 at a time, and at all outages. */
    public static long stepsOfAll(Roster roster, int named) {
        long each = 16L + roster.pool().servers() / 64 + roster.obstacles().size();
        return 1 + 2L * named * each / SEEN_AT_A_STEP;
    }

    /** Number of steps that {@link #firstStartBeside} takes. */
    public static long stepsBeside(Roster roster) {
        return 1L
                + (roster.pool().servers()
                                + roster.waiting().size()
                                + roster.running().size())
                        / SEEN_AT_A_STEP;
    }

    /** The servers on which neither what runs nor what else is named overlaps the window of a reservation. */
    private static BitSet freeThroughout(Roster roster, List<Reservation> named, Reservation added) {
        BitSet free = new BitSet();
        free.set(0, roster.pool().servers());
        Stream.concat(roster.running().stream(), named.stream())
                .filter(r -> !r.id().equals(added.id()) && r.window().overlaps(added.window()))
                .forEach(r -> r.placement().servers().forEach(free::clear));
        return free;
    }

    private static @Nullable Map<ReservationId, ServerSet> nameAll(
            Roster roster, List<Outage> outages, List<Reservation> byStart) {
        for (boolean keepNamed : new boolean[] {true, false}) {
            Map<ReservationId, ServerSet> servers = Handout.all(roster, outages, byStart, keepNamed);
            if (servers.size() == byStart.size()) {
                return changesOnly(servers, byStart);
            }
        }
        return null;
    }

    private static Map<ReservationId, ServerSet> changesOnly(
            Map<ReservationId, ServerSet> servers, List<Reservation> byStart) {
        Map<ReservationId, ServerSet> changes = new LinkedHashMap<>();
        for (Reservation reservation : byStart) {
            ServerSet chosen = servers.get(reservation.id());
            if (chosen != null && !chosen.equals(reservation.placement().servers())) {
                changes.put(reservation.id(), chosen);
            }
        }
        return changes;
    }

    /**
     * Which reservations have to be named or renamed so that more outages can begin; null if no assignment of all that
     * waits is found. Serving all of it, not only what must be named, shows that the count holds as well.
     */
    public static @Nullable Map<ReservationId, ServerSet> withOutages(Roster roster, List<Outage> added, long now) {
        List<Outage> outages = together(roster, added);
        Map<ReservationId, ServerSet> changes = nameAll(roster, outages, List.copyOf(roster.waiting()));
        if (changes != null) {
            long until = Math.max(now, outages.getLast().window().start());
            Set<ReservationId> early =
                    roster.startingBefore(until).stream().map(Reservation::id).collect(Collectors.toSet());
            changes.keySet().retainAll(early);
        }
        return changes;
    }

    /**
     * Servers for all that waits and starts before a time, keeping what must not change. It cannot fail: what starts before
     * {@link Roster#namedUntil} has servers that do not conflict and keeps them, and for what starts later counting suffices.
     */
    public static Map<ReservationId, ServerSet> startingBefore(Roster roster, long time) {
        List<Reservation> early = roster.startingBefore(time);
        Map<ReservationId, ServerSet> servers = Handout.all(roster, roster.obstacles(), early, true);
        if (servers.size() < early.size()) {
            throw new IllegalStateException("no servers for all that starts before " + time + " in "
                    + roster.pool().id());
        }
        return servers;
    }

    /** The waiting reservations that get no servers once these outages are added, earlier starts being served first. */
    public static List<ReservationId> unserved(Roster roster, List<Outage> added) {
        Map<ReservationId, ServerSet> served = Handout.all(roster, together(roster, added), roster.waiting(), true);
        return roster.waiting().stream()
                .map(Reservation::id)
                .filter(id -> !served.containsKey(id))
                .toList();
    }

    private static List<Outage> together(Roster roster, List<Outage> added) {
        List<Outage> outages = new ArrayList<>(roster.obstacles());
        outages.addAll(added);
        outages.sort(Roster.OUTAGE_ORDER);
        return outages;
    }

    /**
     * The first start in {@code [from, latest]} at which enough servers are free for the whole duration beside what is
     * named already; -1 if there is none.
     */
    public static long firstStartBeside(Roster roster, long now, long from, long latest, long duration, int servers) {
        List<Reservation> named = roster.startingBefore(roster.namedUntil(now));
        List<Window> starts = new ArrayList<>();
        for (List<Window> busy : busyWindows(roster, named)) {
            long idleFrom = from;
            for (Window window : busy) {
                addStarts(starts, idleFrom, window.start(), latest, duration);
                idleFrom = Math.max(idleFrom, window.end());
            }
            addStarts(starts, idleFrom, Window.FOREVER, latest, duration);
        }
        starts.sort((a, b) -> Long.compare(a.start(), b.start()));
        // The first instant that lies in the windows of as many servers as are wanted.
        PriorityQueue<Long> open = new PriorityQueue<>();
        for (Window window : starts) {
            while (!open.isEmpty() && open.peek() <= window.start()) {
                open.remove();
            }
            open.add(window.end());
            if (open.size() == servers) {
                return window.start();
            }
        }
        return -1;
    }

    /** For each server what keeps it busy or out, by start. */
    private static List<List<Window>> busyWindows(Roster roster, List<Reservation> named) {
        List<List<Window>> busy = new ArrayList<>();
        for (int i = 0; i < roster.pool().servers(); i++) {
            busy.add(new ArrayList<>());
        }
        roster.obstacles().forEach(o -> busy.get(o.server()).add(o.window()));
        Stream.concat(roster.running().stream(), named.stream())
                .forEach(r -> r.placement().servers().stream()
                        .forEach(server -> busy.get(server).add(r.window())));
        busy.forEach(windows -> windows.sort((a, b) -> Long.compare(a.start(), b.start())));
        return busy;
    }

    /** Adds the starts that an idle window of one server allows. */
    private static void addStarts(List<Window> starts, long idleFrom, long idleTo, long latest, long duration) {
        long last = Math.min(idleTo - duration, latest);
        if (last >= idleFrom) {
            starts.add(new Window(idleFrom, last + 1));
        }
    }
}
