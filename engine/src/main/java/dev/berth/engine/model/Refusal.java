package dev.berth.engine.model;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reason for which a command is refused: a stable code, and the numbers that decided. Sentences for people are made elsewhere. */
public sealed interface Refusal {
    /** The typed reason, such as {@code no-capacity}. */
    String code();

    /** A refusal that is about one pool. */
    interface AboutPool {
        PoolId pool();
    }

    /** Even with nothing else booked the job would end too late. */
    record DeadlineImpossible(JobId job, long deadline, long earliestEnd, PoolId fastest)
            implements Refusal, AboutPool {
        @Override
        public String code() {
            return "deadline-impossible";
        }

        @Override
        public PoolId pool() {
            return fastest;
        }
    }

    /**
     * Part of a host, or a licence, that a job finds too little of.
     *
     * @param pool of the host; null for a licence of the site
     * @param host the one that comes nearest
     * @param part name of the part, or of the licence
     * @param free how much of it is free there within the window at the least; thousandths of one device, if a share was wanted
     * @param from when less than wanted is free, at first
     * @param until when enough is free again; {@link Window#FOREVER} if never
     */
    record Shortage(@Nullable PoolId pool, int host, String part, long wanted, long free, long from, long until) {}

    /**
     * The job would fit into an emptier site.
     *
     * @param shortage the part that is short; null if it takes whole servers
     */
    record NoCapacity(
            JobId job,
            int servers,
            long earliest,
            long deadline,
            List<PoolId> tried,
            @Nullable Shortage shortage) implements Refusal {
        /** Too few servers that are booked as a whole. */
        public NoCapacity(JobId job, int servers, long earliest, long deadline, List<PoolId> tried) {
            this(job, servers, earliest, deadline, tried, null);
        }

        @Override
        public String code() {
            return "no-capacity";
        }
    }

    record TooManyServers(JobId job, int servers, PoolId largest, int size) implements Refusal, AboutPool {
        @Override
        public String code() {
            return "too-many-servers";
        }

        @Override
        public PoolId pool() {
            return largest;
        }
    }

    /** No host has so much of a part. */
    record PartTooLarge(JobId job, String part, long wanted, PoolId largest, long has) implements Refusal, AboutPool {
        @Override
        public String code() {
            return "part-too-large";
        }

        @Override
        public PoolId pool() {
            return largest;
        }
    }

    /** The site has fewer licences than the job asks for. */
    record TooManyLicences(JobId job, String licence, long wanted, long has) implements Refusal {
        @Override
        public String code() {
            return "too-many-licences";
        }
    }

    /** More licences are promised than there would be. */
    record LicencesPromised(String licence, long promised, long asked) implements Refusal {
        @Override
        public String code() {
            return "licences-promised";
        }
    }

    /** One of these two policies names servers when it books and the other does not, so places of one cannot be booked by the other. */
    record PolicyIncompatible(String policy, String asked) implements Refusal {
        @Override
        public String code() {
            return "policy-incompatible";
        }
    }

    /** The request was not decided within the work that one request may cause. */
    record TooCostly(long steps) implements Refusal {
        @Override
        public String code() {
            return "too-costly";
        }
    }

    record SingleServerOnly(JobId job, int servers, String policy) implements Refusal {
        @Override
        public String code() {
            return "single-server-only";
        }
    }

    /** There is room, but none that the budget pays for. */
    record OverBudget(JobId job, Money budget, Money cheapest, PoolId pool) implements Refusal, AboutPool {
        @Override
        public String code() {
            return "over-budget";
        }
    }

    record UnknownPool(PoolId pool, Set<PoolId> known) implements Refusal, AboutPool {
        @Override
        public String code() {
            return "unknown-pool";
        }
    }

    record DuplicatePool(PoolId pool) implements Refusal, AboutPool {
        @Override
        public String code() {
            return "duplicate-pool";
        }
    }

    /** The pool has become one host of another, and is booked there. */
    record PoolJoined(PoolId pool, PoolId into) implements Refusal, AboutPool {
        @Override
        public String code() {
            return "pool-joined";
        }
    }

    /** Reason for which pools cannot be joined. */
    enum Obstacle {
        /** It is named twice. */
        TWICE,
        /** Its servers have parts already. */
        HAS_PARTS,
        /** The number of its servers is not that of the cards of a host. */
        OTHER_SIZE,
        /** Its rate is not that of the new pool. */
        OTHER_RATE,
        /** Its prices are not those of the other pools. */
        OTHER_TARIFF,
        /** A reservation has lost its servers and waits for others. */
        LOST_SERVERS,
        /** A request for it waits for the end of its round. */
        QUEUED,
        /** An opportunistic job that may run on it alone is queued or runs. */
        OPPORTUNIST,
        /** A reservation has no cards of its own yet. */
        NO_CARDS
    }

    /**
     * The pools cannot be joined.
     *
     * @param pool the first of them that cannot
     * @param reservation or request that is in the way, if it is one
     */
    record CannotJoin(PoolId pool, Obstacle obstacle, Optional<ReservationId> reservation)
            implements Refusal, AboutPool {
        public CannotJoin(PoolId pool, Obstacle obstacle) {
            this(pool, obstacle, Optional.empty());
        }

        public CannotJoin(PoolId pool, Obstacle obstacle, ReservationId reservation) {
            this(pool, obstacle, Optional.of(reservation));
        }

        @Override
        public String code() {
            return "cannot-join";
        }
    }

