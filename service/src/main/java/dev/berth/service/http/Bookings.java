package dev.berth.service.http;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.berth.engine.agreement.Wish;
import dev.berth.engine.book.Command;
import dev.berth.engine.book.Decision;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.Reservation;
import dev.berth.service.account.Account;
import dev.berth.service.account.Accounts;
import dev.berth.service.account.Limits;
import dev.berth.service.account.Role;
import dev.berth.service.problem.Code;
import dev.berth.service.problem.Problem;
import dev.berth.service.problem.Refused;
import dev.berth.service.site.Transaction;
import dev.berth.service.site.View;
import dev.berth.service.wire.Json;
import dev.berth.service.wire.Times;
import org.jspecify.annotations.Nullable;

/** What every booking goes through, whichever way it was asked for. The limits of its user follow from what it does. */
final class Bookings {
    private Bookings() {}

    /** Whether the asker may have a job of this user's, who must be known. */
    static void mayBook(View view, Account asker, Job job) {
        if (!job.user().equals(asker.name()) && !asker.is(Role.OPERATOR)) {
            throw Problem.notAllowed(
                            "%s may not book for %s; that takes an operator".formatted(asker.name(), job.user()))
                    .thrown();
        }
        if (view.facts(Accounts.class).open(job.user()).isEmpty()) {
            throw Problem.invalid("user", job.user(), "it is an account of this site")
                    .thrown();
        }
    }

    static Reservation reserve(Transaction transaction, Account asker, Job job, @Nullable Wish wish) {
        mayBook(transaction.view(), asker, job);
        return accepted(transaction.submit(new Command.Reserve(job)), job, wish).reservation();
    }

    /** Like {@link #reserve}, but only until a time. */
    static Reservation hold(Transaction transaction, Account asker, Job job, long until) {
        mayBook(transaction.view(), asker, job);
        return accepted(transaction.submit(new Command.Hold(job, until)), job, null)
                .reservation();
    }

    static Account user(Transaction transaction, String name) {
        return transaction.view().facts(Accounts.class).known(name).orElse(Account.of(name, Role.USER));
    }

    static Decision.Accepted accepted(Decision decision, @Nullable Job job, @Nullable Wish wish) {
        return switch (decision) {
            case Decision.Accepted accepted -> accepted;
            case Decision.Refused refused -> throw new Refused(refused.refusal(), job, wish);
            case Decision.Report report -> throw new IllegalStateException("nobody asked for a report");
        };
    }

    static Decision.Accepted accepted(Decision decision) {
        return accepted(decision, null, null);
    }

    static Problem problem(Limits.Broken broken) {
        ObjectNode numbers = Json.object();
        return switch (broken) {
            case Limits.OverQuota over -> {
                String quota = Limits.hours(over.account().quota());
                String window = Times.duration(over.account().quotaWindow());
                numbers.put("serverHours", quota)
                        .put("window", window)
                        .put("booked", Limits.hours(over.booked()))
                        .put("asked", Limits.hours(over.asked()));
                yield Problem.of(
                                Code.QUOTA,
                                "%s may book %s server-hours in %s, has booked %s and asks for %s more"
                                        .formatted(
                                                over.account().name(),
                                                quota,
                                                window,
                                                Limits.hours(over.booked()),
                                                Limits.hours(over.asked())))
                        .with(numbers);
            }
            case Limits.WrongLead wrong -> {
                Account account = wrong.account();
                numbers.put("lead", Times.duration(wrong.lead())).put("least", Times.duration(account.leastLead()));
                if (account.mostLead() > 0) {
                    numbers.put("most", Times.duration(account.mostLead()));
                }
                yield Problem.notAllowed("it would start %s from now; %s may book from %s ahead%s"
                                .formatted(
                                        Times.duration(wrong.lead()),
                                        account.name(),
                                        Times.duration(account.leastLead()),
                                        account.mostLead() > 0 ? " to " + Times.duration(account.mostLead()) : ""))
                        .with(numbers);
            }
        };
    }
}
