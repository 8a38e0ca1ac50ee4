package dev.berth.service.signin;

import dev.berth.service.account.Account;
import dev.berth.service.account.Accounts;
import dev.berth.service.account.AuditLog;
import dev.berth.service.account.Role;
import dev.berth.site.Transaction;
import dev.berth.wire.AccountNames;
import dev.berth.wire.Names;
import dev.berth.wire.problem.Code;
import dev.berth.wire.problem.Problem;
import dev.berth.wire.problem.Rejected;
import java.util.Optional;

/**
 * The accounts of people whom others vouch for: made when they come first, with the role that their groups give them then and
 * at every later time. Nobody from outside gets an account that is there already: a provider must not be able to make
 * somebody the administrator by giving them that name.
 */
public final class Outsiders {
    private static final int LONGEST_SUBJECT = 500;

    private Outsiders() {}

    /** Their account, which is open; or throws why they have none. */
    public static Account admit(Transaction transaction, Outsider outsider) {
        Role role = outsider.role()
                .orElseThrow(() -> Problem.notAllowed(
                                "%s is in none of the groups of %s that may use this site; ask the administrator of the site"
                                        .formatted(shown(outsider.name()), outsider.provider()))
                        .toException());
        if (outsider.subject().isEmpty() || outsider.subject().length() > LONGEST_SUBJECT) {
            throw Problem.notAllowed(outsider.provider() + " does not say who this is (no usable subject)")
                    .toException();
        }
        Optional<Account> known = transaction
                .view()
                .facts(Identities.class)
                .of(outsider.provider(), outsider.subject())
                .flatMap(identity -> transaction.view().facts(Accounts.class).known(identity.account()));
        return known.isPresent() ? again(transaction, known.get(), role) : first(transaction, outsider, role);
    }

    private static Account again(Transaction transaction, Account account, Role role) {
        if (!account.open()) {
            throw Problem.notAllowed(
                            "The account %s is disabled; ask the administrator of the site".formatted(account.name()))
                    .toException();
        }
        boolean isLast = account.is(Role.ADMINISTRATOR)
                && transaction.view().facts(Accounts.class).isLastAdministrator(account.name());
        if (account.role() == role || isLast) {
            return account;
        }
        Account changed = account.withRole(role);
        transaction.record(Accounts.KIND, changed);
        AuditLog.add(transaction, "set-account", account.name(), Names.of(role) + ", by the groups of the provider");
        return changed;
    }

    private static Account first(Transaction transaction, Outsider outsider, Role role) {
        String name = name(outsider);
        if (transaction.view().facts(Accounts.class).known(name).isPresent()) {
            throw Problem.of(
                            Code.DUPLICATE_ACCOUNT,
                            ("The name %s belongs to an account of this site that did not come from %s; sign in to it as"
                                            + " before, or ask the administrator for another name there")
                                    .formatted(name, outsider.provider()))
                    .toException();
        }
        NamesForStrangers.check(transaction.view(), outsider, name);
        Account account = Account.of(name, role);
        transaction.record(Accounts.KIND, account);
        transaction.record(Identities.KIND, new Identity(outsider.provider(), outsider.subject(), name));
        AuditLog.add(transaction, "add-account", name, Names.of(role) + ", from " + outsider.provider());
        return account;
    }

    private static String name(Outsider outsider) {
        try {
            return AccountNames.checked(outsider.name());
        } catch (IllegalArgumentException e) {
            throw unusable(outsider);
        }
    }

    private static Rejected unusable(Outsider outsider) {
        return Problem.notAllowed("%s calls you %s, which cannot be the name of an account here: it %s"
                        .formatted(outsider.provider(), shown(outsider.name()), AccountNames.RULE))
                .toException();
    }

    /** Name from outside, made fit to show to people: printable, in quotes, and shortened if it is long. */
    private static String shown(String name) {
        String plain = name.replaceAll("[^ -~]", "?");
        return "\"" + (plain.length() <= 64 ? plain : plain.substring(0, 64) + "...") + "\"";
    }
}
