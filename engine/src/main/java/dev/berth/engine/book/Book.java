package dev.berth.engine.book;

import dev.berth.engine.admission.Admissions;
import dev.berth.engine.admission.reschedule.Alternative;
import dev.berth.engine.agreement.Offer;
import dev.berth.engine.agreement.Tariff;
import dev.berth.engine.agreement.Wish;
import dev.berth.engine.book.snapshot.CapturedSnapshot;
import dev.berth.engine.calendar.Calendar;
import dev.berth.engine.calendar.Effort;
import dev.berth.engine.calendar.Undo;
import dev.berth.engine.calendar.UndoLog;
import dev.berth.engine.handout.Roster;
import dev.berth.engine.handout.Tentative;
import dev.berth.engine.intake.Declined;
import dev.berth.engine.intake.Queued;
import dev.berth.engine.intake.Rounds;
import dev.berth.engine.model.Amounts;
import dev.berth.engine.model.Degraded;
import dev.berth.engine.model.HeldLicences;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.Opportunist;
import dev.berth.engine.model.Outage;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.Refusal;
import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.ReservationId;
import dev.berth.engine.model.ServerSet;
import dev.berth.engine.model.WaiterId;
import dev.berth.engine.model.Window;
import dev.berth.engine.opportunistic.Stint;
import dev.berth.engine.waitlist.Waiter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;

/**
 * The single writer of a site: commands in, decisions and events out. Deterministic, and without a clock, randomness or
 * I/O of its own: the same commands in the same order make the same book, bit for bit. Not for several threads at once.
 *
 * <p>Time is in whole units; what a unit is, a millisecond or a second, is up to the caller.
 *
 * <pre>{@code
 * Book book = new Book("level");
 * book.submit(new Command.AddPool(new Pool("slow", 2, "0.5")));
 * Decision decision = book.submit(new Command.Reserve(Job.of("report", 0, 100, 400)));
 * }</pre>
 */
public final class Book {
    /** Cost of applying an event and undoing it, in steps. */
    private static final int EVENT = 10;

    private final State state;
    private final Decider decider;

    /** An empty book at time 0 that places jobs by the named policy. */
    public Book(String policy) {
        this(policy, Admissions.DEFAULT);
    }

    /** The same, with the named {@link Admissions admission policy}. */
    public Book(String policy, String admission) {
        this(policy, admission, true);
    }

    /**
     * The same.
     *
     * @param earlyStarts whether reservations whose terms allow it start as soon as servers are free; otherwise all start when
     *     they were promised to
     */
    public Book(String policy, String admission, boolean earlyStarts) {
        this(new State(policy, admission, earlyStarts));
    }

    Book(State state) {
        this.state = state;
        this.decider = new Decider(state);
    }

    /** Decides a command. Changes nothing. */
    public Decision decide(Command command) {
        return decider.decide(command);
    }

    /**
     * The same within a limit of work, whatever is asked. What cannot be decided within it is refused as
     * {@link dev.berth.engine.model.Refusal.TooCostly too costly}; what need not be done, such as moving others to make
     * room, is left undone. Several questions may share an effort.
     */
    public Decision decide(Command command, Effort effort) {
        return within(effort, () -> decider.decide(command));
    }

    private <T> T within(Effort effort, Supplier<T> work) {
        Effort before = state.effort;
        state.workOn(effort);
        try {
            return work.get();
        } finally {
            state.workOn(before);
        }
    }

    /**
     * Carries out what was decided, here or, in a replay, long ago. The result takes it back exactly, once all later
     * events are taken back: for a writer that learns only afterwards that an event could not be made durable.
     */
    public Undo apply(Event event) {
        return state.apply(event);
    }

    /** Decides and, if accepted, applies. */
    public Decision submit(Command command) {
        return decider.carryOut(command);
    }

    /**
     * Decides these commands one after the other, each as if those before it had been applied. Takes as much work as
     * deciding and applying them; changes nothing.
     */
    public List<Decision> whatIf(List<Command> commands) {
        return whatIf(commands, Effort.unlimited());
    }

    /** The same within a limit of work for all of them; what is left when it is spent is refused as too costly. */
    public List<Decision> whatIf(List<Command> commands, Effort effort) {
        return within(effort, () -> tried(commands, effort));
    }

