package dev.berth.service.booking;

import dev.berth.engine.agreement.Offer;
import dev.berth.engine.model.Job;
import dev.berth.service.account.Secrets;
import dev.berth.service.shelf.Shelf;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;

/**
 * The offers that were made lately, by the ids they were given. Only in memory: an offer that is not held promises
 * nothing beyond its few minutes.
 */
public final class RecentOffers {
    private static final int MOST = 50_000;
    private static final long GOOD_FOR = Duration.ofMinutes(10).toMillis();

    private final Clock clock;
    private final Shelf<String, String, Made> shelf;

    /** An offer that was made, and where the job is wanted. */
    record Made(String to, Job job, Where where) {}

    /** @param mostEach how many offers each account may have at a time */
    public RecentOffers(Clock clock, int mostEach) {
        this.clock = clock;
        this.shelf = new Shelf<>(clock::millis, GOOD_FOR, Shelf.Bounds.ofCount(mostEach, MOST));
    }

    public long expiry() {
        return clock.millis() + GOOD_FOR;
    }

    /** An id under which the offer can be booked by the account it was made to. */
    public String put(Offer offer, Where where, String to) {
        String id = "o-" + Secrets.random(16);
        shelf.put(to, id, new Made(to, offer.job(), where));
        return id;
    }

    Optional<Made> get(String id, String by) {
        return shelf.get(id).filter(made -> made.to().equals(by));
    }
}
