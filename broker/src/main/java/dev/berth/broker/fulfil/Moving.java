package dev.berth.broker.fulfil;

import dev.berth.broker.deal.BrokerTerms;
import dev.berth.broker.deal.Deal;
import dev.berth.broker.deal.DealPart;
import dev.berth.broker.deal.DealPlan;
import dev.berth.broker.deal.Lost;
import dev.berth.broker.deal.Movable;
import dev.berth.broker.deal.Move;
import dev.berth.broker.deal.Moves;
import dev.berth.broker.deal.Reason;
import dev.berth.broker.deal.Replacement;
import dev.berth.broker.plan.DealProposal;
import dev.berth.broker.plan.WindowPlanner;
import dev.berth.broker.remote.Parallel;
import dev.berth.broker.remote.SiteCalls;
import dev.berth.broker.remote.Vote;
import dev.berth.engine.model.Money;
import dev.berth.wire.Json;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;

/**
 * Books all parts of a deal in another window, because a site has lost one and no other has room for it at the same time. The new
 * window is held and confirmed beside the old one, in the steps of a booking; only then is the old one cancelled. Whatever goes
 * wrong before, all of the new is released, and what is left of the deal stands as it was.
 */
final class Moving {
    /** Sites that are tried in the place of the one that has lost a part. */
    private static final int MOST_SITES = 10;

    private static final int MOST_PLANS = 5;

    private final PartRequests requests;
    private final SiteCalls calls;
    private final BrokerTerms terms;
    private final LongSupplier clock;
    private final WindowPlanner windows;

    Moving(PartRequests requests, BrokerTerms terms, LongSupplier clock) {
        this.requests = requests;
        this.calls = requests.calls();
        this.terms = terms;
        this.clock = clock;
        this.windows = new WindowPlanner(calls);
    }

    /** The next step of a move that is under way. */
    Optional<Deal> next(Deal deal, Move move) {
        return move.decided() ? confirm(deal, move) : hold(deal, move);
    }

    /** Looks for another window; empty if some sites are silent, and have to be asked again. */
    Optional<Deal> plan(Deal deal) {
        long now = clock.getAsLong();
        Movable movable = deal.replacement().flatMap(Replacement::move).orElseThrow();
        long from = Math.max(movable.ready(), now + terms.lead(deal.parts().size()));
        if (!Moves.isNeeded(deal, now) || from >= movable.deadline()) {
            return Optional.of(Moves.givenUp(
                    deal,
                    List.of(new Reason("", "too-soon", "It is too late to move all parts to another time")),
                    now));
        }
        boolean isPatient = now - deal.changed() < terms.patience().toMillis();
        Optional<Money> fees = fees(deal);
        if (fees.isEmpty()) {
            return isPatient
                    ? Optional.empty()
                    : Optional.of(Moves.givenUp(
                            deal,
                            List.of(new Reason(
                                    "",
                                    "no-answer",
                                    "Not every site says what it costs to give up its part for another time")),
                            now));
        }
        List<Reason> reasons = new ArrayList<>();
        List<DealPlan> plans = plans(deal, movable, from, fees.get(), reasons);
        boolean someAreSilent =
                reasons.stream().anyMatch(reason -> reason.code().equals("no-answer"));
        if (plans.isEmpty() && someAreSilent && isPatient) {
            return Optional.empty();
        }
        return Optional.of(
                plans.isEmpty()
                        ? Moves.givenUp(deal, reasons.stream().distinct().toList(), now)
                        : Moves.with(deal, Move.first(plans, fees.get(), now, terms.life(now))));
    }

    /** Fees for cancelling the parts that stand; empty if not all sites state theirs. */
    private Optional<Money> fees(Deal deal) {
        List<DealPart> kept = deal.parts().stream()
                .filter(part -> part.reservations().stream()
                        .noneMatch(each -> each.stands().isLost()))
                .toList();
        Money sum = Money.ZERO;
        for (Vote vote : Parallel.map(
                kept,
                part -> calls.fee(
                        part.site(), deal.user(), part.reservations().getFirst().id()))) {
            if (!(vote instanceof Vote.Released would)) {
                return Optional.empty();
            }
            sum = sum.plus(would.fee());
        }
        return Optional.of(sum);
    }

    /** Windows for the sites that the parts are at, and for others in the place of one that has lost its part; the first to end first. */
    private List<DealPlan> plans(Deal deal, Movable movable, long from, Money fees, List<Reason> reasons) {
        Optional<Money> left = deal.budget().map(most -> most.minus(fees));
        if (left.filter(rest -> Money.ZERO.isAbove(rest)).isPresent()) {
            reasons.add(overBudget(deal, fees));
            return List.of();
        }
        List<DealProposal> found = Parallel.map(
                assignments(deal),
                sites -> windows.propose(deal.user(), movable.asked(deal.name(), sites, from, left), terms));
        found.forEach(proposal -> reasons.addAll(proposal.reasons()));
        return found.stream()
                .flatMap(proposal -> proposal.plans().stream())
                .sorted(Comparator.comparing(Moving::end))
                .limit(MOST_PLANS)
                .toList();
    }

