package dev.berth.service.booking;

import dev.berth.engine.agreement.Offer;
import dev.berth.engine.model.Job;
import dev.berth.service.account.Secrets;
import java.time.Clock;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;

/**
 * The offers that were made lately, by the ids they were given. Only in memory: an offer that is not held promises
 * nothing beyond its few minutes.
 *
 * <p>An account that has as many as it may loses its own oldest. If all together have too many, the account with the most
 * loses its oldest: nobody with a fair share loses anything to another user.
 */
public final class RecentOffers {
    private static final int MOST = 50_000;
    private static final long GOOD_FOR = Duration.ofMinutes(10).toMillis();

    private final Clock clock;
    private final int mostEach;
    private final int most;
    /** Of each account by id, the oldest first. */
    private final Map<String, SequencedMap<String, Made>> byAccount = new HashMap<>();

    private int all;

    /** An offer that was made, and where the job is wanted. */
    record Made(Job job, Where where, long expires) {}

    /** @param mostEach how many offers each account may have at a time */
    public RecentOffers(Clock clock, int mostEach) {
        this(clock, mostEach, MOST);
    }

    RecentOffers(Clock clock, int mostEach, int most) {
        this.clock = clock;
        this.mostEach = mostEach;
        this.most = most;
    }

    public long expiry() {
        return clock.millis() + GOOD_FOR;
    }

    /** An id under which the offer can be booked by the account it was made to. */
    public synchronized String put(Offer offer, Where where, String to) {
        long now = clock.millis();
        SequencedMap<String, Made> theirs = byAccount.computeIfAbsent(to, name -> new LinkedHashMap<>());
        forgetExpired(theirs, now);
        if (theirs.size() >= mostEach) {
            forgetOldest(theirs);
        } else if (all >= most) {
            makeRoom(theirs, now);
        }
        String id = "o-" + Secrets.random(16);
        theirs.put(id, new Made(offer.job(), where, now + GOOD_FOR));
        byAccount.put(to, theirs);
        all++;
        return id;
    }

    synchronized Optional<Made> get(String id, String by) {
        return Optional.ofNullable(byAccount.get(by))
                .map(theirs -> theirs.get(id))
                .filter(made -> made.expires() > clock.millis());
    }

    synchronized int size() {
        return all;
    }

    private void makeRoom(SequencedMap<String, Made> theirs, long now) {
        byAccount.values().forEach(each -> forgetExpired(each, now));
        byAccount.values().removeIf(Map::isEmpty);
        if (all >= most) {
            // Among equals the caller gives way.
            forgetOldest(byAccount.values().stream()
                    .filter(each -> each.size() > theirs.size())
                    .max(Comparator.comparingInt(Map::size))
                    .orElse(theirs));
        }
    }

    private void forgetExpired(SequencedMap<String, Made> theirs, long now) {
        while (!theirs.isEmpty() && theirs.firstEntry().getValue().expires() <= now) {
            forgetOldest(theirs);
        }
    }

    private void forgetOldest(SequencedMap<String, Made> theirs) {
        theirs.pollFirstEntry();
        all--;
    }
}
