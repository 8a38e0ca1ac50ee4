package dev.berth.provision.federation;

import dev.berth.engine.model.Rate;
import dev.berth.provision.slot.Slot;
import java.util.List;

/** The slots that one site advertises, pool by pool. */
public record SiteSlots(String site, List<OfPool> pools) {
    public SiteSlots {
        pools = List.copyOf(pools);
    }

    /** The slots of one pool, in the order of the site. */
    public record OfPool(String name, Rate rate, List<Slot> slots) {
        public OfPool {
            slots = List.copyOf(slots);
        }
    }
}
