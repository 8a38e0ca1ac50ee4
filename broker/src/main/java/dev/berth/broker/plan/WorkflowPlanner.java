package dev.berth.broker.plan;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.berth.broker.deal.Asked;
import dev.berth.broker.deal.BrokerTerms;
import dev.berth.broker.deal.DealPart;
import dev.berth.broker.deal.DealPlan;
import dev.berth.broker.deal.Reason;
import dev.berth.broker.remote.Parallel;
import dev.berth.broker.remote.SiteCalls;
import dev.berth.broker.remote.SiteCalls.Advert;
import dev.berth.broker.remote.Vote;
import dev.berth.engine.model.Money;
import dev.berth.provision.federation.SiteOffer;
import dev.berth.provision.federation.SiteSlots;
import dev.berth.service.provision.ProvisionTerms;
import dev.berth.service.workflow.LongWork;
import dev.berth.service.workflow.WaitingClient;
import dev.berth.wire.Json;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Plans workflows over the slots of several sites. A site that does not answer in time is left out and named; the search
 * itself asks nobody.
 */
final class WorkflowPlanner {
    /** More offers are not asked for; prices are as advertised then. */
    private static final int MOST_OFFERS = 100;

    private final SiteCalls calls;
    private final BrokerTerms terms;
    private final LongWork longWork;

    WorkflowPlanner(SiteCalls calls, BrokerTerms terms, LongWork longWork) {
        this.calls = calls;
        this.terms = terms;
        this.longWork = longWork;
    }

    /** The plans to try; what they cost is as advertised. */
    DealProposal propose(WaitingClient client, Asked.OfWorkflow asked) {
        List<Reason> reasons = new ArrayList<>();
        List<SiteSlots> sites = advertised(client.user(), asked, reasons);
        return sites.isEmpty()
                ? new DealProposal(List.of(), List.of(), reasons)
                : longWork.work(client, () -> new WorkflowSearch(asked, terms, sites).proposal(reasons));
    }

    private List<SiteSlots> advertised(String user, Asked.OfWorkflow asked, List<Reason> reasons) {
        List<Advert<SiteSlots>> adverts = Parallel.map(
                asked.sites(),
                site -> calls.slots(
                        site, user, asked.terms().ready(), asked.terms().wholeGaps(), WorkflowSearch.MOST_SLOTS));
        List<SiteSlots> sites = new ArrayList<>();
        int most = ProvisionTerms.mostPlaces(
                asked.workflow().workflow(), asked.sites().size());
        for (int i = 0; i < adverts.size(); i++) {
            String site = asked.sites().get(i);
            switch (adverts.get(i)) {
                case Advert.Read<SiteSlots> read
                when read.advertised().pools().isEmpty() ->
                    reasons.add(new Reason(site, "no-capacity", "The site has no pools"));
                case Advert.Read<SiteSlots> read
                when read.advertised().pools().size() > most ->
                    reasons.add(new Reason(
                            site,
                            "too-many-pools",
                            "The site has %d pools; to plan this workflow over %d sites, each may have %d"
                                    .formatted(
                                            read.advertised().pools().size(),
                                            asked.sites().size(),
                                            most)));
                case Advert.Read<SiteSlots> read -> sites.add(read.advertised());
                case Advert.Missing<SiteSlots> missing ->
                    reasons.add(Reason.unusable(site, "no-answer", missing.why()));
            }
        }
        return sites;
    }

    /** The same, beginning with the first plan that all sites would take at a price within the budget. Nothing is held. */
    DealProposal checked(WaitingClient client, Asked.OfWorkflow asked) {
        DealProposal proposal = propose(client, asked);
        List<Reason> reasons = new ArrayList<>(proposal.reasons());
        for (int tried = 0; tried < proposal.plans().size(); tried++) {
            List<OneJob> jobs = jobs(proposal.plans().get(tried));
            if (tried == 0 && jobs.size() > MOST_OFFERS) {
                return proposal;
            }
            List<SiteOffer> offers = new ArrayList<>();
            if (jobs.size() <= MOST_OFFERS) {
                offered(client.user(), jobs, offers, reasons);
            }
            if (offers.size() == jobs.size() && isWithin(asked, offers, reasons)) {
                int first = tried;
                return new DealProposal(
                        proposal.plans().subList(tried, proposal.plans().size()),
                        offers,
                        distinct(reasons),
                        proposal.tradeOff().map(all -> all.without(first)));
            }
        }
        int all = proposal.plans().size();
        return new DealProposal(
                List.of(), List.of(), distinct(reasons), proposal.tradeOff().map(tradeOff -> tradeOff.without(all)));
    }

    /** One of several jobs of a plan. */
    private record OneJob(String site, ObjectNode job) {}

    private static List<OneJob> jobs(DealPlan plan) {
        List<OneJob> jobs = new ArrayList<>();
        for (DealPart part : plan.parts()) {
            Json.read(part.request().getBytes(StandardCharsets.UTF_8))
                    .path("jobs")
                    .forEach(job -> jobs.add(new OneJob(part.site(), (ObjectNode) job)));
        }
        return jobs;
    }

    private void offered(String user, List<OneJob> jobs, List<SiteOffer> offers, List<Reason> reasons) {
        List<Vote> votes =
                Parallel.map(jobs, each -> calls.offer(each.site(), user, DealPlanner.offerRequest(each.job())));
        for (int i = 0; i < votes.size(); i++) {
            DealPlanner.sort(jobs.get(i).site(), votes.get(i), offers, reasons);
        }
    }

    private static boolean isWithin(Asked.OfWorkflow asked, List<SiteOffer> offers, List<Reason> reasons) {
        Money price = offers.stream().map(SiteOffer::price).reduce(Money.ZERO, Money::plus);
        boolean isWithin = asked.budget().filter(price::isAbove).isEmpty();
        if (!isWithin) {
            reasons.add(new Reason(
                    "",
                    "over-budget",
                    "All parts together cost %s with surcharges, and the budget is %s"
                            .formatted(price, asked.budget().orElseThrow())));
        }
        return isWithin;
    }

    /** Several jobs of a plan are often refused for the same reason. */
    private static List<Reason> distinct(List<Reason> reasons) {
        return reasons.stream().distinct().toList();
    }
}