    private List<Decision> tried(List<Command> commands, Effort effort) {
        List<Decision> decisions = new ArrayList<>();
        UndoLog all = new UndoLog();
        try {
            for (Command command : commands) {
                Decision decision =
                        effort.isSpent() ? new Decision.Refused(new Refusal.TooCostly(effort.most())) : decide(command);
                decisions.add(decision);
                if (decision instanceof Decision.Accepted accepted) {
                    for (Event event : accepted.events()) {
                        effort.spend(EVENT);
                        all.add(state.apply(event));
                    }
                }
            }
        } finally {
            all.undo();
        }
        return decisions;
    }

    /**
     * Offers that the book would accept in place of this job, or beside it, the best first; each has all that is needed
     * to {@link Command.Hold} or {@link Command.Reserve} it. Changes nothing.
     */
    public List<Offer> offers(Job job, Wish wish) {
        return offers(job, wish, Effort.unlimited());
    }

    /** The same within a limit of work: what was found when it is spent. */
    public List<Offer> offers(Job job, Wish wish, Effort effort) {
        return within(effort, () -> new Offering(state, decider).offers(job, wish));
    }

    /**
     * How many servers of a pool are free within a window, step by step: first what holds at its start, then each change.
     * What is free so can be booked whenever the calendar binds late; one that names servers may have no single server
     * that is free for long.
     */
    public void freeServers(PoolId pool, Window window, Calendar.Steps steps) {
        state.calendar.freeServers(state.roster(pool).pool().id(), window.start(), window.end(), steps);
    }

    /**
     * Effects of taking servers out of service on the reservations that are to have them: first the reservations in the
     * way, by start, then those that take other servers. Empty if the servers cannot be drained for another reason.
     * Changes nothing.
     */
    public List<Consequence> consequences(Command.Evacuate command, Effort effort) {
        return within(effort, () -> decider.consequences(command));
    }

    /** Tariff of a pool; empty if its servers are free of charge. */
    public Optional<Tariff> tariff(PoolId pool) {
        return Optional.ofNullable(state.tariffs.get(pool));
    }

    /**
     * Times before or after those asked for at which the job would be accepted, nearest first: netto's list of options,
     * each verified. Changes nothing.
     */
    public List<Alternative> alternatives(Job job, int most) {
        return decider.alternatives(job, most);
    }

    /** The same within a limit of work: those that were found when it is spent. */
    public List<Alternative> alternatives(Job job, int most, Effort effort) {
        return within(effort, () -> decider.alternatives(job, most));
    }

    /** The name of its calendar. */
    public String policy() {
        return state.policy;
    }

    /** The name of its admission policy. */
    public String admission() {
        return state.admission;
    }

    /** Whether reservations whose terms allow it start as soon as servers are free. */
    public boolean earlyStarts() {
        return state.earlyStarts;
    }

    /** The licences of the site. */
    public Amounts licences() {
        return state.licences;
    }

    /** Licences that are held outside the book. */
    public HeldLicences heldLicences() {
        return state.heldLicences;
    }

    /** How many licences of a name are free throughout a window. */
    public long freeLicences(String name, Window window) {
        return state.calendar.freeLicences(name, window);
    }

    public long now() {
        return state.now;
    }

    /** A pool by its name, with the servers it has by now; empty if there is none. */
    public Optional<Pool> pool(PoolId id) {
        return Optional.ofNullable(state.rosters.get(id)).map(Roster::pool);
    }

    /** The pools in the order they were added, with the servers they have by now. */
    public List<Pool> pools() {
        return state.rosters.values().stream().map(Roster::pool).toList();
    }

    /** Present and planned outages of a pool, by start; those of one server may overlap if it is blocked. */
    public List<Outage> outages(PoolId pool) {
        return List.copyOf(state.roster(pool).outages());
    }

    /** The servers of a pool that are handed out only where there are no others. */
    public ServerSet shunned(PoolId pool) {
        return state.roster(pool).shunned();
    }

    /** The pool that another one has become a host of; empty if that is booked as it is. */
    public Optional<PoolId> joinedTo(PoolId pool) {
        return Optional.ofNullable(state.roster(pool).joinedTo());
    }

    /** Whether reservations of a pool wait on settled servers. */
    public boolean hasBound(PoolId pool) {
        return !state.roster(pool).bound().isEmpty();
    }

    public Optional<Reservation> reservation(ReservationId id) {
        return Optional.ofNullable(state.open.get(id));
    }

