package dev.berth.engine.model;

import java.math.BigDecimal;

/** Decimals as whole millionths, exactly. */
final class Decimals {
    private static final int PLACES = 6;
    private static final int DIGITS = 13;

    private Decimals() {}

    /**
     * Reads a decimal. Its size is looked at first: {@code 1e999999999} is short to write and would fill the memory.
     *
     * @throws NumberFormatException if it is none
     * @throws ArithmeticException if it has more than six places, or is too large
     */
    static long millionths(String decimal) {
        BigDecimal value = new BigDecimal(decimal.strip()).stripTrailingZeros();
        if (value.scale() > PLACES || (long) value.precision() - value.scale() > DIGITS) {
            throw new ArithmeticException("not that many digits");
        }
        return value.movePointRight(PLACES).longValueExact();
    }
}
