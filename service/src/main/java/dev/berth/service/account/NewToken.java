package dev.berth.service.account;

import dev.berth.service.site.Site;
import dev.berth.service.site.Transaction;
import java.time.Duration;

/**
 * A token that was made just now.
 *
 * @param secret shown once, to the account that asked for it: only its hash is recorded
 */
public record NewToken(Token token, String secret) {
    private static final long SIGN_IN_WITHIN = Duration.ofHours(1).toMillis();

    /** Makes the account if there is none of that name, and a token that signs in once as it. */
    public static String oneTime(Site site, String account, Role role) {
        return site.write("site", transaction -> {
                    if (transaction.view().facts(Accounts.class).known(account).isEmpty()) {
                        transaction.record(Accounts.KIND, Account.of(account, role));
                        AuditLog.add(transaction, "add-account", account, "");
                    }
                    return make(transaction, account, "one-time sign-in", SIGN_IN_WITHIN, true)
                            .secret();
                })
                .join();
    }

    /**
     * Makes a token.
     *
     * @param lifetime 0 for one that does not expire
     * @param oneTime whether it is good for signing in once, and for nothing else
     */
    public static NewToken make(Transaction transaction, String account, String note, long lifetime, boolean oneTime) {
        String secret = Secrets.random(32);
        long now = transaction.now();
        Token token = new Token(
                Secrets.tokenId(),
                account,
                Secrets.hash(secret),
                note,
                now,
                lifetime == 0 ? 0 : now + lifetime,
                oneTime,
                false);
        transaction.record(Tokens.KIND, token);
        AuditLog.add(transaction, oneTime ? "make-sign-in" : "make-token", token.id(), account);
        return new NewToken(token, secret);
    }
}
