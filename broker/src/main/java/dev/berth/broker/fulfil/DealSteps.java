package dev.berth.broker.fulfil;

import dev.berth.broker.book.Probe;
import dev.berth.broker.deal.BrokerTerms;
import dev.berth.broker.deal.Deal;
import dev.berth.broker.deal.DealPart;
import dev.berth.broker.deal.Reason;
import dev.berth.broker.remote.SiteCalls;
import dev.berth.broker.remote.Vote;
import dev.berth.engine.model.Money;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Steps of a deal from one state to the next: asks the sites of its parts, and says where it stands then. Every request can be
 * sent again, so recovery after a crash of the broker is the same step.
 */
public final class DealSteps {
    private static final Duration NAMES_KNOWN = Duration.ofDays(25);
    /** After which it is told which sites do not answer. */
    private static final Duration LONG = Duration.ofMinutes(1);

    private final SiteCalls calls;
    private final BrokerTerms terms;
    private final LongSupplier clock;
    private final PartRequests requests;
    private final Replacing replacing;

    public DealSteps(SiteCalls calls, BrokerTerms terms, LongSupplier clock, Probe probe) {
        this.calls = calls;
        this.terms = terms;
        this.clock = clock;
        this.requests = new PartRequests(calls, probe);
        this.replacing = new Replacing(requests, terms, clock);
    }

    /** Where the deal stands next; empty if that is not known yet, and has to be asked for again. */
    Optional<Deal> next(Deal deal) {
        return switch (deal.state()) {
            case HOLDING -> hold(deal);
            case DECIDED -> confirm(deal);
            case RELEASING, UNDOING -> release(deal);
            case REPLACING -> replacing.next(deal);
            case BOOKED, RUNNING, DONE, BROKEN, RELEASED, UNDONE -> tidy(deal);
        };
    }

