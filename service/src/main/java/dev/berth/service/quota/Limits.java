package dev.berth.service.quota;

import dev.berth.engine.model.Decimals;
import dev.berth.service.account.Account;
import dev.berth.service.account.Accounts;
import dev.berth.service.account.AuditLog;
import dev.berth.service.project.Budget;
import dev.berth.service.project.Project;
import dev.berth.service.site.Claim;
import dev.berth.service.site.Touched;
import dev.berth.service.site.Transaction;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.time.YearMonth;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * What accounts and projects may book: how much in a sliding window, and how long ahead.
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
    public record OverQuota(Scope.Limited quota, long booked, long asked) implements Broken {}

    /** The lead is from now to the start. */
    public record WrongLead(Account account, long lead) implements Broken {}

    /** The budget of a project, what is spent of it, and what was asked for beside, in millionths. */
    public record OverBudget(Project project, Budget budget, YearMonth month, long spent, long asked)
            implements Broken {}

    /** What the transaction does under one quota: what counted before it, and whether its actor takes more. */
    private static final class Change {
        final Scope.Limited quota;
        final long before;
        boolean isOwn;

        Change(Scope.Limited quota, long before) {
            this.quota = quota;
            this.before = before;
        }
    }

    /**
     * Charges what a transaction has done.
     *
     * @throws OverLimit if it is more than the user who did it may
     */
    static void settle(Transaction transaction, Usage usage, List<Touched> touched) {
        for (Touched each : touched) {
            if (each.user().equals(transaction.actor()) && each.hasChosenStart()) {
                checkLead(transaction, each, touched);
            }
        }
        Map<String, Change> changes = new LinkedHashMap<>();
        for (Touched each : touched) {
            scopes(each).forEach(scope -> charge(transaction, usage, each, scope, changes));
        }
        changes.values().forEach(change -> checkQuota(transaction, change, touched));
    }

    private static List<Scope> scopes(Touched touched) {
        Claim claim = touched.after().or(touched::before).orElseThrow();
        Set<String> pools = new TreeSet<>();
        touched.before().ifPresent(before -> pools.addAll(before.pools().keySet()));
        touched.after().ifPresent(after -> pools.addAll(after.pools().keySet()));
        List<Scope> scopes = new ArrayList<>();
        scopes.add(Scope.account(touched.user()));
        claim.project().ifPresent(project -> scopes.add(Scope.project(project)));
        for (Scope whole : List.copyOf(scopes)) {
            pools.forEach(pool -> scopes.add(whole.in(pool)));
        }
        return scopes;
    }

    private static void charge(
            Transaction transaction, Usage usage, Touched each, Scope scope, Map<String, Change> changes) {
        long charged = usage.charged(scope.key(), each.id().number());
        long due = due(each, scope, charged);
        if (due == charged) {
            return;
        }
        Optional<Scope.Limited> quota = scope.limited(transaction.view());
        // Without a quota nothing is counted; what was counted before is still given back.
        if (due < charged || quota.isPresent()) {
            quota.ifPresent(limited -> {
                Change change = changes.computeIfAbsent(
                        scope.key(), key -> new Change(limited, limited.booked(transaction.view())));
                change.isOwn |= due > charged && each.user().equals(transaction.actor());
            });
            transaction.record(
                    Usage.KIND, new Usage.Charge(scope.key(), each.id().number(), due));
        }
    }

    private static Optional<Account> account(Transaction transaction, String user) {
        return transaction.view().facts(Accounts.class).known(user);
    }

    /**
     * What is to be charged from now on: what was, and by how much the claim has changed. So a reservation from before
     * there was a quota counts only by what is added to it.
     */
    private static long due(Touched touched, Scope scope, long charged) {
        long after = touched.after().map(claim -> amount(claim, scope)).orElse(0L);
        // A queued request is charged the most it could take; once it is decided it counts what it takes.
        long before = touched.before()
                .filter(Claim::isDecided)
                .map(claim -> amount(claim, scope))
                .orElse(charged);
        return Math.max(0, charged - before + after);
    }

    private static long amount(Claim claim, Scope scope) {
        return scope.pool().map(pool -> claim.pools().getOrDefault(pool, 0L)).orElse(claim.amount());
    }

    private static void checkLead(Transaction transaction, Touched one, List<Touched> touched) {
        account(transaction, one.user()).ifPresent(account -> {
            long lead = one.after().orElseThrow().start() - transaction.now();
            if (lead < account.leastLead() || (account.mostLead() > 0 && lead > account.mostLead())) {
                throw new OverLimit(new WrongLead(account, lead), transaction, touched);
            }
        });
    }

    private static void checkQuota(Transaction transaction, Change change, List<Touched> touched) {
        Scope.Limited quota = change.quota;
        long after = quota.booked(transaction.view());
        if (after <= quota.quota().amount() || after <= change.before) {
            return;
        }
        if (change.isOwn) {
            throw new OverLimit(new OverQuota(quota, change.before, after - change.before), transaction, touched);
        }
        if (!transaction.actor().isEmpty()) {
            AuditLog.add(
                    transaction,
                    "exceed-quota",
                    quota.scope().text(),
                    "%s of %s server-hours"
                            .formatted(hours(after), hours(quota.quota().amount())));
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
