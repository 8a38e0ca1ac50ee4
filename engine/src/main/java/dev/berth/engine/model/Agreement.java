package dev.berth.engine.model;

/**
 * Terms of a reservation beside the job itself, whose times and servers are the promise.
 *
 * @param made when it was made
 * @param price what the reservation costs as it stands
 * @param fees what changes of the agreement have cost beside, or brought in if negative
 */
public record Agreement(long made, Money price, Money fees) {
    /** Agreement of a book without a tariff. */
    public static Agreement free(long made) {
        return new Agreement(made, Money.ZERO, Money.ZERO);
    }
}
