package dev.berth.site;

import dev.berth.engine.admission.reschedule.Alternative;
import dev.berth.engine.agreement.Offer;
import dev.berth.engine.agreement.Tariff;
import dev.berth.engine.agreement.Wish;
import dev.berth.engine.book.Command;
import dev.berth.engine.book.Consequence;
import dev.berth.engine.book.Decision;
import dev.berth.engine.calendar.Calendar;
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
import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.ReservationId;
import dev.berth.engine.model.ServerSet;
import dev.berth.engine.model.WaiterId;
import dev.berth.engine.model.Window;
import dev.berth.engine.opportunistic.Stint;
import dev.berth.engine.waitlist.Waiter;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Questions that a site answers: those of its book, and its facts. Valid only within the question or transaction it was
 * given to, and so are the collections it returns: they are live, so copy whatever is to be kept.
 */
public interface View {
    long now();

    /** The number of the last entry that this view contains; the same number is the same view. */
    long version();

    String policy();

    String admission();

    /** Pools that are booked; not those that have become hosts of another. */
    List<Pool> pools();

    /** A pool by its name, also one that has become a host of another; empty if there is none. */
    Optional<Pool> pool(PoolId id);

    /** The pool that a known one has become a host of; empty if it is booked as it is. */
    Optional<PoolId> joinedTo(PoolId id);

    /** The licences of the site. */
    Amounts licences();

    /** Licences that are held outside the book. */
    HeldLicences heldLicences();

    /** How many licences of a name are free throughout a window. */
    long freeLicences(String name, Window window);

    /** Outages of a pool; those of one server may overlap if it is blocked for several reasons. */
    List<Outage> outages(PoolId pool);

    /** The servers of a pool that are handed out only where there are no others. */
    ServerSet shunned(PoolId pool);

    /** Whether reservations of a pool wait on settled servers, so that counting what is free is not enough. */
    boolean hasBound(PoolId pool);

    /** Details that users see of each other's reservations. */
    Visibility visibility();

    Optional<Tariff> tariff(PoolId pool);

    /** All that is held, waits or runs, in no particular order. */
    Collection<Reservation> reservations();

    /** Reservations with servers of a pool within a window, by start and then by number. */
    List<Reservation> within(PoolId pool, Window window);

    /** About how many reservations {@link #within} goes through; never fewer than it finds. */
    long busyness(PoolId pool, Window window);

    /** All that is open, with servers or without, above a number and by number. */
    Stream<Reservation> openAfter(long number);

    /** The same of one user. */
    Stream<Reservation> openOf(String user, long number);

    Optional<Reservation> reservation(ReservationId id);

    Optional<Long> heldUntil(ReservationId id);

    Collection<Degraded> degraded();

    Optional<Degraded> degraded(ReservationId id);

    /** Reservations that closed recently, as far as they are still remembered. */
    Collection<Past> past();

    Optional<Past> past(ReservationId id);

    /** The servers of all that is open in a pool, as of now; found out when they are asked for, by any thread and any time. */
    Supplier<Map<ReservationId, ServerSet>> handout(PoolId pool);

    /** How many servers are free within a window, step by step. */
    void freeServers(PoolId pool, Window window, Calendar.Steps steps);

    /** Offers for a job, as far as they are found within the effort of one question. */
    List<Offer> offers(Job job, Wish wish);

    List<Alternative> alternatives(Job job, int most);

    Decision decide(Command command);

    /** Consequences of taking servers out of service for the reservations that are to have them; see {@code Book}. */
    List<Consequence> consequences(Command.Evacuate command);

    /** Decisions that commands would get; those beyond the effort of one question are refused as too costly. */
    List<Decision> whatIf(List<Command> commands);

    /** How queued requests are decided; empty if none are taken. */
    Optional<Rounds> rounds();

    /** The requests that wait for the end of their round, by number. */
    Collection<Queued> queued();

    /** A request that waits for the end of its round. */
    Optional<Queued> queued(ReservationId id);

    /** The requests that were queued and refused, the latest ones. */
    Collection<Declined> declined();

    Optional<Declined> declined(ReservationId id);

    Collection<Opportunist> queuedOpportunists();

    Collection<Stint> runningOpportunists();

    /** The entries of the waiting list, in the order in which they are served. */
    Collection<Waiter> waiters();

    Optional<Waiter> waiter(WaiterId id);

    /** How many entries of the waiting list come before this one. */
    int waitersBefore(WaiterId id);

    /** The keeper of this class that the site was opened with. */
    <K extends FactKeeper<?>> K facts(Class<K> keeper);
}
