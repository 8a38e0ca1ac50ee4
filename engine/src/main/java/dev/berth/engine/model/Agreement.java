package dev.berth.engine.model;

/**
 * What was agreed beside the job itself, whose times and servers are the promise.
 *
 * @param made when
 * @param price what the reservation costs as it stands
 * @param fees what changes of the agreement have cost beside, or brought in if negative
 */
public record Agreement(long made, Money price, Money fees) {
    /** What a book without a tariff agrees to. */
    public static Agreement free(long made) {
        return new Agreement(made, Money.ZERO, Money.ZERO);
    }
}
