package dev.berth.broker.fulfil;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.berth.broker.deal.BrokerTerms;
import dev.berth.broker.deal.Deal;
import dev.berth.broker.deal.DealPart;
import dev.berth.broker.deal.DealPlan;
import dev.berth.broker.deal.Lost;
import dev.berth.broker.deal.Mending;
import dev.berth.broker.deal.Mends;
import dev.berth.broker.deal.Moves;
import dev.berth.broker.deal.Reason;
import dev.berth.broker.deal.Replacement;
import dev.berth.broker.plan.DealPlanner;
import dev.berth.broker.remote.Parallel;
import dev.berth.broker.remote.Reserved;
import dev.berth.broker.remote.SiteCalls;
import dev.berth.broker.remote.Vote;
import dev.berth.engine.model.Money;
import dev.berth.engine.model.Window;
import dev.berth.provision.federation.OfferPreference;
import dev.berth.provision.federation.Ranking;
import dev.berth.provision.federation.SiteAnswer;
import dev.berth.provision.federation.SiteOffer;
import dev.berth.wire.Times;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.stream.LongStream;

/**
 * Books what a site could not keep at another one, while the rest of the deal stands. It takes the same steps as a booking: a fact
 * with the names and the bytes of the requests, a hold, the decision, the confirmation; and each of them can be repeated.
 */
final class Replacing {
    private final PartRequests requests;
    private final SiteCalls calls;
    private final BrokerTerms terms;
    private final LongSupplier clock;
    private final Moving moving;

    Replacing(PartRequests requests, BrokerTerms terms, LongSupplier clock) {
        this.requests = requests;
        this.calls = requests.calls();
        this.terms = terms;
        this.clock = clock;
        this.moving = new Moving(requests, terms, clock);
    }

    /** Where the deal stands next; empty if that is not known yet, and has to be asked for again. */
    Optional<Deal> next(Deal deal) {
        if (deal.move().isPresent()) {
            return moving.next(deal, deal.move().get());
        }
        Optional<Mending> mending = deal.mending();
        if (mending.isEmpty()) {
            return plan(deal);
        }
        return mending.get().decided() ? confirm(deal, mending.get()) : hold(deal, mending.get());
    }

    private Optional<Deal> plan(Deal deal) {
        long now = clock.getAsLong();
        Optional<Replacement> allowed = deal.replacement();
        Optional<Lost> found = allowed.flatMap(each -> Lost.first(deal.parts(), each));
        if (found.isEmpty()) {
            return allowed.filter(each -> Moves.isWanted(deal.parts(), each)).isPresent()
                    ? moving.plan(deal)
                    : Optional.of(deal.settled(now));
        }
        Lost lost = found.get();
        List<ObjectNode> jobs = jobs(lost, allowed.get(), now);
        if (jobs.isEmpty()) {
            return Optional.of(Mends.givenUp(
                    deal,
                    lost.keys(),
                    List.of(new Reason(
                            "",
                            "too-soon",
                            "What %s has lost must run together with the other parts, which begin too soon to replace it"
                                    .formatted(lost.part().site()))),
                    now));
        }
        List<Reason> reasons = new ArrayList<>();
        List<SiteOffer> offers = offers(deal, lost, allowed.get(), jobs, reasons);
        boolean someAreSilent =
                reasons.stream().anyMatch(reason -> reason.code().equals("no-answer"));
        if (offers.isEmpty()
                && someAreSilent
                && now - deal.changed() < terms.patience().toMillis()) {
            return Optional.empty();
        }
        List<DealPlan> plans = offers.stream()
                .map(offer -> new DealPlan(List.of(DealPlanner.part(terms, offer.site(), jobs))))
                .toList();
        return Optional.of(
                plans.isEmpty()
                        ? Mends.givenUp(deal, lost.keys(), reasons, now)
                        : Mends.with(
                                deal, Mending.first(lost.part().group(), lost.ids(), plans, now, terms.life(now))));
    }

    /** The same jobs, which begin as soon as they can be held; none if they cannot begin when they have to. */
    private List<ObjectNode> jobs(Lost lost, Replacement allowed, long now) {
        long earliest = now + terms.lead(1);
        List<ObjectNode> jobs = new ArrayList<>();
        for (ObjectNode job : lost.jobs()) {
            long ready = Instant.parse(job.path("ready").asText()).toEpochMilli();
            if (ready < earliest && allowed.sameTime()) {
                return List.of();
            }
            if (allowed.anyPool()) {
                job.remove("pool");
            }
            jobs.add(ready < earliest ? job.put("ready", Times.instant(earliest)) : job);
        }
        return jobs;
    }

