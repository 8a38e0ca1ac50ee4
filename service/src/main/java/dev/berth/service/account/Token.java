package dev.berth.service.account;

/**
 * What lets somebody in; as a fact, what is known of it from then on. The secret itself is known to its owner alone.
 *
 * @param hash SHA-256 of the secret in hexadecimal: enough, as secrets are 256 random bits
 * @param expires 0 for never
 * @param oneTime good for signing in once, and for nothing else
 */
public record Token(
        String id, String account, String hash, String note, long made, long expires, boolean oneTime, boolean ended) {
    public boolean isGood(long now) {
        return !ended && (expires == 0 || now < expires);
    }

    public Token end() {
        return new Token(id, account, hash, note, made, expires, oneTime, true);
    }
}
