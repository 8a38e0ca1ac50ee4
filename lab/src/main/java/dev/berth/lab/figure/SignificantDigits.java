package dev.berth.lab.figure;

import java.math.BigDecimal;
import java.math.RoundingMode;

/**
 * Numbers as text by one rule, whatever the locale: this many significant digits, but never less than all digits before
 * the point and never more than 12 behind it; no exponent, no trailing zeros.
 */
public final class SignificantDigits {
    private static final int MOST_DECIMALS = 12;

    private SignificantDigits() {}

    /** Text of a number; a value that is not finite is printed as in Java: {@code NaN}, {@code Infinity}. */
    public static String text(double value, int significant) {
        if (!Double.isFinite(value)) {
            return Double.toString(value);
        }
        BigDecimal exact = BigDecimal.valueOf(value);
        int whole = exact.precision() - exact.scale();
        int decimals = Math.clamp(significant - whole, 0, MOST_DECIMALS);
        BigDecimal rounded = exact.setScale(decimals, RoundingMode.HALF_EVEN);
        return rounded.signum() == 0 ? "0" : rounded.stripTrailingZeros().toPlainString();
    }
}
