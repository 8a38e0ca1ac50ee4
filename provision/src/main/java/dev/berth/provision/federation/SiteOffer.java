package dev.berth.provision.federation;

import dev.berth.engine.model.BadValue;
import dev.berth.engine.model.Money;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.Window;

/**
 * Offer of a site for a job.
 *
 * @param id of the offer at the site; empty if it has none
 * @param asAsked whether it is exactly what was requested, and not an alternative
 */
public record SiteOffer(String site, String id, boolean asAsked, String pool, int servers, Window window, Money price) {
    public SiteOffer {
        if (servers < 1 || servers > Pool.MOST_SERVERS) {
            throw new BadValue("servers", servers, "must be from 1 to " + Pool.MOST_SERVERS);
        }
        if (price.millionths() < 0) {
            throw new BadValue("price", price, "must not be negative");
        }
    }
}
