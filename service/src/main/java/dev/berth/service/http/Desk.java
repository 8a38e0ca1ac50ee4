package dev.berth.service.http;

import dev.berth.engine.agreement.Offer;
import dev.berth.engine.model.Job;
import dev.berth.service.account.Secrets;
import java.time.Clock;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The offers that were made lately, by the ids they were given. Only in memory: an offer that is not held promises
 * nothing beyond its few minutes.
 */
final class Desk {
    private static final int MOST = 50_000;
    private static final long GOOD_FOR = Duration.ofMinutes(10).toMillis();

    private final Clock clock;
    private final Map<String, Made> byId = new LinkedHashMap<>();

    private record Made(Job job, String to, long expires) {}

    Desk(Clock clock) {
        this.clock = clock;
    }

    long expiry() {
        return clock.millis() + GOOD_FOR;
    }

    /** An id under which the offer can be booked by the account it was made to. */
    synchronized String put(Offer offer, String to) {
        long now = clock.millis();
        var oldest = byId.values().iterator();
        while (oldest.hasNext() && (oldest.next().expires() <= now || byId.size() >= MOST)) {
            oldest.remove();
        }
        String id = "o-" + Secrets.random(16);
        byId.put(id, new Made(offer.job(), to, now + GOOD_FOR));
        return id;
    }

    synchronized Optional<Job> get(String id, String by) {
        return Optional.ofNullable(byId.get(id))
                .filter(made -> made.expires() > clock.millis() && made.to().equals(by))
                .map(Made::job);
    }
}
