package dev.berth.service.signin;

import dev.berth.service.account.Accounts;
import dev.berth.service.account.AuditLog;
import dev.berth.service.account.Purpose;
import dev.berth.service.account.Token;
import dev.berth.service.account.Tokens;
import dev.berth.site.Site;
import dev.berth.site.Transaction;
import dev.berth.wire.problem.Code;
import dev.berth.wire.problem.Problem;
import dev.berth.wire.problem.Rejected;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/** Passwords: who knows one, and how they are chosen and changed. Hashes are made outside of the site's lock. */
public final class PasswordSignIn {
    /** Stands for all names that no account can have. */
    public static final String NOBODY = "-";

    private final Site site;
    private final Optional<Directory> directory;
    private final Hashing hashing = new Hashing();
    private final Guesses guesses;
    private final FailedSignIns failed;

    /** @param directory that is asked about people without a password here */
    public PasswordSignIn(Site site, Optional<Directory> directory, FailedSignIns failed, LongSupplier nanos) {
        this.site = site;
        this.directory = directory;
        this.guesses = new Guesses(nanos);
        this.failed = failed;
    }

    private record Known(Optional<String> hash, boolean isAtHome) {}

    /** Proof of who has signed in. */
    public sealed interface Proven {
        /** The owner of an account with a password here. */
        record Owner(String account) implements Proven {}

        /** Somebody whom the directory knows; whether they have an account is not decided yet. */
        record Known(Outsider outsider) implements Proven {}
    }

    /**
     * Refuses whoever does not know the password of an account; an account that does not exist is refused alike. Names without a password here
     * are asked of the directory.
     */
    public Proven check(String account, String password, String address) {
        return check(account, password, address, () -> Problem.of(Code.UNAUTHORIZED, "Wrong account or password"));
    }

    /** The same, with another refusal of a wrong password. */
    public Proven check(String account, String password, String address, Supplier<Problem> refusal) {
        Known known = site.read(view -> new Known(
                view.facts(Accounts.class)
                        .open(account)
                        .flatMap(open -> view.facts(Passwords.class).hash(open.name())),
                Sessions.of(view, account, Long.MIN_VALUE).stream()
                        .anyMatch(session -> session.from().equals(Optional.of(address)))));
        guesses.begin(account, address, known.isAtHome());
        Optional<Proven> proven;
        try {
            proven = proven(account, password, known.hash());
        } catch (Rejected e) {
            guesses.undecided(account, address, known.isAtHome());
            throw e;
        }
        if (proven.isEmpty()) {
            failed.wrongPassword(account, address);
            throw refusal.get().toException();
        }
        guesses.right(account, address, known.isAtHome());
        return proven.get();
    }

    private Optional<Proven> proven(String account, String password, Optional<String> hash) {
        if (hash.isEmpty() && directory.isPresent() && !account.equals(NOBODY)) {
            return directory.get().known(account, password).map(Proven.Known::new);
        }
        return hashing.matches(password, hash) ? Optional.of(new Proven.Owner(account)) : Optional.empty();
    }

    public String hash(String password) {
        return hashing.hash(password);
    }

    /**
     * Gives an account a password, and ends what could be in the hands of whoever knew the old one.
     *
     * @param kept the id of the session that goes on, or empty
     * @return the sessions that have ended
     */
    public static List<Token> set(Transaction transaction, String account, String hash, String kept) {
        transaction.record(Passwords.KIND, new Password(account, hash));
        AuditLog.add(transaction, "set-password", account, "");
        return Sessions.endAll(transaction, account, kept);
    }

    /** Uses up an invitation; the account it is for. */
    public static String redeemed(Transaction transaction, String hash) {
        Token used = transaction
                .view()
                .facts(Tokens.class)
                .byHash(hash)
                .filter(token -> token.is(Purpose.INVITATION) && token.isGood(transaction.now()))
                .orElseThrow(
                        () -> Problem.of(Code.UNAUTHORIZED, "This invitation has just been used; ask for a new one")
                                .toException());
        transaction.record(Tokens.KIND, used.end());
        return used.account();
    }
}
