package dev.berth.provision.slot;

import dev.berth.engine.agreement.Tariff;
import dev.berth.engine.model.BadValue;
import dev.berth.engine.model.Money;
import dev.berth.engine.model.Rate;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Optional;

/**
 * What one server costs: an amount for a number of units of time (singh: the multiplicative cost c). A price for an hour is
 * kept as it is, so that a millisecond need not cost a whole number of anything.
 */
public record UnitCost(Money amount, long time) {
    /** One for a server for a unit of time, as all of singh's slots. */
    public static final UnitCost ONE = new UnitCost(Money.of("1"), 1);

    public UnitCost {
        if (amount.millionths() < 0) {
            throw new BadValue("unit cost", amount, "must not be negative");
        }
        if (time < 1) {
            throw new BadValue("unit cost time", time, "must be at least one unit of time");
        }
    }

    /** The base price of a tariff; a slower server costs less in proportion, to a millionth. Nothing without a tariff. */
    public static UnitCost at(Optional<Tariff> tariff, Rate rate) {
        return tariff.map(given -> new UnitCost(
                        new Money(BigDecimal.valueOf(given.base().millionths())
                                .multiply(BigDecimal.valueOf(rate.millionths()))
                                .divide(BigDecimal.valueOf(Tariff.ONE), 0, RoundingMode.HALF_UP)
                                .longValueExact()),
                        given.hour()))
                .orElse(new UnitCost(Money.ZERO, 1));
    }

    /** The cost of so much time of servers, summed over the servers; rounded half up to a millionth. */
    public Money of(long serverTime) {
        long millionths = amount.millionths();
        if (time == 1 && Math.multiplyHigh(millionths, serverTime) == 0 && millionths * serverTime >= 0) {
            return new Money(millionths * serverTime);
        }
        try {
            return new Money(BigDecimal.valueOf(millionths)
                    .multiply(BigDecimal.valueOf(serverTime))
                    .divide(BigDecimal.valueOf(time), 0, RoundingMode.HALF_UP)
                    .longValueExact());
        } catch (ArithmeticException e) {
            throw new BadValue("server time", serverTime, "costs more at " + amount + " than can be counted");
        }
    }
}
