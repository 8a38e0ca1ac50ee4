package dev.berth.engine.book;

import dev.berth.engine.admission.AdmissionContext;
import dev.berth.engine.admission.AdmissionPolicy;
import dev.berth.engine.admission.Admissions;
import dev.berth.engine.admission.Placing;
import dev.berth.engine.agreement.Tariff;
import dev.berth.engine.calendar.Calendar;
import dev.berth.engine.calendar.Calendars;
import dev.berth.engine.calendar.Effort;
import dev.berth.engine.calendar.Undo;
import dev.berth.engine.early.Candidates;
import dev.berth.engine.handout.Roster;
import dev.berth.engine.intake.Queued;
import dev.berth.engine.intake.RequestQueue;
import dev.berth.engine.model.Degraded;
import dev.berth.engine.model.Outage;
import dev.berth.engine.model.Placement;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.Refusal;
import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.ReservationId;
import dev.berth.engine.model.ServerSet;
import dev.berth.engine.model.Window;
import dev.berth.engine.opportunistic.Opportunists;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** State of a book, and the only way to change it. */
final class State {
    final String policy;
    final String admission;
    /** Whether what may start earlier than promised does so. */
    final boolean earlyStarts;

    final Calendar calendar;
    final TariffPrices prices;
    final Placing placing;
    /** Told of every change. */
    final AdmissionPolicy admissionPolicy;
    /** Roster of each pool, in the order in which the pools were added. */
    final Map<PoolId, Roster> rosters = new LinkedHashMap<>();

    /** Tariff of each pool; a pool that is missing here is free of charge. */
    final Map<PoolId, Tariff> tariffs = new HashMap<>();

    final OpenReservations open = new OpenReservations();

    /** Open reservations that may start earlier than promised. */
    final Candidates candidates = new Candidates();

    /** Until when what is held is kept. */
    final NavigableMap<ReservationId, Long> holds = new TreeMap<>();
    /** When which reservation's placement becomes fixed by itself, the soonest first. */
    final NavigableSet<Fix> fixes = new TreeSet<>();
    /** Not in the calendar, so that they have no say in what is promised. */
    final Opportunists opportunists = new Opportunists();

    /** Degraded reservations, which lost their servers and found no others; in neither calendar nor rosters. */
    final NavigableMap<ReservationId, Degraded> degraded = new TreeMap<>();

    final RequestQueue queue = new RequestQueue();

    /** Effort of the decision under way; unlimited outside decisions. */
    Effort effort = Effort.unlimited();

    long now;
    long nextNumber = 1;

    State(String policy, String admission, boolean earlyStarts) {
        this.policy = policy;
        this.admission = admission;
        this.earlyStarts = earlyStarts;
        this.calendar = Calendars.create(policy);
        this.prices = new TariffPrices(tariffs, calendar, rosters, this::effort, this::now);
        this.placing = new Placing(policy, calendar, rosters, prices, this::effort);
        this.admissionPolicy = Admissions.create(admission, new AdmissionContext(calendar, placing, rosters));
    }

    private long now() {
        return now;
    }

    Effort effort() {
        return effort;
    }

    /** From now on the work is counted on this. */
    void workOn(Effort other) {
        effort = other;
        calendar.countOn(other);
    }

    /** A reservation's placement becomes fixed. */
    record Fix(long time, ReservationId reservation) implements Comparable<Fix> {
        @Override
        public int compareTo(Fix other) {
            return time != other.time ? Long.compare(time, other.time) : reservation.compareTo(other.reservation);
        }
    }

    Roster roster(PoolId pool) {
        Roster roster = rosters.get(pool);
        if (roster == null) {
            throw new IllegalArgumentException("no pool " + pool + " in this book");
        }
        return roster;
    }

    Reservation reservation(ReservationId id) {
        Reservation reservation = open.get(id);
        if (reservation == null) {
            throw new IllegalArgumentException("no open reservation " + id + " in this book");
        }
        return reservation;
    }

