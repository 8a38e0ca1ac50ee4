package dev.berth.service.http;

import dev.berth.engine.agreement.Quote;
import dev.berth.engine.book.Command;
import dev.berth.engine.book.Event;
import dev.berth.engine.intake.Priority;
import dev.berth.engine.intake.Queued;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.Refusal;
import dev.berth.engine.model.ReservationId;
import dev.berth.service.account.Account;
import dev.berth.service.problem.Problem;
import dev.berth.service.problem.Refused;
import dev.berth.service.site.Transaction;
import dev.berth.service.site.View;

/**
 * Requests that are decided when their round ends. They count against the quota from when they are made, by the most that
 * they can take, so that no round exceeds it; once they are decided, by what they take.
 */
final class QueuedBookings {
    private QueuedBookings() {}

    static Queued enqueue(Transaction transaction, Account asker, Job job, Priority usual) {
        Bookings.mayBook(transaction.view(), asker, job);
        Account user = Bookings.user(transaction, job.user());
        if (user.leastLead() > 0 || user.mostLead() > 0) {
            throw Problem.notAllowed(user.name() + " is held to lead times, which nobody knows before a request is"
                            + " decided; ask without queueing")
                    .thrown();
        }
        Event queued = Bookings.accepted(transaction.submit(
                        new Command.Enqueue(job, user.priority().orElse(usual))))
                .events()
                .getFirst();
        return ((Event.Queued) queued).request();
    }

    /** Somebody else's request is none of this account's business, and what is queued can only be withdrawn. */
    static void refuseIfQueued(View view, Account account, ReservationId id) {
        view.queued(id).ifPresent(request -> {
            mayWithdraw(account, request);
            throw new Refused(new Refusal.StillQueued(id), null, null);
        });
    }

    static void mayWithdraw(Account account, Queued request) {
        if (!account.owns(request.job().user())) {
            throw Problem.notAllowed("request " + request.id() + " belongs to somebody else")
                    .thrown();
        }
    }

    static Quote withdraw(Transaction transaction, Queued request) {
        Quote quote = Bookings.accepted(transaction.submit(new Command.Cancel(request.id())))
                .quote();
        Office.audit(transaction, "withdraw", request.id().toString(), "");
        return quote;
    }
}
