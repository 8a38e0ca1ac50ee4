package dev.berth.engine.model;

import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Why a command is refused: a stable code for programs, and a sentence with the numbers that decided. */
public sealed interface Refusal {
    /** How many things a sentence names. */
    int MOST_LISTED = 10;

    /** The typed reason, such as {@code no-capacity}. */
    String code();

    /** One sentence that names the thing, the value and the limit. */
    String message();

    private static String counted(int count, String thing) {
        return count + " " + thing + (count == 1 ? "" : "s");
    }

    private static String named(ServerSet servers) {
        return (servers.size() == 1 ? "Server " : "Servers ") + servers.ranges();
    }

    private static String during(Window window) {
        return window.end() == Window.FOREVER
                ? "from %d on".formatted(window.start())
                : "from %d to %d".formatted(window.start(), window.end());
    }

    /** The first of them: a sentence is to be read, and the numbers of a refusal have them all. */
    private static String listed(Collection<?> all) {
        String some = all.stream().limit(MOST_LISTED).map(Object::toString).collect(Collectors.joining(", "));
        return all.size() > MOST_LISTED ? some + " and " + (all.size() - MOST_LISTED) + " more" : some;
    }

    /** A set has no order of its own, and a message must not differ from one run to the next. */
    private static String byName(Set<PoolId> pools) {
        return listed(pools.stream().map(PoolId::toString).sorted().toList());
    }

    /** Even with nothing else booked the job would end too late. */
    record DeadlineImpossible(JobId job, long deadline, long earliestEnd, PoolId fastest) implements Refusal {
        @Override
        public String code() {
            return "deadline-impossible";
        }

        @Override
        public String message() {
            return "Job %s is due by %d, but even on an empty pool %s, the fastest that matches, it would end at %d"
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
            return "Job %s needs %s for its whole duration between %d and %d, but no pool has them; tried: %s"
                    .formatted(job, counted(servers, "free server"), earliest, deadline, listed(tried));
        }
    }

    record TooManyServers(JobId job, int servers, PoolId largest, int size) implements Refusal {
        @Override
        public String code() {
            return "too-many-servers";
        }

        @Override
        public String message() {
            return "Job %s asks for %s, but the largest pool that matches, %s, has %d"
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
            return "This needs more than %d steps of search, the limit for one request;".formatted(steps)
                    + " ask for less at once, a shorter interval or fewer numbers of servers";
        }
    }

    record SingleServerOnly(JobId job, int servers, String policy) implements Refusal {
        @Override
        public String code() {
            return "single-server-only";
        }

        @Override
        public String message() {
            return "Job %s asks for %d servers, but policy %s only places jobs of one server; use policy prompt, level or earliest"
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
            return "Job %s may cost %s, but the cheapest place, in pool %s, costs %s; raise the budget or set a later deadline"
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
            return known.isEmpty()
                    ? "Unknown pool %s; there are no pools yet, and an operator has to add some".formatted(pool)
                    : "Unknown pool %s; the pools are %s".formatted(pool, byName(known));
        }
    }

    record DuplicatePool(PoolId pool) implements Refusal {
        @Override
        public String code() {
            return "duplicate-pool";
        }

        @Override
        public String message() {
            return "Pool %s already exists; add servers to it, or choose another name".formatted(pool);
        }
    }

    record NoMatchingPool(JobId job, Requirements requirements, Set<PoolId> known) implements Refusal {
        @Override
        public String code() {
            return "no-matching-pool";
        }

        @Override
        public String message() {
            return known.isEmpty()
                    ? "Job %s cannot be placed: there are no pools yet, and an operator has to add some".formatted(job)
                    : "Job %s requires %s, but no pool has that; the pools are %s"
                            .formatted(job, requirements, byName(known));
        }
    }

    record UnknownServer(PoolId pool, int server, int size) implements Refusal {
        @Override
        public String code() {
            return "unknown-server";
        }

        @Override
        public String message() {
            return "Pool %s has no server %d; its servers are 0 to %d".formatted(pool, server, size - 1);
        }
    }

    record PoolFull(PoolId pool, int servers, int added) implements Refusal {
        @Override
        public String code() {
            return "pool-full";
        }

        @Override
        public String message() {
            return "Pool %s has %s and cannot take %d more; the limit is %d"
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
            return "Reservation %s does not exist, has ended or was cancelled".formatted(reservation);
        }
    }

    record NotHeld(ReservationId reservation) implements Refusal {
        @Override
        public String code() {
            return "not-held";
        }

