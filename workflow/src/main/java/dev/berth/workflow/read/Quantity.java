package dev.berth.workflow.read;

import java.math.BigDecimal;
import java.math.RoundingMode;
import org.jspecify.annotations.Nullable;

/** Decimals of files in whole units, rounded up. */
enum Quantity {
    /** At most some 30 years: what a task of the engine can take on a server of the least rate. */
    MILLISECONDS("a number of seconds from 0 to 1000000000", 3, 10),
    BYTES("a number of bytes from 0 to 1000000000000000", 0, 16),
    THOUSANDTHS("a number from 0 to 1000000000", 3, 10);

    /** Far below a unit: there rounding up needs no arithmetic, which would cost much for 1e-1000000000. */
    private static final int NOTHING_DIGITS = -50;

    private final String rule;
    private final int places;
    private final int mostDigits;
    private final BigDecimal most;

    Quantity(String rule, int places, int mostDigits) {
        this.rule = rule;
        this.places = places;
        this.mostDigits = mostDigits;
        this.most = BigDecimal.TEN.pow(mostDigits - 1);
    }

    /** What would be right. */
    String rule() {
        return rule;
    }

    /** Null if the value is not as {@link #rule} says. */
    @Nullable
    Long of(@Nullable BigDecimal value) {
        if (value == null || value.signum() < 0) {
            return null;
        }
        long digits = (long) value.precision() - value.scale();
        if (value.signum() == 0) {
            return 0L;
        }
        if (digits < NOTHING_DIGITS) {
            return 1L;
        }
        if (digits > mostDigits || value.compareTo(most) > 0) {
            return null;
        }
        return value.movePointRight(places).setScale(0, RoundingMode.CEILING).longValueExact();
    }

    /** Null if the text is not as {@link #rule} says. */
    @Nullable
    Long of(String text) {
        try {
            return of(new BigDecimal(text.strip()));
        } catch (NumberFormatException e) {
            return null;
        }
    }
}
