package dev.berth.engine.agreement;

import dev.berth.engine.model.Money;

/**
 * Effect of a decision on the price of a reservation, known before it is carried out.
 *
 * @param before the price so far
 * @param after the price from then on; after a cancellation what has been used up and stays due
 * @param fee what the change costs once: above zero a penalty, below zero an incentive
 */
public record Quote(Money before, Money after, Money fee) {
    /** Nothing is priced. */
    public static final Quote NONE = new Quote(Money.ZERO, Money.ZERO, Money.ZERO);

    /** Sum of both quotes. */
    public Quote plus(Quote other) {
        return equals(NONE)
                ? other
                : new Quote(before.plus(other.before), after.plus(other.after), fee.plus(other.fee));
    }

    /** Quote for a new reservation at this price. */
    public static Quote price(Money price) {
        return new Quote(Money.ZERO, price, Money.ZERO);
    }
}
