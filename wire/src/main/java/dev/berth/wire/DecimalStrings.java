package dev.berth.wire;

import dev.berth.engine.model.Money;
import java.math.BigDecimal;
import java.util.regex.Pattern;

/** Decimal strings as the API takes them: plain digits, no exponent, which could ask for a gigabyte of zeros. */
public final class DecimalStrings {
    private static final Pattern PLAIN = Pattern.compile("-?[0-9]{1,15}(\\.[0-9]{1,6})?");

    private DecimalStrings() {}

    static Money money(String text) {
        return Money.of(plain(text));
    }

    static int millionths(String text, int most) {
        BigDecimal value = dev.berth.engine.model.Decimals.read(plain(text));
        if (value.signum() < 0 || value.compareTo(BigDecimal.valueOf(most)) > 0) {
            throw new IllegalArgumentException("out of range");
        }
        return value.movePointRight(6).intValueExact();
    }

    public static String plain(String text) {
        if (!PLAIN.matcher(text).matches()) {
            throw new IllegalArgumentException("not a plain decimal");
        }
        return text;
    }

    static String ofMillionths(long millionths) {
        return BigDecimal.valueOf(millionths, 6).stripTrailingZeros().toPlainString();
    }
}
