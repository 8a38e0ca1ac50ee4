package dev.berth.directory.oidc;

import dev.berth.service.account.Secrets;
import dev.berth.service.shelf.Shelf;
import java.time.Duration;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * Sign-ins under way: people who have gone to a provider and may come back once, within ten minutes, with the same browser.
 * Kept in memory only, by address; after a restart people press the button again.
 */
final class Attempts {
    static final int MOST = 10_000;
    static final int MOST_EACH = 100;
    private static final long LIFETIME = Duration.ofMinutes(10).toNanos();

    private final Shelf<String, String, Attempt> byState;

    /**
     * One that is under way.
     *
     * @param browser the hash of the secret in its cookie
     */
    record Attempt(String provider, String nonce, String verifier, String browser) {}

    /**
     * One that has just begun.
     *
     * @param cookie what the browser has to show when it comes back
     */
    record Begun(String state, String nonce, String verifier, String cookie) {}

    Attempts(LongSupplier nanos) {
        this.byState = new Shelf<>(nanos, LIFETIME, Shelf.Bounds.ofCount(MOST_EACH, MOST));
    }

    Begun begin(String provider, String address) {
        Begun begun = new Begun(Secrets.random(32), Secrets.random(32), Secrets.random(48), Secrets.random(32));
        byState.put(
                address,
                begun.state(),
                new Attempt(provider, begun.nonce(), begun.verifier(), Secrets.hash(begun.cookie())));
        return begun;
    }

    /** The attempt, which is used up; empty if there is none of that state, or it is of another browser or provider. */
    synchronized Optional<Attempt> take(String provider, String state, String cookie) {
        Optional<Attempt> attempt = byState.get(state)
                .filter(each ->
                        each.provider().equals(provider) && each.browser().equals(Secrets.hash(cookie)));
        attempt.ifPresent(taken -> byState.remove(state));
        return attempt;
    }

    int size() {
        return byState.size();
    }
}
