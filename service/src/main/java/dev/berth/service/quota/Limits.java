package dev.berth.service.quota;

import dev.berth.engine.model.Decimals;
import dev.berth.service.account.Account;
import dev.berth.service.account.Accounts;
import dev.berth.service.account.AuditLog;
import dev.berth.service.site.Claim;
import dev.berth.service.site.Touched;
import dev.berth.service.site.Transaction;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What an account may book: how much in a sliding window, and how long ahead.
 *
 * <p>Both are decided by what a transaction has done, not by how it was asked for, so that there is no way around them.
 * The charge of a reservation follows its capacity whoever changes it. Refused is only what a user does alone: what an
 * operator does for somebody is charged to them all the same, and told in the audit log if it exceeds their quota; what
 * the book does to keep its promises is charged, too.
 */
public final class Limits {
    private static final BigDecimal HOUR =
            BigDecimal.valueOf(Duration.ofHours(1).toMillis());

    private Limits() {}

    /** A limit that a transaction would break. */
    public sealed interface Broken {}

    /** Amounts in server-milliseconds. */
    public record OverQuota(Account account, long booked, long asked) implements Broken {}

    /** The lead is from now to the start. */
    public record WrongLead(Account account, long lead) implements Broken {}

    /**
     * Charges what a transaction has done.
     *
     * @throws OverLimit if it is more than the user who did it may
     */
    static void settle(Transaction transaction, Usage usage, List<Touched> touched) {
        for (Touched each : touched) {
            if (each.user().equals(transaction.actor()) && each.hasChosenStart()) {
                checkLead(transaction, each);
            }
        }
        Map<String, Long> before = new LinkedHashMap<>();
        for (Touched each : touched) {
            Optional<Account> account = account(transaction, each.user());
            long charged = usage.charged(each.user(), each.id().number());
            long due = due(each, charged);
            // Without a quota nothing is counted; what was counted before is still given back.
            boolean counts = due < charged
                    || (due > charged
                            && account.filter(known -> known.quota() > 0).isPresent());
            if (counts) {
                account.filter(known -> known.quota() > 0)
                        .ifPresent(known ->
                                before.computeIfAbsent(known.name(), name -> booked(transaction, usage, known)));
                transaction.record(
                        Usage.KIND, new Usage.Charge(each.user(), each.id().number(), due));
            }
        }
        before.forEach((user, booked) -> account(transaction, user)
                .ifPresent(account -> checkQuota(transaction, account, booked, booked(transaction, usage, account))));
    }

    private static Optional<Account> account(Transaction transaction, String user) {
        return transaction.view().facts(Accounts.class).known(user);
    }

    private static long booked(Transaction transaction, Usage usage, Account account) {
        return usage.since(account.name(), transaction.now() - account.quotaWindow());
    }

    /**
     * What is to be charged from now on: what was, and by how much the claim has changed. So a reservation from before
     * its user had a quota counts only by what is added to it.
     */
    private static long due(Touched touched, long charged) {
        long after = touched.after().map(Claim::amount).orElse(0L);
        // A queued request is charged the most it could take; once it is decided it counts what it takes.
        long before =
                touched.before().filter(Claim::isDecided).map(Claim::amount).orElse(charged);
        return Math.max(0, charged - before + after);
    }

    private static void checkLead(Transaction transaction, Touched touched) {
        account(transaction, touched.user()).ifPresent(account -> {
            long lead = touched.after().orElseThrow().start() - transaction.now();
            if (lead < account.leastLead() || (account.mostLead() > 0 && lead > account.mostLead())) {
                throw new OverLimit(new WrongLead(account, lead));
            }
        });
    }

    private static void checkQuota(Transaction transaction, Account account, long before, long after) {
        if (after <= account.quota() || after <= before) {
            return;
        }
        String actor = transaction.actor();
        if (actor.equals(account.name())) {
            throw new OverLimit(new OverQuota(account, before, after - before));
        }
        if (!actor.isEmpty()) {
            AuditLog.add(
                    transaction,
                    "exceed-quota",
                    account.name(),
                    "%s of %s server-hours".formatted(hours(after), hours(account.quota())));
        }
    }

    /** Server-hours, for people. */
    public static String hours(long serverMillis) {
        return BigDecimal.valueOf(serverMillis)
                .divide(HOUR, 6, RoundingMode.HALF_UP)
                .stripTrailingZeros()
                .toPlainString();
    }

    public static long serverMillis(String hours) {
        return Decimals.read(hours)
                .multiply(HOUR)
                .setScale(0, RoundingMode.UNNECESSARY)
                .longValueExact();
    }
}
