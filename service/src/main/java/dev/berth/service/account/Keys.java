package dev.berth.service.account;

import dev.berth.site.Committed;
import dev.berth.site.Site;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The tokens of a site and whom they let in, beside the site: to look at a token, good or bad, neither waits for the batch
 * that is being written nor keeps it waiting.
 *
 * <p>A token changes once, when it ends, so all of them are followed. Accounts change, so only those that were read since
 * the last change are remembered.
 */
public final class Keys {
    private final Site site;
    private final Map<String, Token> byHash = new ConcurrentHashMap<>();
    private volatile Map<String, Account> accounts = new ConcurrentHashMap<>();

    private Keys(Site site) {
        this.site = site;
    }

    public static Keys of(Site site) {
        return site.read(view -> {
            Keys keys = new Keys(site);
            view.facts(Tokens.class).all().forEach(keys::put);
            site.listen(keys::committed);
            return keys;
        });
    }

    /** The token, if it has not been ended; it may have expired. */
    public Optional<Token> token(String hash) {
        return Optional.ofNullable(byHash.get(hash));
    }

    /** The same, even if it was made a moment ago; waits for its turn. */
    public Optional<Token> tokenAtLast(String hash) {
        return site.read(view -> view.facts(Tokens.class).byHash(hash));
    }

    /** The account, if it is open. */
    public Optional<Account> account(String name) {
        Map<String, Account> lately = accounts;
        Account known = lately.get(name);
        if (known != null) {
            return Optional.of(known);
        }
        Optional<Account> open = site.read(view -> view.facts(Accounts.class).open(name));
        open.ifPresent(account -> lately.put(name, account));
        return open;
    }

    /** Forgets a token that has ended; called before the answer to the request that ended it. */
    public void ended(Token token) {
        byHash.remove(token.hash());
    }

    /**
     * An account has changed. The old map is let go as a whole, so that a thread that read before the change cannot put
     * an outdated account into the new one.
     */
    public void accountChanged() {
        accounts = new ConcurrentHashMap<>();
    }

    private void committed(Committed committed) {
        for (Committed.Fact fact : committed.facts()) {
            if (fact.value() instanceof Token token) {
                put(token);
            } else if (fact.value() instanceof Account) {
                accountChanged();
            }
        }
    }

    private void put(Token token) {
        if (token.ended()) {
            byHash.remove(token.hash());
        } else {
            byHash.put(token.hash(), token);
        }
    }
}
