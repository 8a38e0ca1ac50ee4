package dev.berth.engine.model;

import java.util.List;
import java.util.Set;

/** Why a command is refused: a stable code for programs, and a sentence with the numbers that decided. */
public sealed interface Refusal {
    /** The typed reason, such as {@code no-capacity}. */
    String code();

    /** One sentence that names the thing, the value and the limit. */
    String message();

    private static String counted(int count, String thing) {
        return count + " " + thing + (count == 1 ? "" : "s");
    }

    private static String named(ServerSet servers) {
        return (servers.size() == 1 ? "server " : "servers ") + servers.ranges();
    }

    /** Even with nothing else booked the job would end too late. */
    record DeadlineImpossible(JobId job, long deadline, long earliestEnd, PoolId fastest) implements Refusal {
        @Override
        public String code() {
            return "deadline-impossible";
        }

        @Override
        public String message() {
            return "job %s is due by %d, but on an empty pool %s, the fastest that matches, it would end at %d"
                    .formatted(job, deadline, fastest, earliestEnd);
        }
    }

    /** The job would fit into an emptier site. */
    record NoCapacity(JobId job, int servers, long earliest, long deadline, List<PoolId> tried) implements Refusal {
        @Override
        public String code() {
            return "no-capacity";
        }

        @Override
        public String message() {
            return "job %s needs %s for its whole duration between %d and %d; none of the pools %s has them"
                    .formatted(job, counted(servers, "free server"), earliest, deadline, tried);
        }
    }

    record TooManyServers(JobId job, int servers, PoolId largest, int size) implements Refusal {
        @Override
        public String code() {
            return "too-many-servers";
        }

        @Override
        public String message() {
            return "job %s asks for %s, but the largest pool that matches, %s, has %d"
                    .formatted(job, counted(servers, "server"), largest, size);
        }
    }

    /** What was asked for was not decided within the work that one request may cause. */
    record TooCostly(long steps) implements Refusal {
        @Override
        public String code() {
            return "too-costly";
        }

        @Override
        public String message() {
            return "this takes more than the %d steps of search that one request may take;".formatted(steps)
                    + " ask for fewer things at once, a shorter interval or fewer numbers of servers";
        }
    }

    record SingleServerOnly(JobId job, int servers, String policy) implements Refusal {
        @Override
        public String code() {
            return "single-server-only";
        }

        @Override
        public String message() {
            return "job %s asks for %d servers, but policy %s places jobs of one server; use level or earliest"
                    .formatted(job, servers, policy);
        }
    }

    /** There is room, but none that the budget pays for. */
    record OverBudget(JobId job, Money budget, Money cheapest, PoolId pool) implements Refusal {
        @Override
        public String code() {
            return "over-budget";
        }

        @Override
        public String message() {
            return "job %s may cost %s, but the cheapest possible, in pool %s, costs %s; raise the budget, or give it more time"
                    .formatted(job, budget, pool, cheapest);
        }
    }

    record UnknownPool(PoolId pool, Set<PoolId> known) implements Refusal {
        @Override
        public String code() {
            return "unknown-pool";
        }

        @Override
        public String message() {
            return "there is no pool %s; the site has %s".formatted(pool, known);
        }
    }

    record DuplicatePool(PoolId pool) implements Refusal {
        @Override
        public String code() {
            return "duplicate-pool";
        }

        @Override
        public String message() {
            return "the site has a pool %s already; add servers to it, or choose another name".formatted(pool);
        }
    }

    record NoMatchingPool(JobId job, Requirements requirements, Set<PoolId> known) implements Refusal {
        @Override
        public String code() {
            return "no-matching-pool";
        }

        @Override
        public String message() {
            return "job %s requires %s, which none of the pools %s offers".formatted(job, requirements, known);
        }
    }

    record UnknownServer(PoolId pool, int server, int size) implements Refusal {
        @Override
        public String code() {
            return "unknown-server";
        }

        @Override
        public String message() {
            return "pool %s has no server %d; its servers are 0 to %d".formatted(pool, server, size - 1);
        }
    }

