package dev.berth.engine.book;

import dev.berth.engine.agreement.Quote;
import dev.berth.engine.agreement.Tariff;
import dev.berth.engine.book.Decision.Accepted;
import dev.berth.engine.model.Agreement;
import dev.berth.engine.model.Conditions;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.Lateness;
import dev.berth.engine.model.Money;
import dev.berth.engine.model.Placement;
import dev.berth.engine.model.Refusal;
import dev.berth.engine.model.Reservation;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Puts the price into what was decided, and what is due when a reservation ends before its time. */
final class PricingStep {
    private final State state;

    PricingStep(State state) {
        this.state = state;
    }

    /** Puts the price into what was decided to be reserved or held. */
    Decision agree(Decision decision) {
        if (state.tariffs.isEmpty() || !(decision instanceof Accepted accepted)) {
            return decision;
        }
        List<Event> events = new ArrayList<>();
        Quote quote = accepted.quote();
        for (Event event : accepted.events()) {
            switch (event) {
                case Event.Reserved e -> {
                    Reservation priced = priced(e.reservation());
                    Refusal refusal = tooDear(priced);
                    if (refusal != null) {
                        return new Decision.Refused(refusal);
                    }
                    quote = Quote.price(priced.agreement().price());
                    events.add(new Event.Reserved(priced));
                }
                case Event.Held e -> {
                    Reservation priced = priced(e.reservation());
                    Refusal refusal = tooDear(priced);
                    if (refusal != null) {
                        return new Decision.Refused(refusal);
                    }
                    quote = Quote.price(priced.agreement().price());
                    events.add(new Event.Held(priced, e.until()));
                }
                case Event.PoolAdded e -> events.add(e);
                case Event.ServersAdded e -> events.add(e);
                case Event.RoundsSet e -> events.add(e);
                case Event.Queued e -> events.add(e);
                case Event.Deferred e -> events.add(e);
                case Event.TurnedAway e -> events.add(e);
                case Event.Confirmed e -> events.add(e);
                case Event.Moved e -> events.add(e);
                case Event.Repacked e -> events.add(e);
                case Event.LicencesSet e -> events.add(e);
                case Event.PolicySet e -> events.add(e);
                case Event.StartsEarly e -> events.add(e);
                case Event.TariffSet e -> events.add(e);
                case Event.Changed e -> events.add(e);
                case Event.Renamed e -> events.add(e);
                case Event.Bound e -> events.add(e);
                case Event.Shunned e -> events.add(e);
                case Event.Started e -> events.add(e);
                case Event.Closed e -> events.add(e);
                case Event.OutagePlanned e -> events.add(e);
                case Event.OutageEnded e -> events.add(e);
                case Event.TimeAdvanced e -> events.add(e);
                case Event.Degraded e -> events.add(e);
                case Event.Recovered e -> events.add(e);
                case Event.Opportunistic e -> events.add(e);
                case Event.Waitlist e -> events.add(e);
            }
        }
        return new Accepted(List.copyOf(events), quote);
    }

    /** More of a window costs more in proportion, and what goes on elsewhere what a new reservation does. */
    Decision overrun(Reservation before, Decision decision) {
        if (state.tariffs.isEmpty() || !(decision instanceof Accepted accepted)) {
            return decision;
        }
        List<Event> events = new ArrayList<>();
        Agreement was = before.agreement();
        Quote quote = new Quote(was.price(), was.price(), Money.ZERO);
        for (Event event : accepted.events()) {
            if (event instanceof Event.Changed changed
                    && changed.reservation().id().equals(before.id())) {
                Reservation after = changed.reservation();
                Money price = Tariff.used(
                        was.price(), after.window().length(), before.window().length());
                quote = new Quote(was.price(), price, Money.ZERO);
                events.add(new Event.Changed(after.withAgreement(
                        was.costing(price, was.fees()).under(overrunning(was.conditions(), before, after)))));
            } else {
                events.add(event);
            }
        }
        Decision priced = agree(new Accepted(List.copyOf(events), quote));
        for (Event event : priced instanceof Accepted all ? all.events() : List.<Event>of()) {
            Refusal refusal = switch (event) {
                case Event.Changed e -> overBudget(e.reservation());
                case Event.Reserved e -> overBudget(e.reservation());
                case Event.PoolAdded e -> null;
                case Event.ServersAdded e -> null;
                case Event.RoundsSet e -> null;
                case Event.Queued e -> null;
                case Event.Deferred e -> null;
                case Event.TurnedAway e -> null;
                case Event.Held e -> null;
                case Event.Confirmed e -> null;
                case Event.Moved e -> null;
                case Event.Repacked e -> null;
                case Event.LicencesSet e -> null;
                case Event.PolicySet e -> null;
                case Event.StartsEarly e -> null;
                case Event.TariffSet e -> null;
                case Event.Renamed e -> null;
                case Event.Bound e -> null;
                case Event.Shunned e -> null;
                case Event.Started e -> null;
                case Event.Closed e -> null;
                case Event.OutagePlanned e -> null;
                case Event.OutageEnded e -> null;
                case Event.TimeAdvanced e -> null;
                case Event.Degraded e -> null;
                case Event.Recovered e -> null;
                case Event.Opportunistic e -> null;
                case Event.Waitlist e -> null;
            };
            if (refusal != null) {
                return new Decision.Refused(refusal);
            }
        }
        return priced;
    }

