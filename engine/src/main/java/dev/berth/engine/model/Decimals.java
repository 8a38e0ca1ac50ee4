package dev.berth.engine.model;

import java.math.BigDecimal;
import java.util.regex.Pattern;

/**
 * Decimals as strangers write them. Reading one takes time that grows with the square of its length, and an exponent of
 * ten letters makes a number of a gigabyte: both are looked at before anything is read.
 */
public final class Decimals {
    /** Most characters of a decimal: longer than any meaningful one. */
    public static final int LONGEST = 100;

    /** Largest scale: enough to write any double with all its places. */
    private static final int MOST_SCALE = 1_200;

    /** Only the digits of ASCII: Java would take those of all scripts. */
    private static final Pattern FORM =
            Pattern.compile("[+-]?(?:[0-9]++\\.?+[0-9]*+|\\.[0-9]++)(?:[eE][+-]?[0-9]{1,10})?");

    private static final int PLACES = 6;
    private static final int DIGITS = 13;

    private Decimals() {}

    /**
     * Reads a decimal of at most {@link #LONGEST} characters, between 10^-1200 and 10^1200 or 0.
     *
     * @throws NumberFormatException if it is none
     */
    public static BigDecimal read(String decimal) {
        BigDecimal value = parsed(decimal);
        if (value.signum() == 0) {
            return BigDecimal.ZERO;
        }
        if (value.scale() > MOST_SCALE || value.scale() < -MOST_SCALE) {
            throw new NumberFormatException("too large or too small a number");
        }
        return value;
    }

    /** Its exponent may be anything: it is for the caller to look at. */
    private static BigDecimal parsed(String decimal) {
        String text = decimal.strip();
        if (text.length() > LONGEST || !FORM.matcher(text).matches()) {
            throw new NumberFormatException("not a decimal of at most " + LONGEST + " characters");
        }
        return new BigDecimal(text);
    }

    /**
     * Reads a decimal as whole millionths.
     *
     * @throws NumberFormatException if it is none
     * @throws ArithmeticException if it has more than six places, or is too large
     */
    static long millionths(String decimal) {
        BigDecimal value = parsed(decimal).stripTrailingZeros();
        if (value.scale() > PLACES || (long) value.precision() - value.scale() > DIGITS) {
            throw new ArithmeticException("not that many digits");
        }
        return value.movePointRight(PLACES).longValueExact();
    }
}
