package dev.berth.service.quota;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.berth.engine.model.Money;
import dev.berth.service.account.Account;
import dev.berth.service.project.Budget;
import dev.berth.site.ServerTimeClaim;
import dev.berth.site.Touched;
import dev.berth.site.Transaction;
import dev.berth.wire.Json;
import dev.berth.wire.Names;
import dev.berth.wire.Times;
import dev.berth.wire.problem.AskedAmount;
import dev.berth.wire.problem.Code;
import dev.berth.wire.problem.Problem;
import dev.berth.words.Hundredths;
import dev.berth.words.Spans;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Ends a transaction that would break a limit of the user who makes it. */
public final class OverLimit extends RuntimeException {
    private static final DateTimeFormatter MONTH = DateTimeFormatter.ofPattern("MMMM yyyy", Locale.ENGLISH);

    private final transient Limits.Broken broken;
    private final transient AskedAmount asked;

    /** @param touched what the transaction would have done */
    OverLimit(Limits.Broken broken, Transaction transaction, List<Touched> touched) {
        super(broken.toString(), null, false, false);
        this.broken = broken;
        this.asked = asked(transaction.actor(), touched);
    }

    private static AskedAmount asked(String actor, List<Touched> touched) {
        Optional<String> project = Optional.empty();
        long sum = 0;
        for (Touched each : touched) {
            if (each.user().equals(actor)) {
                project = project.or(() -> each.after().flatMap(ServerTimeClaim::project));
                long before = each.before().map(ServerTimeClaim::amount).orElse(0L);
                long after = each.after().map(ServerTimeClaim::amount).orElse(0L);
                sum = Math.min(Long.MAX_VALUE / 4, sum + Math.max(0, after - before));
            }
        }
        return new AskedAmount(project, sum);
    }

    /** Request of the transaction: what it would have added to its user's reservations. */
    public AskedAmount asked() {
        return asked;
    }

    public Limits.Broken broken() {
        return broken;
    }

    /** The answer for a user who breaks a limit, or would. */
    public static Problem problem(Limits.Broken broken) {
        return switch (broken) {
            case Limits.OverQuota over -> quota(over);
            case Limits.WrongLead wrong -> lead(wrong);
            case Limits.OverBudget over -> budget(over);
        };
    }

    private static Problem quota(Limits.OverQuota over) {
        QuotaScope.Limited limited = over.quota();
        String quota = Limits.hours(limited.quota().amount());
        long left = Math.max(0, limited.quota().amount() - over.booked());
        ObjectNode numbers = Json.object()
                .put(Names.of(limited.scope().kind()), limited.scope().name())
                .put(limited.scope().part().isPresent() ? "hours" : "serverHours", quota)
                .put("window", Times.duration(limited.quota().window()))
                .put("booked", Limits.hours(over.booked()))
                .put("left", Limits.hours(left))
                .put("asked", Limits.hours(over.asked()));
        limited.scope().pool().ifPresent(pool -> numbers.put("pool", pool));
        limited.scope().part().ifPresent(part -> numbers.put("part", part));
        return Problem.of(
                        Code.QUOTA,
                        "Quota of %s%s: %s %s per %s. %s booked, %s left, and this asks for %s more. Book less, or ask an administrator for more"
                                .formatted(
                                        limited.scope().text(),
                                        limited.isDefault() ? " (default of the site)" : "",
                                        quota,
                                        limited.scope().hours(),
                                        each(limited.quota().window()),
                                        roughHours(over.booked(), RoundingMode.UP),
                                        roughHours(left, RoundingMode.DOWN),
                                        roughHours(over.asked(), RoundingMode.UP)))
                .with(numbers);
    }

    /** To hundredths, rounded so that what is asked for never seems to be within what is left. */
    private static String roughHours(long serverMillis, RoundingMode rounding) {
        return Hundredths.of(new BigDecimal(Limits.hours(serverMillis)), rounding);
    }

    private static Problem budget(Limits.OverBudget over) {
        Money amount = over.budget().amount();
        Money left = new Money(Math.max(0, amount.millionths() - over.spent()));
        Money asked = new Money(over.asked());
        boolean isMonthly = over.budget().period() == Budget.Period.MONTH;
        long share = left.millionths() / Math.max(1, over.asked() / 100);
        String month = MONTH.format(over.month());
        ObjectNode numbers = Json.object()
                .put("project", over.project().name())
                .put("budget", amount.toString())
                .put("spent", new Money(over.spent()).toString())
                .put("left", left.toString())
                .put("asked", asked.toString());
        if (isMonthly) {
            numbers.put("month", over.month().toString());
        }
        return Problem.of(
                        Code.PROJECT_BUDGET,
                        "Budget of project %s: %s %s. %s left, and this costs %s more%s. Book less%s, or ask an administrator for more"
                                .formatted(
                                        over.project().name(),
                                        amount,
                                        isMonthly ? "for " + month : "in total",
                                        cents(left, RoundingMode.FLOOR),
                                        cents(asked, RoundingMode.CEILING),
                                        share > 0 ? "; about " + share + "% of it would fit" : "",
                                        isMonthly ? ", book for another month" : ""))
                .with(numbers);
    }

    /** Formats money in cents; the rounding must never make what is asked for seem to fit into what is left. */
    private static String cents(Money amount, RoundingMode rounding) {
        return amount.decimal().setScale(2, rounding).toPlainString();
    }

    private static Problem lead(Limits.WrongLead wrong) {
        Account account = wrong.account();
        String lead = Times.duration(wrong.lead());
        String least = Times.duration(account.leastLead());
        ObjectNode numbers = Json.object().put("lead", lead).put("least", least);
        if (account.mostLead() > 0) {
            numbers.put("most", Times.duration(account.mostLead()));
        }
        boolean isTooSoon = wrong.lead() < account.leastLead();
        return Problem.notAllowed("This would start in %s; %s must book %s %s ahead"
                        .formatted(
                                roughly(wrong.lead()),
                                account.name(),
                                isTooSoon ? "at least" : "at most",
                                roughly(isTooSoon ? account.leastLead() : account.mostLead())))
                .with(numbers);
    }

    /** Such as {@code day} or {@code 7 days}. */
    private static String each(long window) {
        String span = roughly(window);
        return span.matches("1 [a-z]+") ? span.substring(2) : span;
    }

    private static String roughly(long millis) {
        return Spans.roughly(Duration.ofMillis(millis));
    }
}
