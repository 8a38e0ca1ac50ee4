package dev.berth.service.booking;

import dev.berth.engine.agreement.Family;
import dev.berth.engine.agreement.Offer;
import dev.berth.engine.agreement.Wish;
import dev.berth.engine.book.Command;
import dev.berth.engine.book.Decision;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.Refusal;
import dev.berth.service.account.Account;
import dev.berth.service.site.View;
import java.util.List;
import java.util.Optional;

/**
 * What could be had for a job.
 *
 * @param refusal why the job cannot be had as it was asked for; empty if the first offer is just that
 */
public record FoundOffers(List<Offer> offers, Optional<Refusal> refusal) {
    public FoundOffers {
        offers = List.copyOf(offers);
    }

    public static FoundOffers of(View view, Account asker, Job asked, Wish wish) {
        Job job = Bookings.mayBook(view, asker, asked);
        List<Offer> offers = view.offers(job, wish);
        boolean asAsked = !offers.isEmpty() && offers.getFirst().family() == Family.AS_ASKED;
        return new FoundOffers(
                offers,
                !asAsked && view.decide(new Command.Reserve(job)) instanceof Decision.Refused refused
                        ? Optional.of(refused.refusal())
                        : Optional.empty());
    }
}
