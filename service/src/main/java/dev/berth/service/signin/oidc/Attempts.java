package dev.berth.service.signin.oidc;

import dev.berth.service.account.Secrets;
import java.time.Duration;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.function.Predicate;

/**
 * Who has gone to a provider and may come back: once, within ten minutes, with the browser that they went with. Kept in memory
 * only; after a restart people press the button again.
 */
final class Attempts {
    static final int MOST = 10_000;
    static final int MOST_EACH = 100;
    private static final long LIFETIME = Duration.ofMinutes(10).toNanos();

    private final LongSupplier nanos;
    private final Map<String, Attempt> byState = new LinkedHashMap<>();

    /**
     * One that is under way.
     *
     * @param browser the hash of the secret in its cookie
     */
    record Attempt(String provider, String nonce, String verifier, String browser, String address, long begun) {}

    /**
     * One that has just begun.
     *
     * @param cookie what the browser has to show when it comes back
     */
    record Begun(String state, String nonce, String verifier, String cookie) {}

    Attempts(LongSupplier nanos) {
        this.nanos = nanos;
    }

    /** With too many, the oldest of the address ends, and then the oldest of all: those who come now are people. */
    synchronized Begun begin(String provider, String address) {
        long now = nanos.getAsLong();
        byState.values().removeIf(attempt -> isOver(attempt, now));
        Predicate<Attempt> isTheirs = attempt -> attempt.address().equals(address);
        if (byState.values().stream().filter(isTheirs).count() >= MOST_EACH) {
            removeFirst(isTheirs);
        }
        if (byState.size() >= MOST) {
            removeFirst(attempt -> true);
        }
        Begun begun = new Begun(Secrets.random(32), Secrets.random(32), Secrets.random(48), Secrets.random(32));
        byState.put(
                begun.state(),
                new Attempt(provider, begun.nonce(), begun.verifier(), Secrets.hash(begun.cookie()), address, now));
        return begun;
    }

    private void removeFirst(Predicate<Attempt> which) {
        Iterator<Attempt> all = byState.values().iterator();
        while (all.hasNext()) {
            if (which.test(all.next())) {
                all.remove();
                return;
            }
        }
    }

    /** The attempt, which is used up; empty if there is none of that state, or it is of another browser or provider. */
    synchronized Optional<Attempt> take(String provider, String state, String cookie) {
        Attempt attempt = byState.get(state);
        if (attempt == null
                || !attempt.provider().equals(provider)
                || !attempt.browser().equals(Secrets.hash(cookie))) {
            return Optional.empty();
        }
        byState.remove(state);
        return isOver(attempt, nanos.getAsLong()) ? Optional.empty() : Optional.of(attempt);
    }

    private static boolean isOver(Attempt attempt, long now) {
        return now - attempt.begun() > LIFETIME;
    }

    synchronized int size() {
        return byState.size();
    }
}
