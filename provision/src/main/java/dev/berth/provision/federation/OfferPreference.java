package dev.berth.provision.federation;

import java.util.Comparator;

/** Which of several offers is the best. */
public enum OfferPreference {
    /** The one that ends first. */
    END,
    /** The cheapest one. */
    PRICE;

    /**
     * The order of offers, the best first. What was asked for comes before what is offered instead. Ties go by the other of
     * end and price, by start, by the number of servers and at last by name, so that the same offers always come in the same
     * order, whichever site answered first.
     */
    Comparator<SiteOffer> order() {
        Comparator<SiteOffer> byEnd =
                Comparator.comparingLong(offer -> offer.window().end());
        Comparator<SiteOffer> byPrice = Comparator.comparing(SiteOffer::price);
        return Comparator.<SiteOffer, Boolean>comparing(offer -> !offer.asAsked())
                .thenComparing(this == END ? byEnd : byPrice)
                .thenComparing(this == END ? byPrice : byEnd)
                .thenComparingLong(offer -> offer.window().start())
                .thenComparingInt(SiteOffer::servers)
                .thenComparing(SiteOffer::site)
                .thenComparing(SiteOffer::pool)
                .thenComparing(SiteOffer::id);
    }
}
