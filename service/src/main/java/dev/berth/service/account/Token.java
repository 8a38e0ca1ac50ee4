package dev.berth.service.account;

import java.util.Optional;

/**
 * Token that authenticates an account; as a fact, its state from then on. Only its owner knows the secret.
 *
 * @param hash SHA-256 of the secret in hexadecimal: enough, as secrets are 256 random bits
 * @param note its name; for a session, the browser
 * @param expires 0 for never
 * @param oneTime works once, and opens no other request
 * @param purpose empty in older journals: see {@link #use}
 * @param scope the role that it grants at most; empty for that of its account
 * @param from the address that a session was opened from
 */
public record Token(
        String id,
        String account,
        String hash,
        String note,
        long made,
        long expires,
        boolean oneTime,
        boolean ended,
        Optional<Purpose> purpose,
        Optional<Role> scope,
        Optional<String> from) {
    public boolean isGood(long now) {
        return !ended && (expires == 0 || now < expires);
    }

    public Purpose use() {
        return purpose.orElse(oneTime ? Purpose.SIGN_IN : Purpose.API);
    }

    public boolean is(Purpose other) {
        return use() == other;
    }

    /** Whether it lets requests in; the others are good for one thing only. */
    public boolean opensApi() {
        return is(Purpose.API) || is(Purpose.SESSION);
    }

    /**
     * Whether it was given less than its account has: fewer rights, or an end. The end of a session is none of these: it comes when
     * nobody uses the session any more.
     */
    public boolean isLimited() {
        return scope.isPresent() || (is(Purpose.API) && expires > 0);
    }

    /** How its owner knows it. */
    public String shownName() {
        return note.isEmpty() || !is(Purpose.API) ? id : "%s (%s)".formatted(id, note);
    }

    /** The account with no more rights than this token grants. */
    public Account limited(Account owner) {
        return scope.map(owner::atMost).orElse(owner);
    }

    public Token end() {
        return new Token(id, account, hash, note, made, expires, oneTime, true, purpose, scope, from);
    }

    public Token expiring(long at) {
        return new Token(id, account, hash, note, made, at, oneTime, ended, purpose, scope, from);
    }
}
