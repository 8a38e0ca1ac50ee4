package dev.berth.service.account;

import dev.berth.site.Actor;
import dev.berth.site.Site;
import dev.berth.site.Transaction;
import java.time.Duration;
import java.util.Optional;

/**
 * A token that was made just now.
 *
 * @param secret shown once, to the account that asked for it: only its hash is recorded
 */
public record NewToken(Token token, String secret) {
    private static final long SIGN_IN_WITHIN = Duration.ofHours(1).toMillis();

    /** Makes the account if there is none of that name, and a token that signs in once as it. */
    public static String oneTime(Site site, String account, Role role) {
        return site.write(Actor.SITE, transaction -> {
                    if (transaction.view().facts(Accounts.class).known(account).isEmpty()) {
                        transaction.record(Accounts.KIND, Account.of(account, role));
                        AuditLog.add(transaction, "add-account", account, "");
                    }
                    return make(transaction, account, "one-time sign-in", SIGN_IN_WITHIN, true)
                            .secret();
                })
                .join();
    }

    /** Makes a token for a program, or for signing in once. */
    public static NewToken make(Transaction transaction, String account, String note, long lifetime, boolean oneTime) {
        return make(transaction, account, Terms.of(oneTime ? Purpose.SIGN_IN : Purpose.API, note, lifetime));
    }

    /**
     * Terms of a new token.
     *
     * @param lifetime 0 for one that does not expire
     */
    public record Terms(Purpose purpose, String note, long lifetime, Optional<Role> scope, Optional<String> from) {
        public static Terms of(Purpose purpose, String note, long lifetime) {
            return new Terms(purpose, note, lifetime, Optional.empty(), Optional.empty());
        }

        public Terms withScope(Optional<Role> other) {
            return new Terms(purpose, note, lifetime, other, from);
        }

        public Terms from(String address) {
            return new Terms(purpose, note, lifetime, scope, Optional.of(address));
        }
    }

    public static NewToken make(Transaction transaction, String account, Terms terms) {
        String secret = Secrets.random(32);
        long now = transaction.now();
        Purpose purpose = terms.purpose();
        Token token = new Token(
                Secrets.tokenId(),
                account,
                Secrets.hash(secret),
                terms.note(),
                now,
                terms.lifetime() == 0 ? 0 : now + terms.lifetime(),
                purpose == Purpose.SIGN_IN || purpose == Purpose.INVITATION,
                false,
                Optional.of(purpose),
                terms.scope(),
                terms.from());
        transaction.record(Tokens.KIND, token);
        AuditLog.add(transaction, deed(purpose), token.id(), account);
        return new NewToken(token, secret);
    }

    private static String deed(Purpose purpose) {
        return switch (purpose) {
            case API -> "make-token";
            case SESSION -> "sign-in";
            case SIGN_IN -> "make-sign-in";
            case INVITATION -> "invite";
            case CALENDAR -> "make-calendar-link";
        };
    }
}
