package dev.berth.server;

import dev.berth.broker.book.Deals;
import dev.berth.service.Facts;
import dev.berth.service.account.Quota;
import dev.berth.site.FactKeeper;
import java.util.List;
import java.util.Optional;

/** Keepers of everything that the journal of a site may contain beside its book: a broker's deals as well. */
public final class SiteFacts {
    private SiteFacts() {}

    public static List<FactKeeper<?>> keepers() {
        return keepers(Optional.empty());
    }

    /**
     * The same for a site with a default.
     *
     * @param quota of users who have none of their own
     */
    public static List<FactKeeper<?>> keepers(Optional<Quota> quota) {
        return Facts.keepers(quota, List.of(new Deals()));
    }
}