    record PoolFull(PoolId pool, int servers, int added) implements Refusal {
        @Override
        public String code() {
            return "pool-full";
        }

        @Override
        public String message() {
            return "pool %s has %s and cannot take %d more; a pool has at most %d"
                    .formatted(pool, counted(servers, "server"), added, Pool.MOST_SERVERS);
        }
    }

    record UnknownReservation(ReservationId reservation) implements Refusal {
        @Override
        public String code() {
            return "unknown-reservation";
        }

        @Override
        public String message() {
            return "there is no open reservation %s; it never was, has ended or was cancelled".formatted(reservation);
        }
    }

    record NotHeld(ReservationId reservation) implements Refusal {
        @Override
        public String code() {
            return "not-held";
        }

        @Override
        public String message() {
            return "reservation %s is not held; it has been confirmed already".formatted(reservation);
        }
    }

    record NotConfirmed(ReservationId reservation) implements Refusal {
        @Override
        public String code() {
            return "not-confirmed";
        }

        @Override
        public String message() {
            return "reservation %s is only held; confirm it before it is changed, or cancel it and hold another"
                    .formatted(reservation);
        }
    }

    /** What was asked would make no valid job. */
    record TermsOutOfRange(ReservationId reservation, String field, String value, String rule) implements Refusal {
        @Override
        public String code() {
            return "terms-out-of-range";
        }

        @Override
        public String message() {
            return "reservation %s cannot be adjusted so: its %s would be %s; %s"
                    .formatted(reservation, field, value, rule);
        }
    }

    /** Relaxing gives flexibility; it cannot take any. */
    record NarrowerInterval(ReservationId reservation, long ready, long deadline, long askedReady, long askedDeadline)
            implements Refusal {
        @Override
        public String code() {
            return "narrower-interval";
        }

        @Override
        public String message() {
            return "reservation %s is ready at %d and due by %d, and %d to %d does not contain that; relax it further, or change the job"
                    .formatted(reservation, ready, deadline, askedReady, askedDeadline);
        }
    }

    /** What a running reservation would give up has passed already. */
    record AlreadyUsed(ReservationId reservation, long end, long now) implements Refusal {
        @Override
        public String code() {
            return "already-used";
        }

        @Override
        public String message() {
            return "reservation %s would have ended at %d, but it is %d already; take less away, or finish it"
                    .formatted(reservation, end, now);
        }
    }

    record AlreadyStarted(ReservationId reservation, long since) implements Refusal {
        @Override
        public String code() {
            return "already-started";
        }

        @Override
        public String message() {
            return "reservation %s has been running since %d and can no longer be changed; finish or cancel it"
                    .formatted(reservation, since);
        }
    }

    record NotStarted(ReservationId reservation, long start) implements Refusal {
        @Override
        public String code() {
            return "not-started";
        }

        @Override
        public String message() {
            return "reservation %s starts at %d and cannot finish before that; cancel it instead"
                    .formatted(reservation, start);
        }
    }

    /** Taking the servers away would break promises. */
    record ReservationsInTheWay(PoolId pool, ServerSet servers, Window window, List<ReservationId> inTheWay)
            implements Refusal {
        @Override
        public String code() {
            return "reservations-in-the-way";
        }

        @Override
        public String message() {
            return "%s of pool %s cannot go for %s: %s could not be served otherwise: %s"
                    .formatted(named(servers), pool, window, counted(inTheWay.size(), "reservation"), inTheWay);
        }
    }

    record OutOfService(PoolId pool, int server, Window outage) implements Refusal {
        @Override
        public String code() {
            return "out-of-service";
        }

        @Override
        public String message() {
            return "server %d of pool %s is out of service for %s already; restore it first"
                    .formatted(server, pool, outage);
        }
    }

    record InService(PoolId pool, int server) implements Refusal {
        @Override
        public String code() {
            return "in-service";
        }

        @Override
        public String message() {
            return "server %d of pool %s has no outage now or planned; there is nothing to restore"
                    .formatted(server, pool);
        }
    }