    record NoMatchingPool(JobId job, Requirements requirements, Set<PoolId> known) implements Refusal {
        @Override
        public String code() {
            return "no-matching-pool";
        }
    }

    record UnknownServer(PoolId pool, int server, int size) implements Refusal, AboutPool {
        @Override
        public String code() {
            return "unknown-server";
        }
    }

    record PoolFull(PoolId pool, int servers, int added) implements Refusal, AboutPool {
        @Override
        public String code() {
            return "pool-full";
        }
    }

    record UnknownReservation(ReservationId reservation) implements Refusal {
        @Override
        public String code() {
            return "unknown-reservation";
        }
    }

    record NotHeld(ReservationId reservation) implements Refusal {
        @Override
        public String code() {
            return "not-held";
        }
    }

    record NotConfirmed(ReservationId reservation) implements Refusal {
        @Override
        public String code() {
            return "not-confirmed";
        }
    }

    /** The terms asked for would not make a valid job. */
    record TermsOutOfRange(ReservationId reservation, String field, String value, String rule) implements Refusal {
        @Override
        public String code() {
            return "terms-out-of-range";
        }
    }

    /** Relaxing gives flexibility; it cannot take any. */
    record NarrowerInterval(ReservationId reservation, long ready, long deadline, long askedReady, long askedDeadline)
            implements Refusal {
        @Override
        public String code() {
            return "narrower-interval";
        }
    }

    /** The time that a running reservation would give up has passed already. */
    record AlreadyUsed(ReservationId reservation, long end, long now) implements Refusal {
        @Override
        public String code() {
            return "already-used";
        }
    }

    record AlreadyStarted(ReservationId reservation, long since) implements Refusal {
        @Override
        public String code() {
            return "already-started";
        }
    }

    record AlreadyBound(ReservationId reservation, long start, ServerSet servers) implements Refusal {
        @Override
        public String code() {
            return "already-bound";
        }
    }

    record NotStarted(ReservationId reservation, long start) implements Refusal {
        @Override
        public String code() {
            return "not-started";
        }
    }

    /** Taking the servers away would break promises. */
    record ReservationsInTheWay(PoolId pool, ServerSet servers, Window window, List<ReservationId> inTheWay)
            implements Refusal, AboutPool {
        @Override
        public String code() {
            return "reservations-in-the-way";
        }
    }

    record OutOfService(PoolId pool, int server, Window outage) implements Refusal, AboutPool {
        @Override
        public String code() {
            return "out-of-service";
        }
    }

    record NotBlocked(PoolId pool, int server, String cause) implements Refusal, AboutPool {
        @Override
        public String code() {
            return "not-blocked";
        }
    }

    record InService(PoolId pool, int server) implements Refusal, AboutPool {
        @Override
        public String code() {
            return "in-service";
        }
    }

    record TimeBackwards(long now, long asked) implements Refusal {
        @Override
        public String code() {
            return "time-backwards";
        }
    }

    /** Servers failed, and nothing but waiting, new terms or cancelling is open to the reservation. */
    record LostServers(ReservationId reservation, long since) implements Refusal {
        @Override
        public String code() {
            return "lost-servers";
        }
    }

    record NotRunning(ReservationId reservation, long start) implements Refusal {
        @Override
        public String code() {
            return "not-running";
        }
    }

    record OverrunTooLong(ReservationId reservation, long more) implements Refusal {
        @Override
        public String code() {
            return "overrun-too-long";
        }
    }

    /**
     * The servers are not free for longer.
     *
     * @param inTheWay who is to have them; empty if they go out of service
     */
    record NoRoomToExtend(ReservationId reservation, PoolId pool, Window extra, List<ReservationId> inTheWay)
            implements Refusal, AboutPool {
        @Override
        public String code() {
            return "no-room-to-extend";
        }
    }

    /** The servers are not free for longer, and who is to have them cannot move far enough. */
    record CannotPush(ReservationId reservation, PoolId pool, Window extra, List<ReservationId> inTheWay)
            implements Refusal, AboutPool {
        @Override
        public String code() {
            return "cannot-push";
        }
    }

    record UnknownWaiter(WaiterId waiter) implements Refusal {
        @Override
        public String code() {
            return "unknown-entry";
        }
    }

    record UnknownOpportunist(OpportunistId opportunist) implements Refusal {
        @Override
        public String code() {
            return "unknown-opportunist";
        }
    }

    /** Nobody has said when rounds end. */
    record NoRounds(JobId job) implements Refusal {
        @Override
        public String code() {
            return "no-rounds";
        }
    }

    record StillQueued(ReservationId reservation) implements Refusal {
        @Override
        public String code() {
            return "still-queued";
        }
    }

    /** Its user is of much higher priority than others, and others of its user's jobs came first. */
    record Discarded(JobId job, String user, int most) implements Refusal {
        @Override
        public String code() {
            return "discarded";
        }
    }
}
