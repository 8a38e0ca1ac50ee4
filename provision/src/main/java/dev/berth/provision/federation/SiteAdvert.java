package dev.berth.provision.federation;

import dev.berth.engine.model.Rate;
import dev.berth.provision.slot.UnitCost;
import java.util.List;

/**
 * Advert of a site: the free servers of its pools.
 *
 * @param pools in the order in which they are preferred where they cost the same
 */
public record SiteAdvert(String site, List<FreePool> pools) {
    /**
     * A pool with what is free in it.
     *
     * @param unitCost of a server, before discounts and surcharges
     */
    public record FreePool(String name, Rate rate, UnitCost unitCost, FreeServers free) {}

    public SiteAdvert {
        pools = List.copyOf(pools);
    }
}