    private static Instant end(DealPlan plan) {
        return Instant.parse(Json.read(plan.parts().getFirst().request().getBytes(StandardCharsets.UTF_8))
                .path("jobs")
                .path(0)
                .path("deadline")
                .asText());
    }

    /** Which sites the parts could be at: no two at the same. */
    private static List<List<String>> assignments(Deal deal) {
        List<String> now = deal.parts().stream().map(DealPart::site).toList();
        List<List<String>> all = new ArrayList<>();
        all.add(now);
        for (int i = 0; i < now.size(); i++) {
            if (Lost.of(deal.parts().get(i), id -> true).isPresent()) {
                for (String other : deal.replacement().orElseThrow().sites()) {
                    List<String> next = new ArrayList<>(now);
                    next.set(i, other);
                    all.add(next);
                }
            }
        }
        return all.stream()
                .distinct()
                .filter(sites -> new HashSet<>(sites).size() == sites.size())
                .limit(MOST_SITES)
                .toList();
    }

    private Optional<Deal> hold(Deal deal, Move move) {
        if (!Moves.isNeeded(deal, clock.getAsLong())) {
            return Optional.of(Moves.dropped(deal, move, clock.getAsLong()));
        }
        clearTheWay(deal, move);
        HoldVotes votes = HoldVotes.of(
                move.parts(),
                requests.hold(deal.user(), move.parts()),
                terms,
                "It begins too soon to be held until it is confirmed");
        long now = clock.getAsLong();
        boolean isPatient = now - move.since() < terms.patience().toMillis();
        if (votes.refused().isEmpty() && !votes.silent().isEmpty() && isPatient) {
            return Optional.empty();
        }
        List<Reason> why = votes.reasons();
        if (!why.isEmpty()) {
            return Optional.of(failed(deal, move, why, now));
        }
        Move decided = move.decided(votes.held(), now + votes.left());
        Money cost = decided.price().plus(move.fees());
        return Optional.of(
                deal.budget().filter(cost::isAbove).isPresent()
                        ? failed(deal, move, List.of(overBudget(deal, cost)), now)
                        : Moves.with(deal, decided));
    }

    /** Releases what earlier plans still hold at these sites. */
    private void clearTheWay(Deal deal, Move move) {
        Set<String> sites = move.parts().stream().map(DealPart::site).collect(Collectors.toSet());
        List<DealPart> inTheWay = deal.loose().stream()
                .filter(part -> sites.contains(part.site()))
                .toList();
        // One that cannot be reached is asked again when the deal is at rest.
        requests.loosen(deal.user(), inTheWay);
    }

    private static Reason overBudget(Deal deal, Money cost) {
        return new Reason(
                "",
                "over-budget",
                "At another time all parts together cost %s, with what it costs to give up the old ones, and the budget is %s"
                        .formatted(cost, deal.budget().orElse(Money.ZERO)));
    }

    private Deal failed(Deal deal, Move move, List<Reason> why, long now) {
        return Moves.failed(deal, move, why, now, terms.life(now));
    }

    private Optional<Deal> confirm(Deal deal, Move move) {
        List<Vote> votes =
                requests.all("confirm", move.parts(), part -> calls.confirm(part.site(), deal.user(), part.group()));
        long now = clock.getAsLong();
        List<Reason> lapsed = new ArrayList<>();
        List<Reason> silent = new ArrayList<>();
        List<DealPart> booked = new ArrayList<>();
        for (int i = 0; i < votes.size(); i++) {
            DealPart part = move.parts().get(i);
            switch (votes.get(i)) {
                case Vote.Confirmed yes -> booked.add(part.booked(yes.reservations()));
                case Vote.Refused no -> lapsed.add(Reason.refused(part, no));
                case Vote.Unknown none -> silent.add(Reason.silent(part, none));
                case Vote.Held none -> silent.add(unclear(part));
                case Vote.Released none -> silent.add(unclear(part));
                case Vote.Offered none -> silent.add(unclear(part));
            }
        }
        if (!lapsed.isEmpty() || (!silent.isEmpty() && now > move.life())) {
            return Optional.of(failed(deal, move, lapsed.isEmpty() ? silent : lapsed, now));
        }
        return silent.isEmpty() ? Optional.of(Moves.done(deal, move, booked, now)) : Optional.empty();
    }

    private static Reason unclear(DealPart part) {
        return Reason.unusable(part.site(), "no-answer", "it says neither yes nor no");
    }
}
