package dev.berth.provision.slot;

import dev.berth.engine.agreement.Tariff;
import dev.berth.engine.model.BadValue;
import dev.berth.engine.model.Money;
import dev.berth.engine.model.Rate;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Optional;

/**
 * Cost of one server: an amount for a number of units of time (singh: the multiplicative cost c). A price for an hour is
 * kept as it is, so that the price of a millisecond need not be rounded.
 *
 * @param lead the discount for booking ahead
 */
public record UnitCost(Money amount, long time, Lead lead) {
    /**
     * A discount that grows with the time from the booking to the start, as in a {@link Tariff}.
     *
     * @param booked when it is booked
     * @param discount in millionths, from {@code full} ahead on
     */
    public record Lead(long booked, int discount, long full) {
        static final Lead NONE = new Lead(0, 0, 1);

        /** Share of the price that remains after the discount, with twelve decimal places. */
        private BigDecimal left(long start) {
            long whole = (long) Tariff.ONE * Tariff.ONE;
            return BigDecimal.valueOf(whole - (long) discount * Tariff.share(start - booked, full))
                    .movePointLeft(12);
        }
    }

    /** One for a server for a unit of time, as all of singh's slots. */
    public static final UnitCost ONE = new UnitCost(Money.of("1"), 1);

    /** Whenever it starts. */
    public UnitCost(Money amount, long time) {
        this(amount, time, Lead.NONE);
    }

    public UnitCost {
        if (amount.millionths() < 0) {
            throw new BadValue("unit cost", amount, "must not be negative");
        }
        if (time < 1) {
            throw new BadValue("unit cost time", time, "must be at least one unit of time");
        }
    }

    /**
     * The price of a tariff for what is booked now and is not flexible, without the surcharge for a busy pool; a slower
     * server costs less in proportion, to a millionth. Nothing without a tariff.
     */
    public static UnitCost at(Optional<Tariff> tariff, Rate rate, long now) {
        return tariff.map(given -> new UnitCost(
                        new Money(BigDecimal.valueOf(given.base().millionths())
                                .multiply(BigDecimal.valueOf(rate.millionths()))
                                .divide(BigDecimal.valueOf(Tariff.ONE), 0, RoundingMode.HALF_UP)
                                .longValueExact()),
                        given.hour(),
                        given.lead() == 0 ? Lead.NONE : new Lead(now, given.lead(), given.fullLead())))
                .orElse(new UnitCost(Money.ZERO, 1));
    }

    /** Whether the price is another for another start. */
    public boolean dependsOnStart() {
        return lead.discount > 0;
    }

    /** Without a discount. */
    public Money of(long serverTime) {
        return of(serverTime, lead.booked);
    }

    /** The cost of so much time of servers from a start on, summed over the servers; rounded half up to a millionth. */
    public Money of(long serverTime, long start) {
        long millionths = amount.millionths();
        if (!dependsOnStart()
                && time == 1
                && Math.multiplyHigh(millionths, serverTime) == 0
                && millionths * serverTime >= 0) {
            return new Money(millionths * serverTime);
        }
        try {
            return new Money(BigDecimal.valueOf(millionths)
                    .multiply(BigDecimal.valueOf(serverTime))
                    .multiply(lead.left(start))
                    .divide(BigDecimal.valueOf(time), 0, RoundingMode.HALF_UP)
                    .longValueExact());
        } catch (ArithmeticException e) {
            throw new BadValue("server time", serverTime, "costs more at " + amount + " than can be counted");
        }
    }
}