    /** Offers of other sites for all of these jobs, the best first. */
    private List<SiteOffer> offers(
            Deal deal, Lost lost, Replacement allowed, List<ObjectNode> jobs, List<Reason> reasons) {
        List<String> sites = allowed.sites().stream()
                .filter(site -> !site.equals(lost.part().site()))
                .toList();
        List<List<Vote>> votes = Parallel.map(
                sites,
                site -> jobs.stream()
                        .map(job -> calls.offer(site, deal.user(), DealPlanner.offerRequest(job)))
                        .toList());
        List<SiteOffer> offers = new ArrayList<>();
        for (int i = 0; i < sites.size(); i++) {
            List<SiteOffer> here = new ArrayList<>();
            for (Vote vote : votes.get(i)) {
                DealPlanner.sort(sites.get(i), vote, here, reasons);
            }
            if (here.size() == jobs.size()) {
                offers.add(together(here));
            }
        }
        offers.removeIf(offer -> isTooDear(deal, lost, offer, reasons));
        return Ranking.of(
                        List.of(new SiteAnswer("", offers, Optional.empty())),
                        allowed.byPrice() ? OfferPreference.PRICE : OfferPreference.END)
                .offers();
    }

    private static SiteOffer together(List<SiteOffer> all) {
        SiteOffer first = all.getFirst();
        return new SiteOffer(
                first.site(),
                "",
                true,
                first.pool(),
                first.servers(),
                new Window(
                        starts(all).min().orElseThrow(),
                        all.stream()
                                .mapToLong(each -> each.window().end())
                                .max()
                                .orElseThrow()),
                all.stream().map(SiteOffer::price).reduce(Money.ZERO, Money::plus));
    }

    private static LongStream starts(List<SiteOffer> all) {
        return all.stream().mapToLong(each -> each.window().start());
    }

    private static boolean isTooDear(Deal deal, Lost lost, SiteOffer offer, List<Reason> reasons) {
        Optional<Reason> over = overBudget(deal, lost.part().group(), lost.ids(), offer.site(), offer.price());
        over.ifPresent(reasons::add);
        return over.isPresent();
    }

    /** The budget is for all parts together; what was lost does not count. */
    private static Optional<Reason> overBudget(Deal deal, String group, List<String> lost, String site, Money price) {
        Money all = deal.parts().stream()
                .flatMap(part -> part.reservations().stream()
                        .filter(each -> !(part.group().equals(group) && lost.contains(each.id()))))
                .map(Reserved::price)
                .reduce(price, Money::plus);
        return deal.budget()
                .filter(most -> all.compareTo(most) > 0)
                .map(most -> new Reason(
                        site,
                        "over-budget",
                        "With it all parts together cost %s, and the budget is %s".formatted(all, most)));
    }

    private Optional<Deal> hold(Deal deal, Mending mending) {
        if (Mends.isFoundAgain(deal, mending)) {
            return Optional.of(Mends.dropped(deal, mending, clock.getAsLong()));
        }
        DealPart part = mending.part();
        Vote vote = requests.hold(deal.user(), part);
        long now = clock.getAsLong();
        return switch (vote) {
            case Vote.Held yes
            when yes.left() < terms.margin(1) ->
                failed(
                        deal,
                        mending,
                        new Reason(part.site(), "too-soon", "It begins too soon to be held until it is confirmed"),
                        now);
            case Vote.Held yes ->
                held(
                        deal,
                        mending,
                        yes.reservations(),
                        Math.min(yes.left(), terms.hold().toMillis()),
                        now);
            case Vote.Confirmed yes ->
                held(deal, mending, yes.reservations(), terms.hold().toMillis(), now);
            case Vote.Refused no -> failed(deal, mending, Reason.refused(mending.part(), no), now);
            case Vote.Unknown none ->
                now - mending.since() < terms.patience().toMillis()
                        ? Optional.empty()
                        : failed(deal, mending, Reason.silent(mending.part(), none), now);
            case Vote.Released none -> throw none.unexpected();
            case Vote.Offered none -> throw none.unexpected();
        };
    }

    private Optional<Deal> held(Deal deal, Mending mending, List<Reserved> reservations, long left, long now) {
        DealPart held = mending.part().with(reservations);
        return overBudget(deal, mending.group(), mending.lost(), held.site(), held.price())
                .map(why -> failed(deal, mending, why, now))
                .orElseGet(() -> Optional.of(Mends.with(deal, mending.decided(held, now + left))));
    }

    private Optional<Deal> failed(Deal deal, Mending mending, Reason why, long now) {
        return Optional.of(Mends.failed(deal, mending, why, now, terms.life(now)));
    }

    private Optional<Deal> confirm(Deal deal, Mending mending) {
        Vote vote = requests.confirm(deal.user(), mending.part());
        long now = clock.getAsLong();
        return switch (vote) {
            case Vote.Confirmed yes -> Optional.of(Mends.done(deal, mending, yes.reservations(), now));
            case Vote.Refused no -> failed(deal, mending, Reason.refused(mending.part(), no), now);
            case Vote.Unknown none ->
                now > mending.life()
                        ? failed(deal, mending, Reason.silent(mending.part(), none), now)
                        : Optional.empty();
            case Vote.Held e -> Optional.empty();
            case Vote.Released e -> Optional.empty();
            case Vote.Offered e -> Optional.empty();
        };
    }
}
