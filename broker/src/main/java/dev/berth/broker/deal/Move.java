package dev.berth.broker.deal;

import dev.berth.engine.model.Money;
import java.util.List;

/**
 * All parts of a deal that are being booked in another window. Those that it has stand until all of these are confirmed.
 *
 * @param parts in the order of those of the deal
 * @param others what is tried next, one after the other
 * @param fees what giving up the old parts costs, by the word of their sites
 * @param decided whether every site holds its part, so that all are to be confirmed from now on
 * @param since when it came to these parts
 * @param life until when sites may keep what they hold, by the clock of the broker
 */
public record Move(List<DealPart> parts, List<DealPlan> others, Money fees, boolean decided, long since, long life) {
    public Move {
        parts = List.copyOf(parts);
        others = List.copyOf(others);
    }

    /** The first of some plans. */
    public static Move first(List<DealPlan> plans, Money fees, long now, long life) {
        return new Move(plans.getFirst().parts(), plans.subList(1, plans.size()), fees, false, now, life);
    }

    public Move decided(List<DealPart> held, long until) {
        return new Move(held, others, fees, true, since, until);
    }

    public Money price() {
        return parts.stream().map(DealPart::price).reduce(Money.ZERO, Money::plus);
    }
}