    /** Degraded reservations, which lost their servers and found no others, by number; none of them is open. */
    public Collection<Degraded> degraded() {
        return Collections.unmodifiableCollection(state.degraded.values());
    }

    public Optional<Degraded> degraded(ReservationId id) {
        return Optional.ofNullable(state.degraded.get(id));
    }

    /** Until when a reservation is held; empty if it is none that is only held. */
    public Optional<Long> heldUntil(ReservationId id) {
        return Optional.ofNullable(state.holds.get(id));
    }

    /** All that is held, waits or runs, in no particular order. */
    public Collection<Reservation> reservations() {
        return Collections.unmodifiableCollection(state.open.values());
    }

    /**
     * The servers of every open reservation of a pool: settled for those that run or are bound, tentative for those that wait. No
     * server is named twice for one moment. {@link Command.NameServers} makes the book remember them.
     */
    public Map<ReservationId, ServerSet> handout(PoolId pool) {
        return handout(state.roster(pool));
    }

    /**
     * The {@link #handout} as of now, found out when it is asked for, by any thread, whatever happens to the book
     * meanwhile: in a large pool that takes long.
     */
    public Supplier<Map<ReservationId, ServerSet>> handoutAsOfNow(PoolId pool) {
        Roster copy = state.roster(pool).copy();
        return () -> handout(copy);
    }

    private static Map<ReservationId, ServerSet> handout(Roster roster) {
        Map<ReservationId, ServerSet> servers = new TreeMap<>();
        roster.running().forEach(r -> servers.put(r.id(), r.placement().servers()));
        roster.bound().forEach(r -> servers.put(r.id(), r.placement().servers()));
        if (roster.pool().hasParts()) {
            roster.waiting().forEach(r -> servers.put(r.id(), r.placement().servers()));
        } else {
            servers.putAll(Tentative.servers(roster));
        }
        return servers;
    }

    /** The opportunistic jobs that wait for idle servers, in the order they were queued. */
    public Collection<Opportunist> queuedOpportunists() {
        return state.opportunists.queued();
    }

    /** The opportunistic jobs that run, and where; by number. */
    public Collection<Stint> runningOpportunists() {
        return state.opportunists.running();
    }

    /** The entries of the waiting list, in the order in which they are served. */
    public Collection<Waiter> waiters() {
        return state.waitlist.waiting();
    }

    public Optional<Waiter> waiter(WaiterId id) {
        return Optional.ofNullable(state.waitlist.get(id));
    }

    /** How many entries of the waiting list come before this one. */
    public int waitersBefore(WaiterId id) {
        return state.waitlist.before(id);
    }

    /** Whether something has come free that was not offered to all that wait: {@link Command.Serve} does that. */
    public boolean hasFreed() {
        return !state.waitlist.freed().isNothing();
    }

    /** How queued requests are decided; empty if none are taken. */
    public Optional<Rounds> rounds() {
        return Optional.ofNullable(state.queue.rounds());
    }

    /** The requests that wait for the end of their round, in the order they came. */
    public Collection<Queued> queued() {
        return state.queue.waiting();
    }

    public Optional<Queued> queued(ReservationId id) {
        return Optional.ofNullable(state.queue.get(id));
    }

    /** The requests that were queued and refused, by number; the latest ones are remembered. */
    public Collection<Declined> declined() {
        return state.queue.declined();
    }

    /** Refusal of a request that had been queued; empty if there was none or it is no longer remembered. */
    public Optional<Declined> declined(ReservationId id) {
        return Optional.ofNullable(state.queue.declined(id));
    }

    /** How many idle periods, or steps of a skyline, the calendar holds. */
    public long calendarSize() {
        return state.calendar.size();
    }

    /** The whole book as bytes; equal books give equal bytes. */
    public byte[] snapshot() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try {
            capture().writeTo(bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    /**
     * The {@link #snapshot} as of now, its bytes made when they are asked for, by any thread, whatever happens to the book
     * meanwhile. Takes a fraction of the time, for those who cannot stand still for long.
     */
    public CapturedSnapshot capture() {
        return Snapshot.capture(state);
    }

    /** The book that {@link #snapshot} was taken of. */
    public static Book restore(byte[] snapshot) {
        return new Book(Snapshot.read(snapshot));
    }

    /**
     * The same from a stream that others check for damage; it is read up to the end of the snapshot and no further, so
     * give one that is buffered.
     */
    public static Book restore(InputStream snapshot) {
        return new Book(Snapshot.read(snapshot));
    }
}
