package dev.berth.service.booking;

import dev.berth.engine.intake.Priority;
import dev.berth.service.account.Account;
import dev.berth.service.account.AccountStanding;
import java.util.Optional;

/**
 * Rule by which the queued requests of an account get their priority: {@code priorities} and {@code priority} of {@code
 * intake} in {@code site.yaml}.
 *
 * @param source where the priority of an account comes from
 * @param usual the priority of accounts that have none from there
 */
public record PriorityRule(Source source, Priority usual) {
    /** The rule of a site that says nothing else. */
    public static final PriorityRule USUAL = assigned(new Priority(Priority.LEVELS / 2));

    /** Source of the priorities of accounts. */
    public enum Source {
        /** Administrators give each account a number. */
        ASSIGNED,
        /** Paying capacity and rank give it (ahuja); an account without them keeps the assigned one. */
        COMPUTED
    }

    /** Priorities as administrators set them. */
    public static PriorityRule assigned(Priority usual) {
        return new PriorityRule(Source.ASSIGNED, usual);
    }

    /** The priority of what the account queues. */
    public Priority of(Account account) {
        return computed(account).or(account::priority).orElse(usual);
    }

    /** The priority that is computed; empty where none is, and the assigned one counts. */
    public Optional<Priority> computed(Account account) {
        return source == Source.COMPUTED ? account.standing().map(AccountStanding::priority) : Optional.empty();
    }
}