    /** Carries an event out. The result takes it back exactly, once all later events are taken back. */
    Undo apply(Event event) {
        return switch (event) {
            // First what happens to every reservation: the cases are tried in this order.
            case Event.TimeAdvanced e -> advance(e.to());
            case Event.Reserved e -> reserve(e.reservation());
            case Event.Started e -> start(reservation(e.reservation()), e.servers());
            case Event.Closed e -> close(e.reservation());
            case Event.StartsEarly e -> move(List.of(e.reservation()));
            case Event.PoolAdded e -> addPool(e.pool());
            case Event.ServersAdded e -> addServers(roster(e.pool()), e.count());
            case Event.TariffSet e -> setTariff(e.pool(), e.tariff());
            case Event.RoundsSet e -> queue.set(e.rounds());
            case Event.Queued e -> enqueue(e.request());
            case Event.Deferred e -> queue.defer(e.requests());
            case Event.TurnedAway e -> queue.turnAway(e.request(), e.reason(), now);
            case Event.Held e -> hold(e.reservation(), e.until());
            case Event.Confirmed e -> confirm(reservation(e.reservation()));
            case Event.Moved e -> move(e.reservations());
            case Event.Changed e -> change(reservation(e.reservation().id()), e.reservation());
            case Event.Renamed e ->
                replace(
                        reservation(e.reservation()),
                        reservation(e.reservation()).withServers(e.servers()));
            case Event.Bound e ->
                replace(
                        reservation(e.reservation()),
                        reservation(e.reservation()).bound(e.servers()));
            case Event.Shunned e -> shun(roster(e.pool()), e.servers());
            case Event.OutagePlanned e -> plan(roster(e.pool()), e.outage());
            case Event.OutageEnded e -> end(roster(e.pool()), e.outage());
            case Event.Degraded e -> degrade(e.reservation(), e.reason());
            case Event.Recovered e -> recover(e.reservation());
            case Event.Opportunistic e -> opportunists.apply(e.turn());
        };
    }

    private static Undo shun(Roster roster, ServerSet servers) {
        ServerSet before = roster.shunned();
        roster.shun(servers);
        return () -> roster.shun(before);
    }

    private Undo addPool(Pool pool) {
        long from = now;
        rosters.put(pool.id(), new Roster(pool));
        calendar.addServers(pool, 0, pool.servers(), from);
        admissionPolicy.capacityChanged(pool.id(), new Window(from, Window.FOREVER), true);
        return () -> {
            calendar.removeServers(pool, 0, pool.servers(), from);
            admissionPolicy.capacityChanged(pool.id(), new Window(from, Window.FOREVER), false);
            rosters.remove(pool.id());
        };
    }

    private Undo addServers(Roster roster, int count) {
        Pool before = roster.pool();
        long from = now;
        calendar.addServers(before, before.servers(), count, from);
        roster.resize(before.servers() + count);
        admissionPolicy.capacityChanged(before.id(), new Window(from, Window.FOREVER), true);
        return () -> {
            roster.resize(before.servers());
            calendar.removeServers(before, before.servers(), count, from);
            admissionPolicy.capacityChanged(before.id(), new Window(from, Window.FOREVER), false);
        };
    }

    private Undo setTariff(PoolId pool, Tariff tariff) {
        Tariff before = tariffs.put(pool, tariff);
        return () -> {
            if (before == null) {
                tariffs.remove(pool);
            } else {
                tariffs.put(pool, before);
            }
        };
    }

    private Undo reserve(Reservation reservation) {
        Undo counted = count(reservation.id());
        Undo granted = queue.contains(reservation.id()) ? queue.remove(reservation.id()) : () -> {};
        add(reservation);
        return () -> {
            remove(reservation);
            granted.undo();
            counted.undo();
        };
    }

    private Undo count(ReservationId id) {
        long before = nextNumber;
        nextNumber = Math.max(nextNumber, id.number() + 1);
        return () -> nextNumber = before;
    }

    private Undo enqueue(Queued request) {
        Undo counted = count(request.id());
        Undo added = queue.add(request);
        return () -> {
            added.undo();
            counted.undo();
        };
    }

    private Undo hold(Reservation reservation, long until) {
        Undo reserved = reserve(reservation);
        holds.put(reservation.id(), until);
        return () -> {
            holds.remove(reservation.id());
            reserved.undo();
        };
    }

    private Undo confirm(Reservation held) {
        Long until = holds.remove(held.id());
        Undo replaced = replace(held, held.in(Reservation.State.WAITING));
        return () -> {
            replaced.undo();
            if (until != null) {
                holds.put(held.id(), until);
            }
        };
    }

    /** All leave their old places before any takes its new one: they may swap. */
    private Undo move(List<Reservation> after) {
        List<Reservation> before = new ArrayList<>(after.size());
        for (Reservation reservation : after) {
            before.add(reservation(reservation.id()));
        }
        relocate(before, after);
        return () -> relocate(after, before);
    }

    private void relocate(List<Reservation> before, List<Reservation> after) {
        for (Reservation reservation : before) {
            strike(reservation);
            release(reservation);
        }
        for (Reservation reservation : after) {
            enter(reservation);
            book(reservation);
        }
        admissionPolicy.moved(before, after);
    }

    private Undo change(Reservation before, Reservation after) {
        remove(before);
        add(after);
        return () -> {
            remove(after);
            add(before);
        };
    }

    private Undo close(ReservationId id) {
        if (queue.contains(id)) {
            return queue.remove(id);
        }
        Degraded lost = degraded.remove(id);
        return lost == null ? close(reservation(id)) : () -> degraded.put(id, lost);
    }

