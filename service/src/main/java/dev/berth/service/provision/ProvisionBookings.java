package dev.berth.service.provision;

import dev.berth.engine.agreement.Quote;
import dev.berth.engine.book.Decision;
import dev.berth.service.account.Account;
import dev.berth.service.account.AuditLog;
import dev.berth.service.booking.Bookings;
import dev.berth.service.booking.GroupBookings;
import dev.berth.service.workflow.PlanNews;
import dev.berth.service.workflow.TaskLimit;
import dev.berth.service.workflow.TaskStanding;
import dev.berth.site.Transaction;
import dev.berth.site.View;
import dev.berth.wire.IdKind;
import dev.berth.wire.problem.Code;
import dev.berth.wire.problem.Problem;
import dev.berth.words.Phrase;
import java.util.Optional;

/** Books what searches have found, and gives it up: all allocations in one step, or none. */
public final class ProvisionBookings {
    private ProvisionBookings() {}

    /** A provision as it is now, and what it took to get there. */
    public record Priced(Provision provision, Quote quote) {}

    /** Returns the result of a search, which must have one. */
    public static Searching.Result found(Searching search) {
        Searching.Result result = search.result();
        if (result == null) {
            throw Problem.of(
                            Code.STILL_SEARCHING,
                            search.state() == Searching.State.FAILED
                                    ? "The search has failed; search again"
                                    : "The search is still running; wait for its end, or stop it")
                    .toException();
        }
        if (result.plans().isEmpty()) {
            throw Problem.of(Code.NO_PLAN, result.reason()).toException();
        }
        return result;
    }

    /** The plan at a place among those that a search has found. */
    public static Provision proposed(Searching search, int point) {
        return Provision.proposed(
                search, search.plan(found(search).plans().candidates().get(point)));
    }

    /**
     * Why nothing that a search has found can be booked any more, if it is too late.
     *
     * @param now by the clock, which the book may be behind
     */
    public static Optional<Phrase> whyExpired(Searching search, long now) {
        return search.terms().ready() > now
                ? Optional.empty()
                : Optional.of(Phrase.of(
                        "Its plans begin at %s, which has passed; search again",
                        Phrase.time(search.terms().ready())));
    }

    public static Priced book(Transaction transaction, Account asker, Searching search, Provision proposal) {
        whyExpired(search, transaction.now()).ifPresent(why -> {
            throw Problem.of(Code.EXPIRED, why).toException();
        });
        Provisions provisions = transaction.view().facts(Provisions.class);
        TaskLimit.check(
                proposal.owner(),
                provisions.openTasks(proposal.owner(), transaction.now()),
                proposal.tasks().size(),
                "provisions that are not over",
                "Cancel one first");
        Decision.Accepted accepted = Bookings.accepted(GroupBookings.book(transaction, asker, proposal.jobs()));
        Provision provision = proposal.bookedAs(provisions.next(), transaction.now(), accepted.reservations());
        transaction.record(Provisions.KIND, new ProvisionFact.Booked(provision));
        tell(transaction, provision, PlanNews.What.PROVISION_BOOKED);
        AuditLog.add(transaction, "book-provision", provision.id(), provision.name());
        return new Priced(provision, accepted.quote());
    }

    /** The provision of that id, if it is the asker's to see and change. */
    public static Provision own(View view, Account asker, String id) {
        Provision provision = IdKind.PROVISION
                .number(id)
                .flatMap(number -> view.facts(Provisions.class).get(number))
                .orElseThrow(() -> Problem.of(
                                Code.UNKNOWN_PROVISION, "Unknown provision; provisions are numbered p1, p2, ...")
                        .toException());
        asker.checkOwns(provision.owner(), "provision " + provision.id());
        return provision;
    }

    public static Priced cancel(Transaction transaction, Account asker, String id) {
        Provision provision = own(transaction.view(), asker, id);
        Quote quote = GroupBookings.giveUp(transaction, TaskStanding.open(transaction.view(), provision.slots()));
        transaction.record(Provisions.KIND, new ProvisionFact.Released(provision.number()));
        tell(transaction, provision, PlanNews.What.PROVISION_RELEASED);
        AuditLog.add(transaction, "cancel-provision", provision.id(), provision.name());
        return new Priced(own(transaction.view(), asker, id), quote);
    }

    private static void tell(Transaction transaction, Provision provision, PlanNews.What what) {
        PlanNews.tell(transaction, new PlanNews.Line(provision.number(), provision.owner(), provision.name(), what));
    }
}
