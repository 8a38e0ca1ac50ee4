package dev.berth.service.http;

import dev.berth.service.account.Account;
import dev.berth.service.account.Accounts;
import dev.berth.service.account.Role;
import dev.berth.service.account.Secrets;
import dev.berth.service.account.Token;
import dev.berth.service.account.Tokens;
import dev.berth.service.site.Site;
import dev.berth.service.wire.Names;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.Base64;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** Lets in who has a good token, as often as the limit allows, to what their role may do. */
final class Gate {
    private final Site site;
    private final Buckets signedIn;
    private final Buckets strangers;
    private final Clock clock;
    /** Who was let in lately: a read of the site would wait for the batch that is being written. */
    private volatile Map<String, Entry> known = new ConcurrentHashMap<>();

    Gate(Site site, Clock clock, double requestsPerSecond, double strangersPerSecond) {
        this.site = site;
        this.clock = clock;
        this.signedIn = new Buckets(requestsPerSecond, System::nanoTime);
        this.strangers = new Buckets(strangersPerSecond, System::nanoTime);
    }

    /** Whoever has no account here: counted by address, so that tokens cannot be guessed at any speed. */
    void stranger(String address) {
        if (!strangers.take(address)) {
            throw tooMany();
        }
    }

    Account enter(Optional<String> authorization, String address, Role least) {
        Optional<Entry> entry = authorization.flatMap(Gate::secret).flatMap(this::entry);
        if (entry.isEmpty()) {
            stranger(address);
            throw Problem.of(401, "unauthorized", "send a good token as Authorization: Bearer TOKEN")
                    .thrown();
        }
        if (!signedIn.take(entry.get().token().id())) {
            throw tooMany();
        }
        Account account = entry.get().account();
        if (!account.is(least)) {
            throw Problem.notAllowed("this takes the role %s; %s is %s"
                            .formatted(Names.of(least), account.name(), Names.of(account.role())))
                    .thrown();
        }
        return account;
    }

    private record Entry(Token token, Account account) {}

    /**
     * Accounts or tokens have changed. The old map is let go as a whole, so that whoever read before the change cannot
     * put an outdated entry into the new one.
     */
    void forget() {
        known = new ConcurrentHashMap<>();
    }

    private Optional<Entry> entry(String secret) {
        String hash = Secrets.hash(secret);
        Map<String, Entry> lately = known;
        Optional<Entry> entry = Optional.ofNullable(lately.get(hash));
        if (entry.isEmpty()) {
            entry = site.read(view -> view.facts(Tokens.class)
                    .byHash(hash)
                    .filter(token -> !token.oneTime())
                    .flatMap(token -> view.facts(Accounts.class)
                            .open(token.account())
                            .map(account -> new Entry(token, account))));
            entry.ifPresent(found -> lately.put(hash, found));
        }
        return entry.filter(found -> found.token().isGood(clock.millis()));
    }

    /** Of {@code Bearer TOKEN}, or {@code Basic} with any name and the token as password. */
    private static Optional<String> secret(String authorization) {
        int blank = authorization.indexOf(' ');
        String scheme = blank < 0 ? "" : authorization.substring(0, blank).toLowerCase(Locale.ROOT);
        String rest = authorization.substring(blank + 1).strip();
        if (scheme.equals("bearer")) {
            return Optional.of(rest);
        }
        if (!scheme.equals("basic")) {
            return Optional.empty();
        }
        try {
            String pair = new String(Base64.getDecoder().decode(rest), StandardCharsets.UTF_8);
            return Optional.of(pair.substring(pair.indexOf(':') + 1));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    private static Rejected tooMany() {
        return Problem.of(429, "too-many-requests", "too many requests; come back in a second")
                .thrown();
    }
}
