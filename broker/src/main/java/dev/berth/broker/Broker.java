package dev.berth.broker;

import dev.berth.broker.book.DealBook;
import dev.berth.broker.book.Probe;
import dev.berth.broker.deal.Asked;
import dev.berth.broker.deal.BrokerTerms;
import dev.berth.broker.deal.Deal;
import dev.berth.broker.deal.DealPlan;
import dev.berth.broker.deal.Reason;
import dev.berth.broker.deal.Replacement;
import dev.berth.broker.fulfil.DealRunner;
import dev.berth.broker.fulfil.DealSteps;
import dev.berth.broker.fulfil.DealWatch;
import dev.berth.broker.plan.DealPlanner;
import dev.berth.broker.plan.DealProposal;
import dev.berth.broker.remote.BrokerSettings;
import dev.berth.broker.remote.HttpSites;
import dev.berth.broker.remote.Parallel;
import dev.berth.broker.remote.Reach;
import dev.berth.broker.remote.SiteCalls;
import dev.berth.broker.remote.SiteLink;
import dev.berth.broker.remote.Vote;
import dev.berth.engine.model.Money;
import dev.berth.service.account.Account;
import dev.berth.service.workflow.LongWork;
import dev.berth.service.workflow.WaitingClient;
import dev.berth.service.workflow.Workshop;
import dev.berth.site.Site;
import dev.berth.site.Transaction;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Books at several sites, all or nothing. It is a site with an empty book and a keeper for deals, so its journal, accounts and
 * several instances are those of a site. The instance that leads carries the deals out.
 */
public final class Broker implements AutoCloseable {
    private final SiteLink link;
    private final SiteCalls calls;
    private final SitesNow sitesNow;
    private final BrokerTerms terms;
    private final DealPlanner planner;
    private final Supplier<DealRunner> runners;
    private final Supplier<DealWatch> watches;
    private volatile DealRunner runner;
    private volatile DealWatch watch;

    public static Broker of(Site site, BrokerSettings settings) {
        return new Broker(site, new HttpSites(settings), BrokerTerms.DEFAULT, Probe.NONE);
    }

    Broker(Site site, SiteLink link, BrokerTerms terms, Probe probe) {
        Reach reach = new Reach(link, () -> site.clock().millis());
        this.link = reach;
        this.terms = terms;
        this.calls = new SiteCalls(reach);
        this.sitesNow = new SitesNow(calls, reach);
        this.planner = new DealPlanner(calls, terms, new LongWork(new Workshop("berth-deals", Workshop.Room.usual())));
        DealSteps steps = new DealSteps(calls, terms, () -> site.clock().millis(), probe);
        this.runners = () -> new DealRunner(site, steps, terms.pause(), probe);
        this.runner = runners.get();
        this.watches = () -> new DealWatch(site, calls, link.sites(), terms.look(), probe);
        this.watch = watches.get();
    }

    /** Carries deals out from now on, those first that are under way. */
    public void lead() {
        DealRunner next = runners.get();
        runner = next;
        next.start();
        DealWatch looking = watches.get();
        watch = looking;
        looking.start();
    }

    /** Somebody wants to know how a deal stands: its sites are looked at soon. */
    public void look(Deal deal) {
        watch.soon(deal);
    }

    public List<String> sites() {
        return link.sites();
    }

    /** Sites and their pools now, as the asker sees them; takes two seconds at most. */
    public List<SiteNow> sitesNow(Account asker) {
        return sitesNow.of(asker.name());
    }

    public BrokerTerms terms() {
        return terms;
    }

    /** Asks the sites what could be had; takes as long as the slowest of them. */
    public DealProposal propose(WaitingClient client, Asked asked) {
        return planner.propose(client, asked);
    }

    /** Plans to book: as in a proposal, but sites that can answer when they are asked to hold a part are not asked before. */
    public DealProposal plans(WaitingClient client, Asked asked) {
        return planner.plans(client, asked);
    }

    /** The plans to try for parts at given sites. */
    public List<DealPlan> plans(Asked.Together asked) {
        return planner.plans(asked);
    }

    public Deal make(Transaction transaction, Account asker, Asked asked, List<DealPlan> plans) {
        return make(transaction, asker, asked, plans, List.of(), Optional.empty());
    }

    /**
     * Records a new deal, which is carried out from then on.
     *
     * @param left why some sites were left out of the plans
     * @param replace what may take the place of a part that its site cannot keep
     */
    public Deal make(
            Transaction transaction,
            Account asker,
            Asked asked,
            List<DealPlan> plans,
            List<Reason> left,
            Optional<Replacement> replace) {
        return DealBook.make(transaction, asker, asked, plans, left, replace, terms);
    }

    public Deal cancel(Transaction transaction, Account asker, long number) {
        return DealBook.cancel(transaction, asker, number);
    }

    /** Waits until a deal is over, but not for ever; where it stands then. */
    public Deal await(long number, Duration most) {
        runner.wake(number);
        return runner.await(number, most);
    }

    /** Fees for cancelling a deal; empty if not all sites state theirs. */
    public Optional<Money> fees(Deal deal) {
        record Booked(String site, String reservation) {}
        List<Booked> all = deal.parts().stream()
                .flatMap(part -> part.reservations().stream()
                        .filter(each -> !each.stands().isOver())
                        .map(each -> new Booked(part.site(), each.id())))
                .toList();
        Money sum = Money.ZERO;
        for (Vote vote : Parallel.map(all, each -> calls.fee(each.site(), deal.user(), each.reservation()))) {
            Optional<Money> fee = fee(vote);
            if (fee.isEmpty()) {
                return Optional.empty();
            }
            sum = sum.plus(fee.get());
        }
        return Optional.of(sum);
    }

    private static Optional<Money> fee(Vote vote) {
        return switch (vote) {
            case Vote.Released would -> Optional.of(would.fee());
            // What has ended costs nothing more.
            case Vote.Refused no ->
                no.code().equals("unknown-reservation") ? Optional.of(Money.ZERO) : Optional.empty();
            case Vote.Held e -> Optional.empty();
            case Vote.Confirmed e -> Optional.empty();
            case Vote.Offered e -> Optional.empty();
            case Vote.Unknown e -> Optional.empty();
        };
    }

    /** Leaves the deals to the next leader. */
    @Override
    public void close() {
        runner.close();
        watch.close();
    }
}
