package dev.berth.provision.federation;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The answers of several sites to one job: their offers, the best first, and why the others refuse.
 *
 * @param refusals by the name of the site
 */
public record Ranking(List<SiteOffer> offers, List<Refusal> refusals) {
    /** Why a site does not have what was asked for. */
    public record Refusal(String site, String reason) {}

    public Ranking {
        offers = List.copyOf(offers);
        refusals = List.copyOf(refusals);
    }

    /** Ranks the answers by a preference; the result does not depend on their order. */
    public static Ranking of(Collection<SiteAnswer> answers, OfferPreference preference) {
        return new Ranking(
                answers.stream()
                        .flatMap(answer -> answer.offers().stream())
                        .sorted(preference.order())
                        .toList(),
                answers.stream()
                        .flatMap(answer -> answer.refusal().stream().map(reason -> new Refusal(answer.site(), reason)))
                        .sorted(Comparator.comparing(Refusal::site).thenComparing(Refusal::reason))
                        .toList());
    }

    /** The best offer of what was asked for. */
    public Optional<SiteOffer> best() {
        return offers.stream().filter(SiteOffer::asAsked).findFirst();
    }
}
