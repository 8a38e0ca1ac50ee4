package dev.berth.engine.model;

import java.math.BigDecimal;

/**
 * How fast a server works: a decimal in (0, 1] with up to six places (castillo: mu). Kept as millionths, so that a
 * duration is exact integer arithmetic.
 */
public record Rate(int millionths) implements Comparable<Rate> {
    private static final int ONE = 1_000_000;

    /** The rate at which work is measured. */
    public static final Rate FULL = new Rate(ONE);

    public Rate {
        if (millionths < 1 || millionths > ONE) {
            throw new BadValue("rate", decimal(millionths), "must be above 0 and at most 1");
        }
    }

    /** Reads {@code "0.8"}; the inverse of {@link #toString()}. */
    public static Rate of(String decimal) {
        long millionths;
        try {
            millionths = Decimals.millionths(decimal);
        } catch (NumberFormatException e) {
            throw new BadValue("rate", decimal, "must be a decimal such as 0.8");
        } catch (ArithmeticException e) {
            throw new BadValue("rate", decimal, "must be above 0 and at most 1, with at most six decimal places");
        }
        if (millionths < 1 || millionths > ONE) {
            throw new BadValue("rate", decimal, "must be above 0 and at most 1");
        }
        return new Rate((int) millionths);
    }

    /** How long the work takes on a server of this rate: work / rate, rounded up. */
    public long duration(Work work) {
        return duration(work.amount());
    }

    /** The same of an amount of work. */
    public long duration(long amount) {
        return millionths == ONE ? amount : (amount * ONE + millionths - 1) / millionths;
    }

    /** How much work is done in a time on a server of this rate: elapsed x rate, rounded down. */
    public long done(long elapsed) {
        return millionths == ONE ? elapsed : Math.multiplyExact(elapsed, millionths) / ONE;
    }

    @Override
    public int compareTo(Rate other) {
        return Integer.compare(millionths, other.millionths);
    }

    @Override
    public String toString() {
        return decimal(millionths);
    }

    private static String decimal(int millionths) {
        return BigDecimal.valueOf(millionths, 6).stripTrailingZeros().toPlainString();
    }
}
