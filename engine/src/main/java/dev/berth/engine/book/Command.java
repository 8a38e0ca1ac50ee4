package dev.berth.engine.book;

import dev.berth.engine.agreement.Adjustment;
import dev.berth.engine.agreement.Tariff;
import dev.berth.engine.intake.Priority;
import dev.berth.engine.intake.Rounds;
import dev.berth.engine.model.Amounts;
import dev.berth.engine.model.Devices;
import dev.berth.engine.model.HeldLicences;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.JobId;
import dev.berth.engine.model.OpportunistId;
import dev.berth.engine.model.Outage;
import dev.berth.engine.model.OverrunPolicy;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.Requirements;
import dev.berth.engine.model.ReservationId;
import dev.berth.engine.model.ServerSet;
import dev.berth.engine.model.WaiterId;
import dev.berth.engine.model.Window;
import dev.berth.engine.model.Work;
import java.util.List;
import java.util.Optional;

/** Request that a book decides. */
public sealed interface Command {
    record AddPool(Pool pool) implements Command {}

    /** More servers for a pool, numbered on from its last, available from a time on. */
    record AddServers(PoolId pool, int count, long from) implements Command {}

    /**
     * Makes one pool of hosts out of pools whose servers are the cards of a host each, in this order: the n-th pool becomes host
     * n. Every reservation keeps its time, its host and its cards, and takes of the other parts what its cards are worth. All or
     * nothing. The old pools stay known, and have no servers to give any more.
     *
     * @param into the new pool, with as many servers as there are old pools
     * @param cards the part of its servers that their servers become
     */
    record JoinPools(Pool into, String cards, List<PoolId> from) implements Command {
        public JoinPools {
            from = List.copyOf(from);
        }
    }

    /**
     * The site has these licences from now on, and no others; refused if more are promised at some moment.
     *
     * @param held those of them that are held outside the book from now on, and no others; it is no reason to refuse that they were
     *     promised: what is promised stays, and nobody else gets them
     */
    record SetLicences(Amounts licences, HeldLicences held) implements Command {
        public SetLicences(Amounts licences) {
            this(licences, HeldLicences.NONE);
        }
    }

    /**
     * From now on jobs are placed by this calendar and admitted by this admission policy. What is booked keeps its place; refused if
     * one of the two calendars names servers when it books and the other does not.
     */
    record SetPolicy(String policy, String admission) implements Command {}

    record Reserve(Job job) implements Command {}

    /** Like {@link Reserve}, but kept only until a time, or its start if that is earlier, unless confirmed by then. */
    record Hold(Job job, long until) implements Command {}

    /**
     * Cancels the old reservations and reserves the jobs, all or nothing: how the parts of a workflow are booked
     * together, and how the rest of it is replanned. Each job is decided on what those before it have left.
     */
    record Replace(List<ReservationId> old, List<Job> jobs) implements Command {
        public Replace {
            old = List.copyOf(old);
            jobs = List.copyOf(jobs);
        }
    }

    /** Makes a reservation of what is held; always granted in time. */
    record Confirm(ReservationId reservation) implements Command {}

    /**
     * New terms for a reservation that waits: all or nothing. Its placement stays if it meets them. One that lost its
     * servers recovers if it can be placed under the new terms.
     */
    record Change(ReservationId reservation, Job job) implements Command {}

    /**
     * Renegotiates one term of a reservation. Decide without applying is the way to ask what it would cost. One that lost
     * its servers recovers if it can be placed so.
     */
    record Adjust(ReservationId reservation, Adjustment adjustment) implements Command {}

    /**
     * Hands a reservation over to another user, whether it waits or runs. Its time, its servers and its price stay.
     *
     * @param project that pays for it from now on; empty for none
     */
    record Give(ReservationId reservation, String user, Optional<String> project) implements Command {}

    /**
     * Holds a job that finds no room, like {@link Hold}, in the place of a reservation that waits and moves within its own
     * agreement to make that room. All or nothing; nobody else moves.
     */
    record GiveWay(ReservationId reservation, Job job, long until) implements Command {}

    /** Sets the tariff of a pool, for agreements from now on. */
    record SetTariff(PoolId pool, Tariff tariff) implements Command {}

    /** Requests may be queued from now on, and how they are decided; what is queued already follows the new rules. */
    record SetRounds(Rounds rounds) implements Command {}

    /**
     * Asks for a reservation that is decided when the round ends, with all that wait by then, in the order of the intake:
     * by the first {@link Advance} to that time or beyond.
     */
    record Enqueue(Job job, Priority priority) implements Command {}

    /** Gives a reservation back, or withdraws a request that is queued. */
    record Cancel(ReservationId reservation) implements Command {}

    /** A running reservation is done before its window ends. What waits and may start now takes its place. */
    record Finish(ReservationId reservation) implements Command {}

    /** Nobody uses a running reservation: its servers are given back at once, like those of one that is done. */
    record NoShow(ReservationId reservation) implements Command {}

    /**
     * Starts a bound reservation on its own servers before its time: now, or after the notice that its terms ask for. Refused if its terms do
     * not allow that, or if anybody else may need one of these servers until then.
     */
    record StartBound(ReservationId reservation) implements Command {}

    /**
     * Nobody uses a running reservation any more, and the provider takes it back. Its price is settled as if its owner had cancelled
     * it now: what is used up is due, and the fee for the rest.
     */
    record Reclaim(ReservationId reservation) implements Command {}

    /**
     * Takes named servers out of service for a window, {@link Window#FOREVER} included.
     *
     * @param reportOnly change nothing; only say which reservations are in the way
     */
    record Drain(PoolId pool, ServerSet servers, Window window, boolean reportOnly) implements Command {}

