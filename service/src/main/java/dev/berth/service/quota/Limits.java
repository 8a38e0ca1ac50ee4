package dev.berth.service.quota;

import dev.berth.engine.model.Decimals;
import dev.berth.service.account.Account;
import dev.berth.service.account.Accounts;
import dev.berth.service.account.AuditLog;
import dev.berth.service.account.Role;
import dev.berth.service.project.Budget;
import dev.berth.service.project.Memberships;
import dev.berth.service.project.Project;
import dev.berth.site.ServerTimeClaim;
import dev.berth.site.Touched;
import dev.berth.site.Transaction;
import dev.berth.site.View;
import dev.berth.words.Hundredths;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.time.YearMonth;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Limits on what accounts and projects may book: how much in a sliding window, and how far ahead.
 *
 * <p>Both are checked against the effect of a transaction, not against the request, so that there is no way around them. The
 * charge of a reservation follows its capacity, no matter who changes it. Only changes that users make themselves are refused:
 * those that an operator makes for a user are charged all the same, and noted in the audit log if they exceed the quota; those
 * that the book makes to keep its promises are charged, too.
 */
public final class Limits {
    private static final BigDecimal HOUR =
            BigDecimal.valueOf(Duration.ofHours(1).toMillis());

    private Limits() {}

    /** A limit that a transaction would break. */
    public sealed interface Broken {}

    /** Amounts in server-milliseconds, or in part-milliseconds if the quota is on a part. */
    public record OverQuota(QuotaScope.Limited quota, long booked, long asked) implements Broken {}

    /** The lead is from now to the start. */
    public record WrongLead(Account account, long lead) implements Broken {}

    /** The budget of a project, what is spent of it, and what was asked for beside, in millionths. */
    public record OverBudget(Project project, Budget budget, YearMonth month, long spent, long asked)
            implements Broken {}

    /** Change that the transaction makes under one quota: the amount before it, and whether its actor takes more. */
    private static final class Change {
        final QuotaScope.Limited quota;
        final long before;
        boolean isOwn;

        Change(QuotaScope.Limited quota, long before) {
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
            if (isAskedBy(transaction, each) && each.hasChosenStart()) {
                wrongLead(transaction.view(), each.after().orElseThrow()).ifPresent(wrong -> {
                    throw new OverLimit(wrong, transaction, touched);
                });
            }
        }
        Map<String, Change> changes = new LinkedHashMap<>();
        for (Touched each : touched) {
            scopes(each).forEach(scope -> charge(transaction, usage, each, scope, changes));
        }
        changes.values().forEach(change -> checkQuota(transaction, change, touched));
    }

    /**
     * Limit that a new reservation would break if the actor booked it now; empty if it is for somebody else. For answers before a
     * booking; the booking itself is checked by its effect, in {@link #settle}.
     */
    public static Optional<Broken> foreseen(View view, String actor, ServerTimeClaim claim) {
        if (!claim.user().equals(actor) && !isByStaff(view, actor, claim)) {
            return Optional.empty();
        }
        return wrongLead(view, claim)
                .or(() -> scopes(claim, claim.pools().keySet(), claim.parts().keySet()).stream()
                        .flatMap(scope -> overQuota(view, scope, claim).stream())
                        .findFirst())
                .or(() -> view.facts(Spending.class).overBudget(view, claim));
    }

    /** Whether what is claimed counts against a quota or a budget. */
    public static boolean isLimited(View view, ServerTimeClaim claim) {
        return scopes(claim, claim.pools().keySet(), claim.parts().keySet()).stream()
                        .anyMatch(scope -> scope.limited(view).isPresent())
                || claim.project()
                        .flatMap(project -> Memberships.added(view, project))
                        .flatMap(Project::budget)
                        .isPresent();
    }

    private static Optional<Broken> overQuota(View view, QuotaScope scope, ServerTimeClaim claim) {
        return scope.limited(view).flatMap(quota -> {
            long booked = quota.booked(view);
            return overQuota(quota, booked, booked + amount(claim, scope));
        });
    }

    private static Optional<Broken> overQuota(QuotaScope.Limited quota, long before, long after) {
        return after > quota.quota().amount() && after > before
                ? Optional.of(new OverQuota(quota, before, after - before))
                : Optional.empty();
    }

    private static Optional<Broken> wrongLead(View view, ServerTimeClaim claim) {
        long lead = claim.start() - view.now();
        return view.facts(Accounts.class)
                .known(claim.user())
                .filter(account -> lead < account.leastLead() || (account.mostLead() > 0 && lead > account.mostLead()))
                .map(account -> new WrongLead(account, lead));
    }

