package dev.berth.service.account;

import dev.berth.service.site.Transaction;

/**
 * A token that was made just now.
 *
 * @param secret told once, to whoever asked for it: only its hash is recorded
 */
public record NewToken(Token token, String secret) {
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
