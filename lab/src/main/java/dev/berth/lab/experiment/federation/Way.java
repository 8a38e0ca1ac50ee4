package dev.berth.lab.experiment.federation;

import dev.berth.provision.federation.OfferPreference;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How many sites there are, and how a job comes to one of them.
 *
 * @param preference which offer is taken; null if each job goes to one site at random
 */
record Way(int sites, @Nullable OfferPreference preference) {
    static final Way ONE_BOOK = new Way(1, OfferPreference.END);

    /** How the same servers are divided. */
    static final List<Integer> SITES = List.of(3, 10);

    static Way byEnd(int sites) {
        return new Way(sites, OfferPreference.END);
    }

    static Way byPrice(int sites) {
        return new Way(sites, OfferPreference.PRICE);
    }

    static Way atRandom(int sites) {
        return new Way(sites, null);
    }

    static List<Way> all() {
        return List.of(ONE_BOOK, byEnd(3), byEnd(10), byPrice(3), byPrice(10), atRandom(3), atRandom(10));
    }

    String name() {
        if (sites == 1) {
            return "one site";
        }
        String how = preference == null ? "at random" : preference == OfferPreference.END ? "by end" : "by price";
        return sites + " sites, " + how;
    }

    /** The curve that this one is to be compared with, which has its colour. */
    @Nullable
    String twin() {
        return preference == null ? byEnd(sites).name() : null;
    }
}