    record TimeBackwards(long now, long asked) implements Refusal {
        @Override
        public String code() {
            return "time-backwards";
        }

        @Override
        public String message() {
            return "time is %d and cannot go back to %d".formatted(now, asked);
        }
    }

    /** Servers failed, and nothing but waiting, new terms or cancelling is open to the reservation. */
    record LostServers(ReservationId reservation, long since) implements Refusal {
        @Override
        public String code() {
            return "lost-servers";
        }

        @Override
        public String message() {
            return "reservation %s lost its servers at %d and has no others yet; wait for servers, change its terms or cancel it"
                    .formatted(reservation, since);
        }
    }

    record NotRunning(ReservationId reservation, long start) implements Refusal {
        @Override
        public String code() {
            return "not-running";
        }

        @Override
        public String message() {
            return "reservation %s starts at %d and cannot overrun before that; change its terms instead"
                    .formatted(reservation, start);
        }
    }

    record OverrunTooLong(ReservationId reservation, long more) implements Refusal {
        @Override
        public String code() {
            return "overrun-too-long";
        }

        @Override
        public String message() {
            return "reservation %s cannot take %d more work: in all it would be above %d, or end after %d; reserve the rest as a job of its own"
                    .formatted(reservation, more, Work.MOST, Window.FOREVER - 1);
        }
    }

    /**
     * The servers are not free for longer.
     *
     * @param inTheWay who is to have them; empty if they go out of service
     */
    record NoRoomToExtend(ReservationId reservation, PoolId pool, Window extra, List<ReservationId> inTheWay)
            implements Refusal {
        @Override
        public String code() {
            return "no-room-to-extend";
        }

        @Override
        public String message() {
            return "reservation %s cannot keep its servers of pool %s for %s: %s; push what waits, or migrate the rest"
                    .formatted(reservation, pool, extra, whoHasThem(inTheWay));
        }
    }

    /** The servers are not free for longer, and who is to have them cannot move far enough. */
    record CannotPush(ReservationId reservation, PoolId pool, Window extra, List<ReservationId> inTheWay)
            implements Refusal {
        @Override
        public String code() {
            return "cannot-push";
        }

        @Override
        public String message() {
            return "reservation %s cannot keep its servers of pool %s for %s: %s%s; migrate the rest"
                    .formatted(
                            reservation,
                            pool,
                            extra,
                            whoHasThem(inTheWay),
                            inTheWay.isEmpty() ? "" : ", and these cannot all move");
        }
    }

    private static String whoHasThem(List<ReservationId> inTheWay) {
        return inTheWay.isEmpty()
                ? "they go out of service"
                : "%s for them: %s"
                        .formatted(
                                inTheWay.size() == 1 ? "1 reservation waits" : inTheWay.size() + " reservations wait",
                                inTheWay);
    }

    record UnknownOpportunist(OpportunistId opportunist) implements Refusal {
        @Override
        public String code() {
            return "unknown-opportunist";
        }

        @Override
        public String message() {
            return "there is no opportunistic job %s; it never was, has ended or was cancelled".formatted(opportunist);
        }
    }

    /** Nobody has said when rounds end. */
    record NoRounds(JobId job) implements Refusal {
        @Override
        public String code() {
            return "no-rounds";
        }

        @Override
        public String message() {
            return "job %s cannot be queued, because this site has no rounds; ask for it without queueing"
                    .formatted(job);
        }
    }

    record StillQueued(ReservationId reservation) implements Refusal {
        @Override
        public String code() {
            return "still-queued";
        }

        @Override
        public String message() {
            return "request %s is still queued and is decided when its round ends; until then it can only be cancelled"
                    .formatted(reservation);
        }
    }

    /** Its user is of much higher priority than others, and others of its user's jobs came first. */
    record Discarded(JobId job, String user, int most) implements Refusal {
        @Override
        public String code() {
            return "discarded";
        }

        @Override
        public String message() {
            return "job %s is not among the %d of user %s that go on in this round; ask again in the next"
                    .formatted(job, most, user);
        }
    }
}
