package dev.berth.service.booking;

import dev.berth.engine.agreement.Quote;
import dev.berth.engine.book.Command;
import dev.berth.engine.book.Event;
import dev.berth.engine.intake.Queued;
import dev.berth.engine.model.Job;
import dev.berth.service.account.Account;
import dev.berth.service.account.Accounts;
import dev.berth.service.account.AuditLog;
import dev.berth.service.account.Role;
import dev.berth.service.project.Memberships;
import dev.berth.service.sharing.Sharing;
import dev.berth.service.sharing.Sharings;
import dev.berth.site.Transaction;
import dev.berth.site.View;
import dev.berth.wire.problem.Problem;
import java.util.Optional;

/**
 * Requests that are decided when their round ends. They count against the quota from when they are made, by the most that
 * they can take, so that no round exceeds it; once they are decided, by what they take.
 */
public final class QueuedBookings {
    private QueuedBookings() {}

    /**
     * Queues a job for the end of the round.
     *
     * @param priorities the priority that the request of an account gets
     */
    public static Queued enqueue(Transaction transaction, Account asker, Job asked, PriorityRule priorities) {
        Job job = Bookings.mayBook(transaction.view(), asker, asked);
        Account user =
                transaction.view().facts(Accounts.class).known(job.user()).orElse(Account.of(job.user(), Role.USER));
        if (user.leastLead() > 0 || user.mostLead() > 0) {
            throw Problem.notAllowed(
                            user.name() + " has limits on how long ahead to book, and the start of a queued request is"
                                    + " not known until it is decided; book without queueing")
                    .toException();
        }
        Memberships.project(transaction.view(), job)
                .flatMap(name -> Memberships.find(transaction.view(), name))
                .filter(project -> project.budget().isPresent())
                .ifPresent(project -> {
                    throw Problem.notAllowed("Project " + project.name() + " has a budget, and the price of a queued"
                                    + " request is not known until it is decided; book without queueing")
                            .toException();
                });
        Event event = Bookings.accepted(transaction.submit(new Command.Enqueue(job, priorities.of(user))))
                .events()
                .getFirst();
        Queued request = ((Event.Queued) event).request();
        if (!job.user().equals(asker.name())) {
            transaction.record(
                    Sharings.KIND,
                    Sharing.none(request.id().number(), job.user()).bookedBy(asker.name()));
        }
        AuditLog.add(transaction, "queue", request.id().toString(), job.id().name());
        return request;
    }

    /** The queued request that is meant, if it is one and the asker's to withdraw. */
    static Optional<Queued> find(View view, Target target) {
        Optional<Queued> request = view.queued(target.id());
        request.ifPresent(each -> checkOwner(target.asker(), each));
        return request;
    }

    static void checkOwner(Account asker, Queued request) {
        asker.checkOwns(request.job().user(), "request " + request.id());
    }

    static Quote withdraw(Transaction transaction, Queued request) {
        Quote quote = Bookings.accepted(transaction.submit(new Command.Cancel(request.id())))
                .quote();
        AuditLog.add(transaction, "withdraw", request.id().toString(), "");
        return quote;
    }
}
