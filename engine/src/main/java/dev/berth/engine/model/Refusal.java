package dev.berth.engine.model;

import java.util.List;
import java.util.Set;

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

    /** The job would fit into an emptier site. */
    record NoCapacity(JobId job, int servers, long earliest, long deadline, List<PoolId> tried) implements Refusal {
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