        @Override
        public String message() {
            return "Reservation %s is already confirmed".formatted(reservation);
        }
    }

    record NotConfirmed(ReservationId reservation) implements Refusal {
        @Override
        public String code() {
            return "not-confirmed";
        }

        @Override
        public String message() {
            return "Reservation %s is only held; confirm it before changing it, or cancel it".formatted(reservation);
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
            return "Reservation %s cannot be changed like this: %s \"%s\" %s"
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
            return "Reservation %s may run between %d and %d; relaxing cannot narrow that to %d until %d"
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
            return "Reservation %s would then have ended at %d, but it is already %d; take less away, or finish it"
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
            return "Reservation %s has been running since %d and can no longer be changed like this; finish or cancel it"
                    .formatted(reservation, since);
        }
    }

    record AlreadyBound(ReservationId reservation, long start, ServerSet servers) implements Refusal {
        @Override
        public String code() {
            return "already-bound";
        }

        @Override
        public String message() {
            return "Reservation %s starts at %d on servers %s, which are made ready for it; wait until it has ended, or cancel it"
                    .formatted(reservation, start, servers.ranges());
        }
    }

    record NotStarted(ReservationId reservation, long start) implements Refusal {
        @Override
        public String code() {
            return "not-started";
        }

        @Override
        public String message() {
            return "Reservation %s starts at %d and cannot finish before that; cancel it instead"
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
            return "%s of pool %s cannot be taken out of service %s: %s could not be kept: %s"
                    .formatted(
                            named(servers),
                            pool,
                            during(window),
                            counted(inTheWay.size(), "reservation"),
                            listed(inTheWay));
        }
    }

    record OutOfService(PoolId pool, int server, Window outage) implements Refusal {
        @Override
        public String code() {
            return "out-of-service";
        }

        @Override
        public String message() {
            return "Server %d of pool %s is already out of service %s; restore it first"
                    .formatted(server, pool, during(outage));
        }
    }

    record NotBlocked(PoolId pool, int server, String cause) implements Refusal {
        @Override
        public String code() {
            return "not-blocked";
        }

        @Override
        public String message() {
            return "Server %d of pool %s is not blocked by \"%s\"".formatted(server, pool, cause);
        }
    }

    record InService(PoolId pool, int server) implements Refusal {
        @Override
        public String code() {
            return "in-service";
        }

        @Override
        public String message() {
            return "Server %d of pool %s has no outage, now or planned; nothing to restore".formatted(server, pool);
        }
    }

    record TimeBackwards(long now, long asked) implements Refusal {
        @Override
        public String code() {
            return "time-backwards";
        }

        @Override
        public String message() {
            return "Time is %d and cannot go back to %d".formatted(now, asked);
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
            return "Reservation %s lost its servers at %d and waits for others; wait, change its terms or cancel it"
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
            return "Reservation %s starts at %d and cannot overrun before that; change its terms instead"
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
            return "Reservation %s cannot take that much more work; reserve the rest as a job of its own"
                    .formatted(reservation);
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
            return "Reservation %s cannot keep its servers of pool %s %s: %s; push the others, or migrate the rest"
                    .formatted(reservation, pool, during(extra), whoHasThem(inTheWay));
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
            return "Reservation %s cannot keep its servers of pool %s %s: %s%s; migrate the rest"
                    .formatted(
                            reservation,
                            pool,
                            during(extra),
                            whoHasThem(inTheWay),
                            inTheWay.isEmpty()
                                    ? ""
                                    : inTheWay.size() == 1 ? ", which cannot move" : ", which cannot all move");
        }
    }

    private static String whoHasThem(List<ReservationId> inTheWay) {
        return inTheWay.isEmpty() ? "they go out of service" : "they are promised to %s".formatted(listed(inTheWay));
    }

    record UnknownOpportunist(OpportunistId opportunist) implements Refusal {
        @Override
        public String code() {
            return "unknown-opportunist";
        }

        @Override
        public String message() {
            return "Opportunistic job %s does not exist, has ended or was cancelled".formatted(opportunist);
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
            return "Job %s cannot be queued because this site has no rounds; book it without queueing".formatted(job);
        }
    }

    record StillQueued(ReservationId reservation) implements Refusal {
        @Override
        public String code() {
            return "still-queued";
        }

        @Override
        public String message() {
            return "Request %s is queued until its round ends; until then it can only be cancelled"
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
            return "Job %s is not among the %d jobs of user %s that are decided in this round; ask again in the next"
                    .formatted(job, most, user);
        }
    }
}
