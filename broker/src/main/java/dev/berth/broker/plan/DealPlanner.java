package dev.berth.broker.plan;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.berth.broker.deal.Asked;
import dev.berth.broker.deal.BrokerTerms;
import dev.berth.broker.deal.DealPart;
import dev.berth.broker.deal.DealPlan;
import dev.berth.broker.deal.Reason;
import dev.berth.broker.remote.Parallel;
import dev.berth.broker.remote.Reserved;
import dev.berth.broker.remote.SiteCalls;
import dev.berth.broker.remote.Vote;
import dev.berth.engine.model.Money;
import dev.berth.engine.model.Window;
import dev.berth.provision.federation.Ranking;
import dev.berth.provision.federation.SiteAnswer;
import dev.berth.provision.federation.SiteOffer;
import dev.berth.service.workflow.LongWork;
import dev.berth.service.workflow.WaitingClient;
import dev.berth.wire.Json;
import dev.berth.wire.Times;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Finds out at which sites something can be had, and fixes the requests that hold it there. */
public final class DealPlanner {
    private final SiteCalls calls;
    private final BrokerTerms terms;
    private final WindowPlanner windows;
    private final WorkflowPlanner workflows;

    /** @param longWork where plans of workflows are searched for */
    public DealPlanner(SiteCalls calls, BrokerTerms terms, LongWork longWork) {
        this.calls = calls;
        this.windows = new WindowPlanner(calls);
        this.workflows = new WorkflowPlanner(calls, terms, longWork);
        this.terms = terms;
    }

    /** Asks all sites that may be asked, at once. */
    public DealProposal propose(WaitingClient client, Asked asked) {
        return switch (asked) {
            case Asked.OneJob one -> best(client.user(), one);
            case Asked.Together together -> together(client.user(), together);
            case Asked.AtOnce atOnce -> windows.propose(client.user(), atOnce, terms);
            case Asked.OfWorkflow workflow -> workflows.checked(client, workflow);
        };
    }

    /** The plans to book. Those that the sites are asked to hold as they are need no offers: they say why not. */
    public DealProposal plans(WaitingClient client, Asked asked) {
        return switch (asked) {
            case Asked.Together together -> new DealProposal(plans(together), List.of(), List.of());
            case Asked.OfWorkflow workflow -> workflows.propose(client, workflow);
            case Asked.OneJob one -> best(client.user(), one);
            case Asked.AtOnce atOnce -> windows.propose(client.user(), atOnce, terms);
        };
    }

    public List<DealPlan> plans(Asked.Together asked) {
        return List.of(plan(asked));
    }

    private DealProposal best(String user, Asked.OneJob asked) {
        String request = offerRequest(asked.job());
        List<Vote> votes = Parallel.map(asked.sites(), site -> calls.offer(site, user, request));
        List<SiteOffer> offers = new ArrayList<>();
        List<Reason> reasons = new ArrayList<>();
        for (int i = 0; i < votes.size(); i++) {
            sort(asked.sites().get(i), votes.get(i), offers, reasons);
        }
        offers.removeIf(offer -> isTooDear(asked, offer, reasons));
        List<SiteOffer> ranked = Ranking.of(List.of(new SiteAnswer("", offers, Optional.empty())), asked.by())
                .offers();
        List<DealPlan> plans = ranked.stream()
                .map(offer -> new DealPlan(List.of(part(terms, offer.site(), List.of(asked.job())))))
                .toList();
        return new DealProposal(plans, ranked, reasons);
    }

    private static boolean isTooDear(Asked.OneJob asked, SiteOffer offer, List<Reason> reasons) {
        Money price = offer.price();
        boolean isTooDear =
                asked.budget().filter(most -> price.compareTo(most) > 0).isPresent();
        if (isTooDear) {
            reasons.add(new Reason(
                    offer.site(),
                    "over-budget",
                    "It costs %s, and the budget is %s"
                            .formatted(price, asked.budget().orElseThrow())));
        }
        return isTooDear;
    }

    private DealProposal together(String user, Asked.Together asked) {
        List<SiteOffer> offers = new ArrayList<>();
        List<Reason> reasons = new ArrayList<>();
        record OneOf(String site, ObjectNode job) {}
        List<OneOf> jobs = asked.parts().stream()
                .flatMap(part -> part.jobs().stream().map(job -> new OneOf(part.site(), job)))
                .toList();
        List<Vote> votes = Parallel.map(jobs, each -> calls.offer(each.site(), user, offerRequest(each.job())));
        for (int i = 0; i < votes.size(); i++) {
            sort(jobs.get(i).site(), votes.get(i), offers, reasons);
        }
        return new DealProposal(reasons.isEmpty() ? List.of(plan(asked)) : List.of(), offers, reasons);
    }

    /** Sorts the answer of a site to a request for an offer into offers or reasons. */
    public static void sort(String site, Vote vote, List<SiteOffer> offers, List<Reason> reasons) {
        switch (vote) {
            case Vote.Offered yes -> offers.add(offered(site, yes.offer()));
            case Vote.Refused no -> reasons.add(new Reason(site, no.code(), no.detail()));
            case Vote.Unknown none -> reasons.add(Reason.unusable(site, "no-answer", none.why()));
            case Vote.Held none -> throw none.unexpected();
            case Vote.Confirmed none -> throw none.unexpected();
            case Vote.Released none -> throw none.unexpected();
        }
    }

    private static SiteOffer offered(String site, Reserved offer) {
        return new SiteOffer(
                site, "", true, offer.pool(), offer.servers(), new Window(offer.start(), offer.end()), offer.price());
    }

    private DealPlan plan(Asked.Together asked) {
        return new DealPlan(asked.parts().stream()
                .map(each -> part(terms, each.site(), each.jobs()))
                .toList());
    }

    /** Jobs at a site, under a name that nothing else has there. */
    public static DealPart part(BrokerTerms terms, String site, List<ObjectNode> jobs) {
        ObjectNode request =
                Json.object().put("hold", Times.duration(terms.hold().toMillis()));
        ArrayNode array = request.putArray("jobs");
        jobs.forEach(array::add);
        return DealPart.planned(site, UUID.randomUUID().toString(), text(request));
    }

    /** Exactly what is sent to a site to have the best offer for a job. */
    public static String offerRequest(ObjectNode job) {
        ObjectNode request = job.deepCopy();
        request.putObject("wish").put("most", 1);
        return text(request);
    }

    private static String text(ObjectNode node) {
        return new String(Json.bytes(node), StandardCharsets.UTF_8);
    }
}
