package dev.berth.service.booking;

import dev.berth.engine.agreement.Family;
import dev.berth.engine.agreement.Offer;
import dev.berth.engine.agreement.Wish;
import dev.berth.engine.book.Command;
import dev.berth.engine.book.Decision;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.Refusal;
import dev.berth.service.account.Account;
import dev.berth.service.quota.Limits;
import dev.berth.site.PartTime;
import dev.berth.site.ServerTimeClaim;
import dev.berth.site.View;
import java.util.List;
import java.util.Optional;

/**
 * Offers found for a job, without those that the asker may not book.
 *
 * @param refusal why there is no room for the job as it was asked for; empty if there is
 * @param limit the limit that the job as asked for would break; empty if none, or if there is no room anyway
 */
public record FoundOffers(List<Offer> offers, Optional<Refusal> refusal, Optional<Limits.Broken> limit) {
    public FoundOffers {
        offers = List.copyOf(offers);
    }

    public static FoundOffers of(View view, Account asker, Job asked, Where where, Wish wish) {
        Job job = Bookings.mayBook(view, asker, asked);
        List<Offer> all = all(view, job, where, wish);
        Optional<Offer> asAsked =
                all.stream().filter(offer -> offer.family() == Family.AS_ASKED).findFirst();
        return new FoundOffers(
                within(view, asker.name(), all),
                asAsked.isEmpty() ? refusal(view, job, where) : Optional.empty(),
                asAsked.flatMap(offer -> broken(view, asker.name(), offer)));
    }

    /** Offers for a job at the requested place, whether or not the asker may book them. */
    public static List<Offer> all(View view, Job job, Where where, Wish wish) {
        return Spots.of(view, job, where).map(spots -> spots.offers(wish)).orElseGet(() -> view.offers(job, wish));
    }

    private static Optional<Refusal> refusal(View view, Job job, Where where) {
        if (view.decide(new Command.Reserve(job)) instanceof Decision.Refused refused) {
            return Optional.of(refused.refusal());
        }
        // There is room, but not on one host or in the pools that were meant.
        return Spots.of(view, job, where)
                .map(spots -> new Refusal.NoCapacity(
                        job.id(), job.servers(), Math.max(job.ready(), view.now()), job.deadline(), spots.pools()));
    }

    /** Filters the offers to those that the asker may book. */
    public static List<Offer> within(View view, String asker, List<Offer> offers) {
        return offers.stream()
                .filter(offer -> broken(view, asker, offer).isEmpty())
                .toList();
    }

    private static Optional<Limits.Broken> broken(View view, String asker, Offer offer) {
        return Limits.foreseen(view, asker, ServerTimeClaim.of(PartTime.of(view), offer));
    }
}
