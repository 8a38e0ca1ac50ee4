package dev.berth.lab.experiment.netto;

import dev.berth.engine.agreement.Tariff;
import dev.berth.engine.model.Money;

/**
 * Prices and budgets, and whether jobs are moldable (netto 2.1 and 2.2, which the paper does not evaluate). The unit of money
 * is the base price of a processor-hour.
 *
 * <p>Ours are: an empty machine sells at the base price, one that the job fills at twice that; full flexibility, an interval of
 * twice the duration, is worth the discount. A user's budget is 0.8 to 2 times the base price of the job as it was submitted.
 *
 * @param moldable whether the scheduler chooses the processors: from half to twice of what the log has, by Amdahl's law with
 *     one per cent of the work serial
 * @param discount for full flexibility, in per cent of the price
 */
record Market(boolean moldable, int discount) {
    static final double LEAST_BUDGET = 0.8;
    static final double MOST_BUDGET = 2;
    /** Serial share of the work, in millionths. */
    static final int SERIAL = 10_000;

    private static final long HOUR = 3_600;
    private static final int PER_CENT = Tariff.ONE / 100;

    Tariff tariff() {
        return Tariff.flat(Money.of("1"), HOUR)
                .withDiscounts(discount * PER_CENT, 0, 1)
                .withSurcharge(Tariff.ONE);
    }

    /**
     * Budget of a user: the highest price that is accepted.
     *
     * @param share from 0 to 1, of the range of budgets
     */
    static Money budget(long processorSeconds, double share) {
        double times = LEAST_BUDGET + share * (MOST_BUDGET - LEAST_BUDGET);
        return new Money(Math.round(times * processorSeconds / HOUR * Tariff.ONE));
    }
}