    /**
     * Takes named servers out of service like {@link Drain}, but first replans the reservations that need them, within
     * their terms. All or nothing: refused if one of the reservations runs, is only held or finds no other place.
     * {@link Book#consequences} says beforehand who would go where.
     */
    record Evacuate(PoolId pool, ServerSet servers, Window window) implements Command {}

    /**
     * Marks servers as failed: they are out of service from now on, even if they are promised. Their reservations are replanned
     * within their terms, and what ran there starts again from its beginning; a reservation without another place is
     * {@link Book#degraded degraded}. For servers that have failed already it is a new estimate.
     *
     * @param repair when the servers are expected back: what is planned for later may count on them. They are not put back
     *     by the clock: while nobody restores them, the outage is extended each time its end comes. {@link Window#FOREVER} if unknown
     */
    record Fail(PoolId pool, ServerSet servers, long repair) implements Command {
        public Fail(PoolId pool, ServerSet servers) {
            this(pool, servers, Window.FOREVER);
        }
    }

    /**
     * Blocks servers for a window, even if they are promised: their reservations are replanned as after a {@link Fail}. A cause
     * blocks a server at most once: the same cause again replaces the window. Other outages stay, and the server is out of
     * service as long as one of them lasts.
     */
    record Block(PoolId pool, ServerSet servers, Window window, String cause) implements Command {
        public Block {
            Outage.block(0, window, cause);
        }
    }

    /**
     * Like {@link Block}, but nobody loses what was promised: refused if a reservation needs one of the servers and cannot take
     * another at the same time. For servers that are in doubt.
     */
    record Avoid(PoolId pool, ServerSet servers, Window window, String cause) implements Command {
        public Avoid {
            Outage.block(0, window, cause);
        }
    }

    /** Ends what a {@link Block} or {@link Avoid} began on these servers, and no other outage. */
    record Unblock(PoolId pool, ServerSet servers, String cause) implements Command {}

    /** Ends all outages of the servers, present and planned, and whatever blocks them. */
    record Restore(PoolId pool, ServerSet servers) implements Command {}

    /**
     * Remembers the tentative servers of a pool. A book that is told to now and then keeps showing the same servers; one
     * that is not saves the work, and names them at the start.
     */
    record NameServers(PoolId pool) implements Command {}

    /**
     * Settles the servers of all that waits in a pool and starts by a time, so that they can be made ready. What is bound is
     * neither moved nor renamed by anybody but its owner, unless one of its servers fails or is blocked. Nobody's terms or
     * prices change.
     */
    record Bind(PoolId pool, long until) implements Command {}

    /**
     * Settles a reservation that waits on servers of one of these sets, such as the cards of one host, without moving anybody in
     * time. Refused if there is no room for it in any of them.
     *
     * @param devices exactly these devices of the first set, in a pool of hosts with parts; none where any will do
     */
    record Settle(ReservationId reservation, List<ServerSet> among, Devices devices) implements Command {
        public Settle {
            among = List.copyOf(among);
        }

        /** On any devices. */
        public Settle(ReservationId reservation, List<ServerSet> among) {
            this(reservation, among, Devices.NONE);
        }
    }

    /**
     * From now on these servers of a pool are handed out only where there are no others, such as cards that somebody uses without
     * a reservation. Takes the place of what was said before.
     */
    record Shun(PoolId pool, ServerSet servers) implements Command {}

    /** Time goes on; what is due starts and ends. */
    record Advance(long to) implements Command {}

    /**
     * A running reservation turns out to need more work than was reserved.
     *
     * @param more what each of its servers has to do beside; time, if it is a stay
     */
    record Overrun(ReservationId reservation, long more, OverrunPolicy policy) implements Command {
        public Overrun {
            new Work(more);
        }
    }

    /**
     * An opportunistic job (castillo VI): runs on what reservations leave idle, from the next {@link Advance} on, which may
     * be to the same time. Granted unless no pool could ever take it.
     *
     * @param work what each of its servers has to do
     * @param among the servers of the required pool that it may run on; empty for all
     */
    record QueueOpportunist(
            JobId job, String user, int servers, Work work, Requirements requirements, Optional<ServerSet> among)
            implements Command {
        /** A job that may run on any server of a pool. */
        public QueueOpportunist(JobId job, String user, int servers, Work work, Requirements requirements) {
            this(job, user, servers, work, requirements, Optional.empty());
        }
    }

    /** Takes an opportunistic job out, whether it is queued or runs. */
    record CancelOpportunist(OpportunistId opportunist) implements Command {}

    /** An opportunistic job is done before its work was thought to be; one that is queued is taken out. */
    record FinishOpportunist(OpportunistId opportunist) implements Command {}

    /**
     * Reserves the job, or lets it wait for what comes free: for room, or for a pool within its budget. What no waiting can help
     * is refused. It waits until it can no longer be done at the latest.
     *
     * @param until how long it waits
     * @param hold 0 if it is to be booked once there is room; otherwise it is held for this long, like {@link Hold}
     */
    record Await(Job job, long until, long hold) implements Command {}

    /** Takes an entry out of the waiting list. */
    record Leave(WaiterId waiter) implements Command {}

    /**
     * Offers what has come free to those who wait: the first who fits has it, by the same rules as {@link Reserve}, after what may
     * start early now and what lost its servers. Serves one; again serves the next, as long as {@link Book#hasFreed}.
     */
    record Serve() implements Command {}

    /** The first who fits must not have it, such as for a quota: {@link Serve} goes on with those who come after. */
    record PassOver(WaiterId waiter) implements Command {}

    /** Gives back what was served from the waiting list and has not started, free of charge. */
    record Decline(ReservationId reservation) implements Command {}
}