    private Optional<Deal> hold(Deal deal) {
        List<DealPart> parts = deal.parts();
        clearTheWay(deal);
        HoldVotes votes = HoldVotes.of(parts, requests.hold(deal.user(), parts), terms, tooSoon(parts.size()));
        long now = clock.getAsLong();
        if (!votes.refused().isEmpty()
                || (!votes.silent().isEmpty()
                        && now - deal.changed() >= terms.patience().toMillis())) {
            return Optional.of(deal.failed(votes.reasons(), now, terms.life(now)));
        }
        if (!votes.silent().isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(overBudget(deal, votes.held())
                .map(why -> deal.failed(List.of(why), now, terms.life(now)))
                .orElse(deal.decided(votes.held(), now, now + votes.left())));
    }

    /** Releases what earlier plans still hold at the sites of this one: it could be just what this one needs. */
    private void clearTheWay(Deal deal) {
        Set<String> sites = deal.parts().stream().map(DealPart::site).collect(Collectors.toSet());
        List<DealPart> inTheWay = deal.loose().stream()
                .filter(part -> sites.contains(part.site()))
                .toList();
        // One that cannot be reached is asked again when the deal is over.
        requests.all("release", inTheWay, part -> calls.release(part.site(), deal.user(), part.group()));
    }

    private String tooSoon(int parts) {
        return "It begins too soon to be held until all is confirmed; ask for a start at least %d seconds from now"
                .formatted(terms.lead(parts) / 1000);
    }

    private static Optional<Reason> overBudget(Deal deal, List<DealPart> held) {
        Money price = held.stream().map(DealPart::price).reduce(Money.ZERO, Money::plus);
        return deal.budget()
                .filter(most -> price.compareTo(most) > 0)
                .map(most -> new Reason(
                        "", "over-budget", "All parts together cost %s, and the budget is %s".formatted(price, most)));
    }

    private Optional<Deal> confirm(Deal deal) {
        List<DealPart> parts = deal.parts();
        List<Vote> votes = requests.all("confirm", parts, part -> confirmed(deal.user(), part));
        long now = clock.getAsLong();
        List<Reason> lost = new ArrayList<>();
        List<Reason> silent = new ArrayList<>();
        List<DealPart> next = new ArrayList<>();
        boolean renews = false;
        for (int i = 0; i < parts.size(); i++) {
            DealPart part = parts.get(i);
            switch (votes.get(i)) {
                case Vote.Confirmed yes -> next.add(part.booked(yes.reservations()));
                case Vote.Refused no when part.again() -> lost.add(Reason.refused(part, no));
                case Vote.Refused no -> {
                    // The hold has lapsed although all was decided: once more, exactly the same.
                    next.add(part.renewed(UUID.randomUUID().toString()));
                    renews = true;
                }
                case Vote.Unknown none -> {
                    next.add(part);
                    silent.add(Reason.silent(part, none));
                }
                case Vote.Held none -> throw none.unexpected();
                case Vote.Released none -> throw none.unexpected();
                case Vote.Offered none -> throw none.unexpected();
            }
        }
        if (!lost.isEmpty()) {
            return Optional.of(deal.givenUp(lost, now));
        }
        if (renews) {
            return Optional.of(deal.renewed(next, now, terms.life(now)));
        }
        if (!silent.isEmpty()) {
            return now > deal.life() ? Optional.of(deal.givenUp(silent, now)) : Optional.empty();
        }
        return Optional.of(deal.booked(next, now));
    }

    /** One whose hold had lapsed is held first. */
    private Vote confirmed(String user, DealPart part) {
        if (part.again()) {
            Vote held = calls.hold(part.site(), user, part.group(), part.request());
            if (!(held instanceof Vote.Held)) {
                return held;
            }
        }
        Vote vote = calls.confirm(part.site(), user, part.group());
        return vote instanceof Vote.Held ? new Vote.Unknown("it says neither yes nor no") : vote;
    }

    private Optional<Deal> release(Deal deal) {
        long now = clock.getAsLong();
        List<Vote> votes = joined(
                requests.all("release", deal.parts(), part -> released(deal, part, now)),
                requests.loosen(deal.user(), deal.loose()));
        // What was never confirmed lapses by itself; what may have been is asked for until it is answered.
        boolean hasLapsed = now > deal.life() && deal.state() == Deal.State.RELEASING;
        List<DealPart> released = new ArrayList<>();
        for (int i = 0; i < deal.parts().size(); i++) {
            DealPart part = deal.parts().get(i);
            if (votes.get(i) instanceof Vote.Released done) {
                released.add(part.released(done.fee()));
            } else if (hasLapsed) {
                released.add(part.released(Money.ZERO));
            }
        }
        if (released.size() < deal.parts().size()) {
            return waiting(deal, votes, now);
        }
        List<Vote> rest = votes.subList(deal.parts().size(), votes.size());
        return Optional.of(deal.over(released, stillLoose(deal, rest, now), now));
    }

    /** Records what the deal waits for, if that is new and somebody should look after it. */
    private static Optional<Deal> waiting(Deal deal, List<Vote> votes, long now) {
        boolean isLong = now - deal.changed() > LONG.toMillis();
        List<Reason> waits = new ArrayList<>();
        for (int i = 0; i < deal.parts().size(); i++) {
            if (votes.get(i) instanceof Vote.Unknown none && (isLong || SiteCalls.isOfTheToken(none.code()))) {
                waits.add(Reason.silent(deal.parts().get(i), none));
            }
        }
        return isSame(waits, deal.waits()) ? Optional.empty() : Optional.of(deal.waitingFor(waits));
    }

    private static boolean isSame(List<Reason> some, List<Reason> others) {
        return some.stream()
                .map(each -> each.site() + " " + each.code())
                .toList()
                .equals(others.stream()
                        .map(each -> each.site() + " " + each.code())
                        .toList());
    }

    /** A site forgets the names of groups after 30 days: then each reservation is cancelled by itself. */
    private Vote released(Deal deal, DealPart part, long now) {
        if (now - deal.made() > NAMES_KNOWN.toMillis() && !part.reservations().isEmpty()) {
            Vote vote = requests.loosened(deal.user(), part);
            if (!(vote instanceof Vote.Released)) {
                return vote;
            }
        }
        return calls.release(part.site(), deal.user(), part.group());
    }

    /** Releases what is left of earlier plans. */
    private Optional<Deal> tidy(Deal deal) {
        List<Vote> votes = requests.loosen(deal.user(), deal.loose());
        List<DealPart> still = stillLoose(deal, votes, clock.getAsLong());
        return still.size() == deal.loose().size() ? Optional.empty() : Optional.of(deal.tidied(still));
    }

    private static List<DealPart> stillLoose(Deal deal, List<Vote> votes, long now) {
        boolean haveLapsed = now > deal.life();
        return IntStream.range(0, votes.size())
                .filter(i -> !(votes.get(i) instanceof Vote.Released))
                .mapToObj(deal.loose()::get)
                // What may be booked does not lapse.
                .filter(part -> !haveLapsed || !part.reservations().isEmpty())
                .toList();
    }

    private static <T> List<T> joined(List<T> first, List<T> second) {
        return Stream.concat(first.stream(), second.stream()).toList();
    }
}