    /**
     * Whether the actor of a transaction asked for what it does to a reservation, so that limits hold for it: the reservation is the
     * actor's own, it is new and booked by staff of its project, or it is handed over by somebody who is no operator.
     */
    static boolean isAskedBy(Transaction transaction, Touched touched) {
        String actor = transaction.actor();
        if (touched.served()) {
            return false;
        }
        if (touched.user().equals(actor)) {
            return true;
        }
        if (touched.isGiven()) {
            return transaction
                    .view()
                    .facts(Accounts.class)
                    .known(actor)
                    .filter(account -> !account.is(Role.OPERATOR))
                    .isPresent();
        }
        return touched.before().isEmpty()
                && touched.after()
                        .filter(claim -> isByStaff(transaction.view(), actor, claim))
                        .isPresent();
    }

    private static boolean isByStaff(View view, String actor, ServerTimeClaim claim) {
        return claim.project().isPresent()
                && view.facts(Accounts.class)
                        .known(actor)
                        .filter(account ->
                                !account.is(Role.OPERATOR) && Memberships.isStaff(view, account, claim.project()))
                        .isPresent();
    }

    /** Scopes of its user and project; of the former ones as well if it was handed over. */
    private static Collection<QuotaScope> scopes(Touched touched) {
        Set<QuotaScope> scopes = new LinkedHashSet<>();
        Set<String> pools = new TreeSet<>();
        Set<String> parts = new TreeSet<>();
        Stream.concat(touched.before().stream(), touched.after().stream()).forEach(each -> {
            pools.addAll(each.pools().keySet());
            parts.addAll(each.parts().keySet());
        });
        Stream.concat(touched.after().stream(), touched.before().stream())
                .forEach(claim -> scopes.addAll(scopes(claim, pools, parts)));
        return scopes;
    }

    private static List<QuotaScope> scopes(ServerTimeClaim claim, Set<String> pools, Set<String> parts) {
        List<QuotaScope> scopes = new ArrayList<>();
        scopes.add(QuotaScope.account(claim.user()));
        claim.project().ifPresent(project -> scopes.add(QuotaScope.project(project)));
        for (QuotaScope whole : List.copyOf(scopes)) {
            pools.forEach(pool -> scopes.add(whole.in(pool)));
            parts.forEach(part -> scopes.add(whole.of(part)));
        }
        return scopes;
    }

    private static void charge(
            Transaction transaction, Usage usage, Touched each, QuotaScope scope, Map<String, Change> changes) {
        long charged = usage.charged(scope.key(), each.id().number());
        long due = due(each, scope, charged);
        if (due == charged) {
            return;
        }
        Optional<QuotaScope.Limited> quota = scope.limited(transaction.view());
        // Without a quota nothing is counted; what was counted before is still given back.
        if (due < charged || quota.isPresent()) {
            quota.ifPresent(limited -> {
                Change change = changes.computeIfAbsent(
                        scope.key(), key -> new Change(limited, limited.booked(transaction.view())));
                change.isOwn |= due > charged && isAskedBy(transaction, each);
            });
            transaction.record(
                    Usage.KIND, new Usage.Charge(scope.key(), each.id().number(), due));
        }
    }

    /**
     * Amount to charge from now on: the amount charged so far, plus the change of the claim. So a reservation that is older than
     * its quota counts only by what is added to it.
     */
    private static long due(Touched touched, QuotaScope scope, long charged) {
        long after = touched.after().map(claim -> amount(claim, scope)).orElse(0L);
        // A queued request is charged the most it could take; once it is decided it counts what it takes.
        long before = touched.before()
                .filter(ServerTimeClaim::isDecided)
                .map(claim -> amount(claim, scope))
                .orElse(charged);
        return Math.max(0, charged - before + after);
    }

    private static long amount(ServerTimeClaim claim, QuotaScope scope) {
        if (!scope.counts(claim)) {
            return 0;
        }
        if (scope.part().isPresent()) {
            return claim.parts().getOrDefault(scope.part().get(), 0L);
        }
        return scope.pool().map(pool -> claim.pools().getOrDefault(pool, 0L)).orElse(claim.amount());
    }

    private static void checkQuota(Transaction transaction, Change change, List<Touched> touched) {
        QuotaScope.Limited quota = change.quota;
        long after = quota.booked(transaction.view());
        Optional<Broken> broken = overQuota(quota, change.before, after);
        if (broken.isEmpty()) {
            return;
        }
        if (change.isOwn) {
            throw new OverLimit(broken.get(), transaction, touched);
        }
        if (!transaction.actor().isEmpty()) {
            AuditLog.add(
                    transaction,
                    "exceed-quota",
                    quota.scope().text(),
                    "%s of %s %s"
                            .formatted(
                                    Hundredths.of(new BigDecimal(hours(after))),
                                    hours(quota.quota().amount()),
                                    quota.scope().hours()));
        }
    }

    /** Server-hours with all places, for programs; people get them in {@link Hundredths}. */
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