    private Undo start(Reservation reservation, ServerSet servers) {
        return replace(reservation, reservation.started(servers));
    }

    private Undo close(Reservation reservation) {
        Long until = holds.remove(reservation.id());
        remove(reservation);
        return () -> {
            add(reservation);
            if (until != null) {
                holds.put(reservation.id(), until);
            }
        };
    }

    /** Takes in a reservation whose place is taken already; the admission policy is told later. */
    void enter(Reservation reservation) {
        open.put(reservation.id(), reservation);
        roster(reservation.placement().pool()).add(reservation);
        if (earlyStarts) {
            candidates.add(reservation, now);
        }
        Fix fix = fix(reservation);
        if (fix != null) {
            fixes.add(fix);
        }
    }

    private void leave(Reservation reservation) {
        open.remove(reservation.id());
        strike(reservation);
    }

    private void strike(Reservation reservation) {
        roster(reservation.placement().pool()).remove(reservation);
        if (earlyStarts && !candidates.isEmpty()) {
            candidates.remove(reservation);
        }
        // Its job has probably left the CPU cache by now: without anything to fix it is not read.
        Fix fix = fixes.isEmpty() ? null : fix(reservation);
        if (fix != null) {
            fixes.remove(fix);
        }
    }

    /** When the placement of a reservation becomes fixed by itself; null if never, or if its terms let it no longer move. */
    private static @Nullable Fix fix(Reservation reservation) {
        if (!reservation.isWaiting() && !reservation.isBound()) {
            return null;
        }
        Integer percent = reservation.job().terms().fixAfter();
        if (percent == null || reservation.isFixed()) {
            return null;
        }
        long made = reservation.agreement().made();
        long wait = reservation.window().start() - made;
        return new Fix(made + wait / 100 * percent + wait % 100 * percent / 100, reservation.id());
    }

    private void add(Reservation reservation) {
        enter(reservation);
        book(reservation);
        admissionPolicy.added(reservation);
    }

    private void book(Reservation reservation) {
        Placement ahead = ahead(reservation.placement());
        if (ahead != null) {
            calendar.book(ahead);
        }
    }

    private void remove(Reservation reservation) {
        leave(reservation);
        release(reservation);
        admissionPolicy.removed(reservation);
    }

    private void release(Reservation reservation) {
        Placement ahead = ahead(reservation.placement());
        if (ahead != null) {
            calendar.release(ahead);
        }
    }

    /** Part of a placement that is still to come; null if it is over. */
    private @Nullable Placement ahead(Placement placement) {
        Window window = placement.window();
        if (window.start() >= now) {
            return placement;
        }
        return window.end() > now ? placement.withWindow(window.from(now)) : null;
    }

    /** Another version of the same booking: state and servers differ, the calendar does not care. */
    private Undo replace(Reservation before, Reservation after) {
        exchange(before, after);
        return () -> exchange(after, before);
    }

    private void exchange(Reservation before, Reservation after) {
        strike(before);
        enter(after);
        admissionPolicy.replaced(before, after);
    }

    private Undo plan(Roster roster, Outage outage) {
        List<Placement> taken = ahead(roster, outage);
        roster.add(outage);
        takeOut(taken);
        return () -> {
            roster.remove(outage);
            giveBack(taken);
        };
    }

    private Undo end(Roster roster, Outage outage) {
        roster.remove(outage);
        List<Placement> taken = ahead(roster, outage);
        giveBack(taken);
        return () -> {
            roster.add(outage);
            takeOut(taken);
        };
    }

    private void takeOut(List<Placement> taken) {
        for (Placement placement : taken) {
            calendar.book(placement);
            admissionPolicy.capacityChanged(placement.pool(), placement.window(), false);
        }
    }

    private void giveBack(List<Placement> taken) {
        for (Placement placement : taken) {
            calendar.release(placement);
            admissionPolicy.capacityChanged(placement.pool(), placement.window(), true);
        }
    }

    /** Placements that an outage still takes in the calendar, less those that other outages of its pool take. */
    private List<Placement> ahead(Roster roster, Outage outage) {
        List<Placement> taken = new ArrayList<>(1);
        for (Window part : outage.beside(roster.outages())) {
            Placement ahead = ahead(new Placement(roster.pool().id(), 1, part, ServerSet.of(outage.server())));
            if (ahead != null) {
                taken.add(ahead);
            }
        }
        return taken;
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

    private Undo degrade(Reservation lost, Refusal reason) {
        Undo closed = close(reservation(lost.id()));
        degraded.put(lost.id(), new Degraded(lost, reason, now));
        return () -> {
            degraded.remove(lost.id());
            closed.undo();
        };
    }

    private Undo recover(Reservation placed) {
        Undo forgotten = close(placed.id());
        add(placed);
        return () -> {
            remove(placed);
            forgotten.undo();
        };
    }
}
