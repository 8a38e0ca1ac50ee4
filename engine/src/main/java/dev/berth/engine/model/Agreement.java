package dev.berth.engine.model;

/**
 * Terms of a reservation beside the job itself, whose times and servers are the promise.
 *
 * @param made when it was made
 * @param price what the reservation costs as it stands
 * @param fees what changes of the agreement have cost beside, or brought in if negative
 * @param conditions what else was agreed about its price
 */
public record Agreement(long made, Money price, Money fees, Conditions conditions) {
    /** Agreement by a tariff that knows neither lateness nor hours. */
    public Agreement(long made, Money price, Money fees) {
        this(made, price, fees, Conditions.NONE);
    }

    /** Agreement of a book without a tariff. */
    public static Agreement free(long made) {
        return new Agreement(made, Money.ZERO, Money.ZERO);
    }

    /** The same at another price and with other fees. */
    public Agreement costing(Money other, Money total) {
        return new Agreement(made, other, total, conditions);
    }

    public Agreement under(Conditions other) {
        return new Agreement(made, price, fees, other);
    }
}
