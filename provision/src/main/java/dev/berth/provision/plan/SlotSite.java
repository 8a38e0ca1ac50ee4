package dev.berth.provision.plan;

import dev.berth.engine.model.BadValue;
import dev.berth.engine.model.Rate;

/** Where slots are: servers of one rate. Data between tasks of one site takes no time. */
public record SlotSite(String id, Rate rate) {
    public SlotSite {
        if (id.isBlank()) {
            throw new BadValue("site", id, "must have a name");
        }
    }
}
