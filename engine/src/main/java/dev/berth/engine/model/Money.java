package dev.berth.engine.model;

import java.math.BigDecimal;
import java.math.RoundingMode;

/**
 * An amount of money, exact to a millionth of the unit; never floating point. Which currency is up to the site: a book
 * has one.
 */
public record Money(long millionths) implements Comparable<Money> {
    public static final Money ZERO = new Money(0);

    private static final int PLACES = 6;

    /** Reads {@code "12.50"}; the inverse of {@link #toString()}. */
    public static Money of(String decimal) {
        try {
            return new Money(Decimals.millionths(decimal));
        } catch (NumberFormatException e) {
            throw new BadValue("money", decimal, "must be a decimal such as 12.50");
        } catch (ArithmeticException e) {
            throw new BadValue("money", decimal, "must have at most six decimal places and be below 9 * 10^12");
        }
    }

    /** The amount, rounded half up to a hundredth, as prices are. */
    public static Money rounded(BigDecimal amount) {
        return of(amount.setScale(2, RoundingMode.HALF_UP).toPlainString());
    }

    public BigDecimal decimal() {
        return BigDecimal.valueOf(millionths, PLACES);
    }

    public Money plus(Money other) {
        return new Money(Math.addExact(millionths, other.millionths));
    }

    public Money minus(Money other) {
        return new Money(Math.subtractExact(millionths, other.millionths));
    }

    public boolean isAbove(Money other) {
        return millionths > other.millionths;
    }

    @Override
    public int compareTo(Money other) {
        return Long.compare(millionths, other.millionths);
    }

    /** A decimal with two places, or more if it takes them. */
    @Override
    public String toString() {
        BigDecimal shortest = decimal().stripTrailingZeros();
        return shortest.setScale(Math.max(2, shortest.scale()), RoundingMode.UNNECESSARY)
                .toPlainString();
    }
}
