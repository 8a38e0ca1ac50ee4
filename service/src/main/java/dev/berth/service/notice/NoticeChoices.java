package dev.berth.service.notice;

import dev.berth.service.account.AuditLog;
import dev.berth.service.account.Secrets;
import dev.berth.site.Transaction;
import dev.berth.wire.problem.Code;
import dev.berth.wire.problem.Problem;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;

/** Changes what an account is told by mail. */
public final class NoticeChoices {
    private static final long CONFIRM_WITHIN = Duration.ofDays(1).toMillis();

    private NoticeChoices() {}

    /** Records a choice, and that it was made. */
    public static void set(Transaction transaction, Preference choice) {
        transaction.record(Preferences.KIND, choice);
        AuditLog.add(transaction, "set-notices", choice.account(), "");
    }

    /** Expects the code for an address; the address before it stays in use until then. */
    public static void expect(Transaction transaction, String account, String address, String code) {
        Preference known = transaction.view().facts(Preferences.class).of(account);
        set(
                transaction,
                known.withPending(
                        new Preference.Pending(address, Secrets.hash(code), transaction.now() + CONFIRM_WITHIN)));
    }

    /** Uses the address that the code was sent to. */
    public static Preference confirm(Transaction transaction, String account, String code) {
        Preference known = transaction.view().facts(Preferences.class).of(account);
        Preference.Pending pending = known.pending()
                .filter(each -> each.hash().equals(Secrets.hash(code)) && transaction.now() < each.expires())
                .orElseThrow(() -> Problem.of(
                                Code.NOT_FOUND,
                                "This code is wrong, used or expired; set the address again to get a new one")
                        .toException());
        Preference confirmed = known.withMail(Optional.of(pending.address()));
        set(transaction, confirmed);
        return confirmed;
    }

    /** Ends all mails to an account. */
    public static void unsubscribe(Transaction transaction, String account) {
        set(transaction, transaction.view().facts(Preferences.class).of(account).withKinds(Set.of()));
    }
}