    /** Refusal of a place whose hours cost more than the budget; a price without hours was looked at before. */
    private @Nullable Refusal tooDear(Reservation reservation) {
        return state.prices.hasHours(reservation.placement().pool()) ? overBudget(reservation) : null;
    }

    private static @Nullable Refusal overBudget(Reservation reservation) {
        Job job = reservation.job();
        Money total =
                reservation.agreement().price().plus(reservation.agreement().fees());
        Money budget = job.terms().budget();
        return budget != null && total.isAbove(budget)
                ? new Refusal.OverBudget(
                        job.id(), budget, total, reservation.placement().pool())
                : null;
    }

    private Reservation priced(Reservation reservation) {
        Placement placement = reservation.placement();
        long made = reservation.agreement().made();
        Conditions conditions = state.prices.conditions(placement);
        Money price =
                state.prices.priceAt(conditions.hours(), reservation.job(), placement.count(), placement.pool(), made);
        return reservation.withAgreement(new Agreement(made, price, Money.ZERO, conditions));
    }

    /** A reservation that runs longer goes on at the factor that was agreed, and causes more carbon dioxide. */
    private Conditions overrunning(Conditions agreed, Reservation before, Reservation after) {
        return agreed.grams() == 0
                ? agreed
                : agreed.at(
                        agreed.hours(),
                        Math.max(
                                0,
                                agreed.grams()
                                        + state.prices.grams(after.placement())
                                        - state.prices.grams(before.placement())));
    }

    /** Settles what was served from the waiting list and is declined: it costs nothing. */
    Decision decline(Reservation reservation) {
        Event closed = new Event.Closed(reservation.id(), Event.Cause.CANCELLED);
        Agreement agreement = reservation.agreement();
        Money before = agreement.price();
        if (before.equals(Money.ZERO)) {
            return new Accepted(List.of(closed));
        }
        Quote quote = new Quote(before, Money.ZERO, Money.ZERO);
        if (reservation.state() == Reservation.State.HELD) {
            return new Accepted(List.of(closed), quote);
        }
        Agreement settled = agreement.costing(Money.ZERO, agreement.fees());
        return new Accepted(List.of(new Event.Changed(reservation.withAgreement(settled)), closed), quote);
    }

    /** A cancellation costs its fee; what runs has used up a part of its price. What is only held costs nothing. */
    Decision cancel(Reservation reservation) {
        return settle(reservation, Event.Cause.CANCELLED);
    }

    /** Closes a reservation at the price of a cancellation, whoever ends it. */
    Decision settle(Reservation reservation, Event.Cause cause) {
        Event closed = new Event.Closed(reservation.id(), cause);
        Agreement agreement = reservation.agreement();
        Money before = agreement.price();
        if (before.equals(Money.ZERO)) {
            return new Accepted(List.of(closed));
        }
        if (reservation.state() == Reservation.State.HELD) {
            return new Accepted(List.of(closed), new Quote(before, Money.ZERO, Money.ZERO));
        }
        long passed = reservation.isRunning() ? state.now - reservation.window().start() : 0;
        Money used = Tariff.used(before, passed, reservation.window().length());
        Money fee = state.prices.cancellation(reservation, before.minus(used));
        // The journal has to know what is due before the reservation is gone.
        Agreement settled = agreement.costing(used, agreement.fees().plus(fee));
        return new Accepted(
                List.of(new Event.Changed(reservation.withAgreement(settled)), closed), new Quote(before, used, fee));
    }

    /** Events before a reservation closes to which nobody came: the fee that was agreed for that, beside the price. */
    List<Event> noShow(Reservation reservation) {
        Agreement agreement = reservation.agreement();
        Lateness agreed = agreement.conditions().lateness();
        Money fee = agreed == null ? Money.ZERO : Tariff.share(agreement.price(), agreed.noShow());
        return fee.equals(Money.ZERO)
                ? List.of()
                : List.of(new Event.Changed(reservation.withAgreement(
                        agreement.costing(agreement.price(), agreement.fees().plus(fee)))));
    }
}
