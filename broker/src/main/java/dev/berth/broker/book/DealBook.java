package dev.berth.broker.book;

import dev.berth.broker.deal.Asked;
import dev.berth.broker.deal.BrokerTerms;
import dev.berth.broker.deal.Deal;
import dev.berth.broker.deal.DealPart;
import dev.berth.broker.deal.DealPlan;
import dev.berth.broker.deal.Reason;
import dev.berth.broker.deal.Replacement;
import dev.berth.service.account.Account;
import dev.berth.service.account.AuditLog;
import dev.berth.service.workflow.TaskLimit;
import dev.berth.site.Transaction;
import dev.berth.site.View;
import dev.berth.wire.problem.Code;
import dev.berth.wire.problem.Problem;
import dev.berth.wire.problem.Rejected;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Makes and cancels deals: facts only, which the runner then carries out. */
public final class DealBook {
    private DealBook() {}

    public static Deal make(
            Transaction transaction,
            Account asker,
            Asked asked,
            List<DealPlan> plans,
            List<Reason> left,
            Optional<Replacement> replace,
            BrokerTerms terms) {
        Deals deals = transaction.view().facts(Deals.class);
        if (!deals.hasRoom(asker.name())) {
            throw Problem.of(
                            Code.TOO_MANY_DEALS,
                            asker.name() + " has too many deals under way; wait until some of them are over")
                    .toException();
        }
        int tasks = plans.stream().mapToInt(DealPlan::tasks).sum();
        if (tasks > 0) {
            TaskLimit.check(
                    asker.name(),
                    deals.openTasks(asker.name()),
                    tasks,
                    "plans of deals that are not over",
                    "Wait until one is over");
        }
        long now = transaction.now();
        Deal deal = Deal.planned(
                deals.next(), asker.name(), asked.name(), asked.budget(), plans, left, replace, now, terms.life(now));
        Recorder.add(transaction, deal);
        AuditLog.add(transaction, "make-deal", deal.id(), sites(deal));
        return deal;
    }

    private static String sites(Deal deal) {
        return String.join(", ", deal.parts().stream().map(DealPart::site).toList());
    }

    /** Cancels all of a deal; one that is over, or on its way there, stays as it is. */
    public static Deal cancel(Transaction transaction, Account asker, long number) {
        Deal deal = own(transaction.view(), asker, number);
        boolean canBe = deal.state() == Deal.State.HOLDING || deal.state() == Deal.State.DECIDED || deal.isKept();
        if (!canBe) {
            return deal;
        }
        Deal next =
                deal.givenUp(List.of(new Reason("", "cancelled", "Cancelled by " + asker.name())), transaction.now());
        Recorder.add(transaction, next);
        AuditLog.add(transaction, "cancel-deal", deal.id(), sites(deal));
        return next;
    }

    /** A deal that the asker may see. */
    public static Deal own(View view, Account asker, long number) {
        Deal deal = view.facts(Deals.class).get(number).orElseThrow(DealBook::unknown);
        asker.checkOwns(deal.user(), "deal " + deal.id());
        return deal;
    }

    /**
     * Which deals are wanted.
     *
     * @param newestFirst the other way round
     * @param after the number of the last one that is known already; 0 if none is
     */
    public record Wanted(Optional<Deal.State> state, Optional<String> user, boolean newestFirst, long after) {
        private boolean has(Deal deal) {
            return (after == 0 || (newestFirst ? deal.number() < after : deal.number() > after))
                    && (user.isEmpty() || user.get().equals(deal.user()))
                    && (state.isEmpty() || state.get() == deal.state());
        }
    }

    /** The deals that are wanted and that the asker may see, by number. */
    public static Stream<Deal> seen(View view, Account asker, Wanted wanted) {
        Deals deals = view.facts(Deals.class);
        return (wanted.newestFirst() ? deals.newest() : deals.all())
                .stream().filter(deal -> asker.owns(deal.user()) && wanted.has(deal));
    }

    /** There is none of that number. */
    public static Rejected unknown() {
        return Problem.of(Code.UNKNOWN_DEAL, "Unknown deal; deals are numbered d1, d2, ...")
                .toException();
    }
}
