package dev.berth.engine.book;

import dev.berth.engine.calendar.Calendar;
import dev.berth.engine.calendar.Undo;
import dev.berth.engine.handout.Roster;
import dev.berth.engine.model.Outage;
import dev.berth.engine.model.Placement;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.ReservationId;
import dev.berth.engine.model.ServerSet;
import dev.berth.engine.model.Window;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a book knows, and the one door through which it changes. */
final class State {
    final String policy;
    final Calendar calendar;
    /** By pool, in the order the pools were added. */
    final Map<PoolId, Roster> rosters = new LinkedHashMap<>();

    final OpenReservations open = new OpenReservations();
    long now;
    long nextNumber = 1;

    State(String policy, Calendar calendar) {
        this.policy = policy;
        this.calendar = calendar;
    }

    Roster roster(PoolId pool) {
        Roster roster = rosters.get(pool);
        if (roster == null) {
            throw new IllegalArgumentException("no pool " + pool + " in this book");
        }
        return roster;
    }

    private Reservation get(ReservationId id) {
        Reservation reservation = open.get(id);
        if (reservation == null) {
            throw new IllegalArgumentException("no open reservation " + id + " in this book");
        }
        return reservation;
    }

    /** Carries an event out. The result takes it back exactly, once all later events are taken back. */
    Undo apply(Event event) {
        return switch (event) {
            case Event.PoolAdded e -> addPool(e.pool());
            case Event.ServersAdded e -> addServers(roster(e.pool()), e.count());
            case Event.Reserved e -> reserve(e.reservation());
            case Event.Changed e -> change(get(e.reservation().id()), e.reservation());
            case Event.Renamed e ->
                replace(get(e.reservation()), get(e.reservation()).withServers(e.servers()));
            case Event.Started e -> start(get(e.reservation()), e.servers());
            case Event.Closed e -> close(get(e.reservation()));
            case Event.OutagePlanned e -> plan(roster(e.pool()), e.outage());
            case Event.OutageEnded e -> end(roster(e.pool()), e.outage());
            case Event.TimeAdvanced e -> advance(e.to());
        };
    }

    private Undo addPool(Pool pool) {
        long from = now;
        rosters.put(pool.id(), new Roster(pool));
        calendar.addServers(pool, 0, pool.servers(), from);
        return () -> {
            calendar.removeServers(pool, 0, pool.servers(), from);
            rosters.remove(pool.id());
        };
    }

    private Undo addServers(Roster roster, int count) {
        Pool before = roster.pool();
        long from = now;
        calendar.addServers(before, before.servers(), count, from);
        roster.resize(before.servers() + count);
        return () -> {
            roster.resize(before.servers());
            calendar.removeServers(before, before.servers(), count, from);
        };
    }

    private Undo reserve(Reservation reservation) {
        long before = nextNumber;
        nextNumber = Math.max(nextNumber, reservation.id().number() + 1);
        add(reservation);
        return () -> {
            remove(reservation);
            nextNumber = before;
        };
    }

    private Undo change(Reservation before, Reservation after) {
        remove(before);
        add(after);
        return () -> {
            remove(after);
            add(before);
        };
    }

    private Undo start(Reservation reservation, ServerSet servers) {
        return replace(reservation, reservation.started(servers));
    }

    private Undo close(Reservation reservation) {
        remove(reservation);
        return () -> add(reservation);
    }

    private void add(Reservation reservation) {
        open.put(reservation.id(), reservation);
        roster(reservation.placement().pool()).add(reservation);
        Placement ahead = ahead(reservation.placement());
        if (ahead != null) {
            calendar.book(ahead);
        }
    }

    private void remove(Reservation reservation) {
        open.remove(reservation.id());
        roster(reservation.placement().pool()).remove(reservation);
        Placement ahead = ahead(reservation.placement());
        if (ahead != null) {
            calendar.release(ahead);
        }
    }

    /** What of a placement is still to come; null if nothing is. */
    private @Nullable Placement ahead(Placement placement) {
        Window window = placement.window();
        if (window.start() >= now) {
            return placement;
        }
        return window.end() > now ? placement.withWindow(window.from(now)) : null;
    }

    /** Another version of the same booking: state and servers differ, the calendar does not care. */
    private Undo replace(Reservation before, Reservation after) {
        Roster roster = roster(before.placement().pool());
        roster.remove(before);
        roster.add(after);
        open.put(after.id(), after);
        return () -> {
            roster.remove(after);
            roster.add(before);
            open.put(before.id(), before);
        };
    }

    private Undo plan(Roster roster, Outage outage) {
        Placement ahead = ahead(asPlacement(roster, outage));
        roster.add(outage);
        if (ahead != null) {
            calendar.book(ahead);
        }
        return () -> {
            roster.remove(outage);
            if (ahead != null) {
                calendar.release(ahead);
            }
        };
    }

    private Undo end(Roster roster, Outage outage) {
        Placement ahead = ahead(asPlacement(roster, outage));
        roster.remove(outage);
        if (ahead != null) {
            calendar.release(ahead);
        }
        return () -> {
            roster.add(outage);
            if (ahead != null) {
                calendar.book(ahead);
            }
        };
    }

    private static Placement asPlacement(Roster roster, Outage outage) {
        return new Placement(roster.pool().id(), 1, outage.window(), ServerSet.of(outage.server()));
    }

    private Undo advance(long to) {
        long before = now;
        now = to;
        Undo forgotten = calendar.forget(to);
        return () -> {
            forgotten.undo();
            now = before;
        };
    }
}
