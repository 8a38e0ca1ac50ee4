package dev.berth.words;

import java.math.BigDecimal;
import java.math.RoundingMode;

/** Decimals as people read them, to hundredths: server-hours, and money. Programs get all places. */
public final class Hundredths {
    private static final BigDecimal LEAST = new BigDecimal("0.01");

    private Hundredths() {}

    /** Such as 6.97, 6.5 and 200. What is less than a hundredth is {@code <0.01}: it is not nothing. */
    public static String of(BigDecimal amount) {
        return isTiny(amount) ? "<" + LEAST : of(amount, RoundingMode.HALF_UP);
    }

    /** The same, rounded in one direction: what is asked for must never seem to be within what is left. */
    public static String of(BigDecimal amount, RoundingMode rounding) {
        return amount.setScale(2, rounding).stripTrailingZeros().toPlainString();
    }

    /** With both places, as prices are: 4.00. */
    public static String money(BigDecimal amount) {
        return isTiny(amount)
                ? "<" + LEAST
                : amount.setScale(2, RoundingMode.HALF_UP).toPlainString();
    }

    private static boolean isTiny(BigDecimal amount) {
        return amount.signum() > 0 && amount.setScale(2, RoundingMode.HALF_UP).signum() == 0;
    }
}
