package dev.berth.service.quota;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.berth.service.account.Account;
import dev.berth.service.problem.Code;
import dev.berth.service.problem.Problem;
import dev.berth.service.wire.Json;
import dev.berth.service.wire.Times;
import dev.berth.service.words.Spans;
import java.time.Duration;

/** Ends a transaction that would break a limit of the user who makes it. */
public final class OverLimit extends RuntimeException {
    private final transient Limits.Broken broken;

    OverLimit(Limits.Broken broken) {
        super(broken.toString(), null, false, false);
        this.broken = broken;
    }

    public Limits.Broken broken() {
        return broken;
    }

    /** The answer for the user whose transaction it was. */
    public Problem problem() {
        return switch (broken) {
            case Limits.OverQuota over -> quota(over);
            case Limits.WrongLead wrong -> lead(wrong);
        };
    }

    private static Problem quota(Limits.OverQuota over) {
        String quota = Limits.hours(over.account().quota());
        String window = Times.duration(over.account().quotaWindow());
        String booked = Limits.hours(over.booked());
        String asked = Limits.hours(over.asked());
        return Problem.of(
                        Code.QUOTA,
                        "Quota: %s server-hours per %s. %s has booked %s and asks for %s more"
                                .formatted(
                                        quota,
                                        roughly(over.account().quotaWindow()),
                                        over.account().name(),
                                        booked,
                                        asked))
                .with(Json.object()
                        .put("serverHours", quota)
                        .put("window", window)
                        .put("booked", booked)
                        .put("asked", asked));
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

    private static String roughly(long millis) {
        return Spans.roughly(Duration.ofMillis(millis));
    }
}
