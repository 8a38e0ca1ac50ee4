package dev.berth.service.broker;

import dev.berth.provision.federation.SiteOffer;
import java.util.List;

/**
 * What could be had, and why not elsewhere. Nothing is held.
 *
 * @param plans the best first
 * @param offers what the sites offer, in the order of the plans; for parts, one for each job
 */
public record Proposal(List<Plan> plans, List<SiteOffer> offers, List<Reason> reasons) {
    public Proposal {
        plans = List.copyOf(plans);
        offers = List.copyOf(offers);
        reasons = List.copyOf(reasons);
    }
}
