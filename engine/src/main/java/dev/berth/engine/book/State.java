package dev.berth.engine.book;

import dev.berth.engine.admission.AdmissionContext;
import dev.berth.engine.admission.AdmissionPolicy;
import dev.berth.engine.admission.Admissions;
import dev.berth.engine.admission.Placing;
import dev.berth.engine.agreement.Tariff;
import dev.berth.engine.calendar.Calendar;
import dev.berth.engine.calendar.Calendars;
import dev.berth.engine.calendar.Effort;
import dev.berth.engine.calendar.Query;
import dev.berth.engine.calendar.Undo;
import dev.berth.engine.early.AskingOrder;
import dev.berth.engine.early.Candidates;
import dev.berth.engine.handout.Roster;
import dev.berth.engine.intake.Queued;
import dev.berth.engine.intake.RequestQueue;
import dev.berth.engine.model.Amounts;
import dev.berth.engine.model.Degraded;
import dev.berth.engine.model.HeldLicences;
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
import dev.berth.engine.waitlist.Freed;
import dev.berth.engine.waitlist.Waitlist;
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
    /** Name of the calendar, and of the admission policy. */
    String policy;

    String admission;
    /** Whether what may start earlier than promised does so. */
    final boolean earlyStarts;

    Calendar calendar;
    TariffPrices prices;
    Placing placing;
    /** Told of every change. */
    AdmissionPolicy admissionPolicy;

    /** Roster of each pool, in the order in which the pools were added. */
    final Map<PoolId, Roster> rosters = new LinkedHashMap<>();

    /** Tariff of each pool; a pool that is missing here is free of charge. */
    final Map<PoolId, Tariff> tariffs = new HashMap<>();

    final OpenReservations open = new OpenReservations();

    /** Open reservations that may start earlier than promised. */
    final Candidates candidates = new Candidates();
    /** Order of all that are open, in a book with early starts. */
    private final AskingOrder asking = new AskingOrder();

    /** Until when what is held is kept. */
    final NavigableMap<ReservationId, Long> holds = new TreeMap<>();
    /** When which reservation's placement becomes fixed by itself, the soonest first. */
    final NavigableSet<Fix> fixes = new TreeSet<>();
    /** Not in the calendar, so that they have no say in what is promised. */
    final Opportunists opportunists = new Opportunists();

    /** Degraded reservations, which lost their servers and found no others; in neither calendar nor rosters. */
    final NavigableMap<ReservationId, Degraded> degraded = new TreeMap<>();

    final RequestQueue queue = new RequestQueue();

    /** Jobs that wait for what comes free; in neither calendar nor rosters. */
    final Waitlist waitlist = new Waitlist();

    /** Effort of the decision under way; unlimited outside decisions. */
    Effort effort = Effort.unlimited();

    Amounts licences = Amounts.NONE;
    HeldLicences heldLicences = HeldLicences.NONE;

    long now;
    long nextNumber = 1;

    State(String policy, String admission, boolean earlyStarts) {
        this.earlyStarts = earlyStarts;
        decideBy(policy, admission);
    }

    /** Takes an empty calendar and an admission policy that knows of nothing. */
    private void decideBy(String named, String admitting) {
        policy = named;
        admission = admitting;
        calendar = Calendars.ofSite(named);
        prices = new TariffPrices(tariffs, calendar, rosters, this::effort, this::now);
        placing = new Placing(
                named, calendar, rosters, earlyStarts, prices, this::effort, this::licences, this::lineEnds);
        admissionPolicy = Admissions.create(admitting, new AdmissionContext(calendar, placing, rosters));
    }

    private long now() {
        return now;
    }

    Effort effort() {
        return effort;
    }

    Amounts licences() {
        return licences;
    }

    /** Latest start of the last in line, as a {@link Query} has it. */
    long lineEnds() {
        return asking.isLine() ? asking.end() : Query.NO_LINE;
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
        if (waitlist.isEmpty() || event instanceof Event.TimeAdvanced || event instanceof Event.Waitlist) {
            return carryOut(event);
        }
        Freed before = waitlist.freed();
        FreedTime.note(event, this);
        Undo done = carryOut(event);
        return () -> {
            done.undo();
            waitlist.freed(before);
        };
    }

    private Undo carryOut(Event event) {
        return switch (event) {
            // First what happens to every reservation: the cases are tried in this order.
            case Event.TimeAdvanced e -> advance(e.to());
            case Event.Reserved e -> reserve(e.reservation());
            case Event.Started e -> start(reservation(e.reservation()), e.servers());
            case Event.Closed e -> close(e.reservation());
            case Event.StartsEarly e -> move(List.of(e.reservation()));
            case Event.PoolAdded e -> addPool(e.pool());
            case Event.LicencesSet e -> setLicences(e.licences(), e.held());
            case Event.PolicySet e -> setPolicy(e.policy(), e.admission());
            case Event.ServersAdded e -> addServers(roster(e.pool()), e.count());
            case Event.TariffSet e -> setTariff(e.pool(), e.tariff());
            case Event.RoundsSet e -> queue.set(e.rounds());
            case Event.Queued e -> enqueue(e.request());
            case Event.Deferred e -> queue.defer(e.requests());
            case Event.TurnedAway e -> queue.turnAway(e.request(), e.reason(), now);
            case Event.Held e -> hold(e.reservation(), e.until());
            case Event.Confirmed e -> confirm(reservation(e.reservation()));
            case Event.Moved e -> move(e.reservations());
            case Event.Repacked e -> move(e.reservations());
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
            case Event.Waitlist e -> waitlist.apply(e.turn());
        };
    }

    /** Changes the policies; another calendar takes in the places that are booked, as they are. */
    private Undo setPolicy(String named, String admitting) {
        String policyBefore = policy;
        String admissionBefore = admission;
        Calendar calendarBefore = calendar;
        TariffPrices pricesBefore = prices;
        Placing placingBefore = placing;
        AdmissionPolicy admissionPolicyBefore = admissionPolicy;
        decideBy(named, admitting);
        calendar.countOn(effort);
        rebook();
        return () -> {
            policy = policyBefore;
            admission = admissionBefore;
            calendar = calendarBefore;
            prices = pricesBefore;
            placing = placingBefore;
            admissionPolicy = admissionPolicyBefore;
            calendar.countOn(effort);
        };
    }

    /** Books in an empty calendar what is taken from now on: first all servers, then reservations, then outages. */
    private void rebook() {
        calendar.setLicences(licences, heldLicences, now);
        for (Roster roster : rosters.values()) {
            calendar.addServers(roster.pool(), 0, roster.pool().servers(), now);
        }
        for (Reservation reservation : open.values()) {
            book(reservation);
        }
        for (Roster roster : rosters.values()) {
            Outage.union(roster.outages().stream().filter(Outage::isWhole).toList())
                    .forEach(outage -> rebook(roster, outage));
            roster.outages().stream().filter(outage -> !outage.isWhole()).forEach(outage -> rebook(roster, outage));
        }
        open.values().forEach(this::tellAdded);
    }

    private void rebook(Roster roster, Outage outage) {
        Placement ahead = ahead(placement(roster, outage, outage.window()));
        if (ahead != null) {
            calendar.book(ahead);
        }
    }

    private Undo setLicences(Amounts all, HeldLicences held) {
        Amounts before = licences;
        HeldLicences heldBefore = heldLicences;
        setLicencesTo(all, held);
        return () -> setLicencesTo(before, heldBefore);
    }

    void setLicencesTo(Amounts all, HeldLicences held) {
        licences = all;
        heldLicences = held;
        calendar.setLicences(all, held, now);
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
        tellOfServers(pool, from, true);
        return () -> {
            calendar.removeServers(pool, 0, pool.servers(), from);
            tellOfServers(pool, from, false);
            rosters.remove(pool.id());
        };
    }

    private Undo addServers(Roster roster, int count) {
        Pool before = roster.pool();
        long from = now;
        calendar.addServers(before, before.servers(), count, from);
        roster.resize(before.servers() + count);
        tellOfServers(before, from, true);
        return () -> {
            roster.resize(before.servers());
            calendar.removeServers(before, before.servers(), count, from);
            tellOfServers(before, from, false);
        };
    }

    private void tellOfServers(Pool pool, long from, boolean came) {
        if (!pool.hasParts()) {
            admissionPolicy.capacityChanged(pool.id(), new Window(from, Window.FOREVER), came);
        }
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
        tellOfMoves(before, after);
    }

    /** Whether the admission policy has a say in where it goes: it counts servers, and knows neither parts nor licences. */
    private boolean isCounted(Reservation reservation) {
        return calendar.hasHosts()
                ? roster(reservation.placement().pool()).counts(reservation)
                : reservation.placement().taken().isPlain();
    }

    private void tellOfMoves(List<Reservation> before, List<Reservation> after) {
        boolean all = true;
        for (int i = 0; i < before.size(); i++) {
            all &= isCounted(before.get(i)) && isCounted(after.get(i));
        }
        if (all) {
            admissionPolicy.moved(before, after);
            return;
        }
        for (Reservation reservation : before) {
            if (isCounted(reservation)) {
                admissionPolicy.removed(reservation);
            }
        }
        for (Reservation reservation : after) {
            if (isCounted(reservation)) {
                admissionPolicy.added(reservation);
            }
        }
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
            asking.put(reservation);
        }
        Fix fix = fix(reservation);
        if (fix != null) {
            fixes.add(fix);
        }
    }

    private void leave(Reservation reservation) {
        open.remove(reservation.id());
        asking.remove(reservation.id());
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
        tellAdded(reservation);
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
        if (isCounted(reservation)) {
            admissionPolicy.removed(reservation);
        }
    }

    /** Tells the admission policy of a reservation whose place is taken. */
    void tellAdded(Reservation reservation) {
        if (isCounted(reservation)) {
            admissionPolicy.added(reservation);
        }
    }

    /** Books what the calendar's own bytes do not say: parts of hosts, and licences. */
    void recall() {
        for (Reservation reservation : open.values()) {
            Placement ahead = ahead(reservation.placement());
            if (ahead != null && !isCounted(reservation)) {
                calendar.recall(ahead);
            }
        }
        for (Roster roster : rosters.values()) {
            if (roster.pool().hasParts()) {
                Outage.union(roster.outages().stream().filter(Outage::isWhole).toList())
                        .forEach(outage -> recall(roster, outage));
                roster.outages().stream().filter(outage -> !outage.isWhole()).forEach(outage -> recall(roster, outage));
            }
        }
    }

    private void recall(Roster roster, Outage outage) {
        Placement ahead = ahead(placement(roster, outage, outage.window()));
        if (ahead != null) {
            calendar.recall(ahead);
        }
    }

    private static Placement placement(Roster roster, Outage outage, Window window) {
        return new Placement(roster.pool().id(), 1, window, ServerSet.of(outage.server()), outage.taken());
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
        if (isCounted(after)) {
            admissionPolicy.replaced(before, after);
        }
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
            if (isHost(placement)) {
                continue;
            }
            admissionPolicy.capacityChanged(placement.pool(), placement.window(), false);
        }
    }

    private void giveBack(List<Placement> taken) {
        for (Placement placement : taken) {
            calendar.release(placement);
            if (isHost(placement)) {
                continue;
            }
            admissionPolicy.capacityChanged(placement.pool(), placement.window(), true);
        }
    }

    private boolean isHost(Placement placement) {
        return roster(placement.pool()).pool().hasParts();
    }

    /** Placements that an outage still takes in the calendar, less those that other outages of its pool take. */
    private List<Placement> ahead(Roster roster, Outage outage) {
        List<Placement> taken = new ArrayList<>(1);
        List<Window> windows = outage.isWhole() ? outage.beside(roster.outages()) : List.of(outage.window());
        for (Window part : windows) {
            Placement ahead = ahead(placement(roster, outage, part));
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
