package dev.berth.service.signin;

import dev.berth.service.account.Account;
import dev.berth.service.account.Accounts;
import dev.berth.service.account.AuditLog;
import dev.berth.service.account.NewToken;
import dev.berth.service.account.Purpose;
import dev.berth.service.account.Role;
import dev.berth.service.account.Tokens;
import dev.berth.site.Transaction;
import dev.berth.wire.Names;
import dev.berth.wire.problem.Code;
import dev.berth.wire.problem.Problem;
import java.time.Duration;
import java.util.Optional;

/**
 * Invitations: whoever has one chooses the password of an account, once and within a week. The old password stays good until
 * then, so that an invitation that is lost on its way harms nobody.
 */
public final class Invitations {
    public static final Duration LIFETIME = Duration.ofDays(7);

    private Invitations() {}

    /**
     * Invites to an account; earlier invitations to it end.
     *
     * @param role of the account, which is made if it is not there; empty if it must be there
     */
    public static NewToken make(Transaction transaction, String account, Optional<Role> role) {
        Accounts accounts = transaction.view().facts(Accounts.class);
        if (accounts.known(account).isEmpty() && role.isPresent()) {
            transaction.record(Accounts.KIND, Account.of(account, role.get()));
            AuditLog.add(transaction, "add-account", account, Names.of(role.get()));
        } else if (accounts.open(account).isEmpty()) {
            throw Problem.of(
                            Code.UNKNOWN_ACCOUNT,
                            accounts.known(account).isPresent()
                                    ? "The account " + account + " is disabled; enable it first"
                                    : "Unknown account " + account + "; name a role to add it")
                    .toException();
        }
        transaction.view().facts(Tokens.class).of(account).stream()
                .filter(token -> token.is(Purpose.INVITATION))
                .forEach(earlier -> transaction.record(Tokens.KIND, earlier.end()));
        return NewToken.make(
                transaction, account, NewToken.Terms.of(Purpose.INVITATION, "invitation", LIFETIME.toMillis()));
    }
}
