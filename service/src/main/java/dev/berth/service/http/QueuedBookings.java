package dev.berth.service.http;

import dev.berth.engine.agreement.Quote;
import dev.berth.engine.book.Command;
import dev.berth.engine.book.Event;
import dev.berth.engine.intake.Declined;
import dev.berth.engine.intake.Priority;
import dev.berth.engine.intake.Queued;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.Refusal;
import dev.berth.engine.model.ReservationId;
import dev.berth.service.account.Account;
import dev.berth.service.account.Limits;
import dev.berth.service.account.Usage;
import dev.berth.service.site.Site;
import dev.berth.service.site.Transaction;
import dev.berth.service.site.View;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Requests that are decided when their round ends. They count against the quota from when they are made, by what they ask
 * for at rate 1, and no longer when they are withdrawn or turned away.
 */
final class QueuedBookings {
    private static final Logger LOG = LoggerFactory.getLogger(QueuedBookings.class);

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
        Queued request = ((Event.Queued) queued).request();
        charge(transaction, user, request);
        return request;
    }

    private static void charge(Transaction transaction, Account user, Queued request) {
        if (user.quota() == 0) {
            return;
        }
        long asked = Limits.amount(request.job().work().amount(), request.job().servers());
        long booked = transaction
                .view()
                .facts(Usage.class)
                .since(
                        user.name(),
                        transaction.now() - user.quotaWindow(),
                        request.id().number());
        if (booked + asked > user.quota()) {
            throw Bookings.problem(new Limits.OverQuota(user, booked, asked)).thrown();
        }
        transaction.record(
                Usage.KIND, new Usage.Charge(user.name(), request.id().number(), asked));
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
        refund(transaction, request.job().user(), request.id());
        Office.audit(transaction, "withdraw", request.id().toString(), "");
        return quote;
    }

    /** Gives back what was turned away: after every round from now on, and what an end in between has left. */
    static void settleAlways(Site site) {
        site.listen(committed -> {
            if (committed.events().stream().anyMatch(Event.TurnedAway.class::isInstance)) {
                var unused = site.write("site", QueuedBookings::settle).exceptionally(e -> {
                    LOG.warn("what was turned away is given back at the next start", e);
                    return 0;
                });
            }
        });
        site.write("site", QueuedBookings::settle).join();
    }

    private static int settle(Transaction transaction) {
        int settled = 0;
        for (Declined declined : transaction.view().declined()) {
            settled += refund(transaction, declined.user(), declined.id()) ? 1 : 0;
        }
        return settled;
    }

    private static boolean refund(Transaction transaction, String user, ReservationId id) {
        if (!transaction.view().facts(Usage.class).isCharged(user, id.number())) {
            return false;
        }
        transaction.record(Usage.KIND, new Usage.Charge(user, id.number(), 0));
        return true;
    }
}
