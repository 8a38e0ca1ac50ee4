package dev.berth.broker.plan;

import dev.berth.broker.deal.DealPlan;
import dev.berth.broker.deal.Reason;
import dev.berth.provision.federation.SiteOffer;
import java.util.List;
import java.util.Optional;

/**
 * Plans that could be booked, and reasons why not elsewhere. Nothing is held.
 *
 * @param plans the best first
 * @param offers what the sites offer, in the order of the plans; for parts, one for each job
 * @param tradeOff of a workflow, what there is to choose from
 */
public record DealProposal(
        List<DealPlan> plans, List<SiteOffer> offers, List<Reason> reasons, Optional<TradeOff> tradeOff) {
    public DealProposal(List<DealPlan> plans, List<SiteOffer> offers, List<Reason> reasons) {
        this(plans, offers, reasons, Optional.empty());
    }

    public DealProposal {
        plans = List.copyOf(plans);
        offers = List.copyOf(offers);
        reasons = List.copyOf(reasons);
    }
}
