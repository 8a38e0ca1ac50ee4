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
import dev.berth.engine.model.Window;
import dev.berth.provision.federation.Arrangement.Arranged;
import dev.berth.provision.federation.Arrangement.Impossible;
import dev.berth.provision.federation.Arrangement.Obstacle;
import dev.berth.provision.federation.Arrangement.Share;
import dev.berth.provision.federation.SiteAdvert;
import dev.berth.provision.federation.SiteOffer;
import dev.berth.wire.Times;
import java.util.ArrayList;
import java.util.List;

/**
 * Looks for one window in which all parts have room, by what the sites advertise. What they say to it is seen when they are
 * asked to hold it; so later windows are planned, too, to be tried if somebody else was quicker.
 */
public final class WindowPlanner {
    private static final int MOST_PLANS = 5;
    private static final List<String> OF_THE_SHAPE = List.of("work", "mostServers", "serial", "table");

    private final SiteCalls calls;

    public WindowPlanner(SiteCalls calls) {
        this.calls = calls;
    }

    public DealProposal propose(String user, Asked.AtOnce asked, BrokerTerms terms) {
        List<Advert<SiteAdvert>> adverts = Parallel.map(
                asked.parts(),
                part -> calls.advertised(part.site(), user, asked.wanted().ready()));
        List<Reason> reasons = new ArrayList<>();
        List<SiteAdvert> sites = new ArrayList<>();
        for (int i = 0; i < adverts.size(); i++) {
            switch (adverts.get(i)) {
                case Advert.Read<SiteAdvert> read -> sites.add(read.advertised());
                case Advert.Missing<SiteAdvert> missing ->
                    reasons.add(Reason.unusable(asked.parts().get(i).site(), "no-answer", missing.why()));
            }
        }
        if (!reasons.isEmpty()) {
            return new DealProposal(List.of(), List.of(), reasons);
        }
        List<Arranged> found = asked.wanted().plans(sites, MOST_PLANS);
        if (found.isEmpty() && asked.wanted().plan(sites) instanceof Impossible impossible) {
            impossible.obstacles().forEach(obstacle -> reasons.add(reason(obstacle)));
        }
        return new DealProposal(
                found.stream().map(plan -> plan(asked, plan, terms)).toList(),
                found.stream().limit(1).flatMap(plan -> offers(plan).stream()).toList(),
                reasons);
    }

    private static DealPlan plan(Asked.AtOnce asked, Arranged plan, BrokerTerms terms) {
        List<DealPart> parts = new ArrayList<>();
        for (int i = 0; i < plan.shares().size(); i++) {
            ObjectNode job = asked.parts().get(i).jobs().getFirst();
            parts.add(DealPlanner.part(
                    terms,
                    plan.shares().get(i).site(),
                    List.of(exactly(job, plan.window(), plan.shares().get(i)))));
        }
        return new DealPlan(parts);
    }

    /** The same job as a stay for the whole window. */
    private static ObjectNode exactly(ObjectNode job, Window window, Share share) {
        ObjectNode stay = job.deepCopy();
        stay.remove(OF_THE_SHAPE);
        return stay.put("ready", Times.instant(window.start()))
                .put("deadline", Times.instant(window.end()))
                .put("stay", Times.duration(window.length()))
                .put("servers", share.servers())
                .put("pool", share.pool());
    }

    private static List<SiteOffer> offers(Arranged plan) {
        return plan.shares().stream()
                .map(share -> new SiteOffer(
                        share.site(), "", true, share.pool(), share.servers(), plan.window(), share.cost()))
                .toList();
    }

    private static Reason reason(Obstacle obstacle) {
        return switch (obstacle) {
            case Obstacle.NoAnswer none -> new Reason(none.site(), "no-answer", "No answer");
            case Obstacle.NoPool none ->
                new Reason(
                        none.part().site(),
                        "unknown-pool",
                        none.part()
                                .pool()
                                .map(pool -> "There is no pool " + pool)
                                .orElse("There are no pools"));
            case Obstacle.TooLong none ->
                new Reason(
                        none.part().site(),
                        "deadline-impossible",
                        "The part takes longer than the window allows; ask for more servers or a longer window");
            case Obstacle.NoRoom none ->
                new Reason(
                        none.part().site(),
                        "no-capacity",
                        none.part().shape().fewest() == 1
                                ? "No server is ever free for so long"
                                : "%d servers are never free for so long; at most %d are free at once"
                                        .formatted(none.part().shape().fewest(), none.mostFree()));
            case Obstacle.NoCommonWindow none ->
                new Reason(
                        "",
                        "no-capacity",
                        "Every site has room, but not all of them at the same time; try a later deadline");
            case Obstacle.OverBudget over ->
                new Reason(
                        "",
                        "over-budget",
                        "All parts together cost %s, and the budget is %s".formatted(over.cheapest(), over.budget()));
        };
    }
}
