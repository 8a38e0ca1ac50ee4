package dev.berth.broker;

import dev.berth.broker.deal.Reason;
import dev.berth.broker.remote.PoolNow;
import dev.berth.broker.remote.Reach;
import java.util.List;
import java.util.Optional;

/**
 * A site as one user sees it.
 *
 * @param reach whether it answers; empty if it was never asked
 * @param pools as far as it tells
 * @param reason why nothing can be said of its pools; empty if something can
 */
public record SiteNow(String name, Optional<Reach.State> reach, List<PoolNow> pools, Optional<Reason> reason) {
    public SiteNow {
        pools = List.copyOf(pools);
    }
}
