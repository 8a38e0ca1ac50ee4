package dev.berth.workflow.read;

import dev.berth.engine.model.Decimals;
import java.math.BigDecimal;
import java.math.RoundingMode;
import org.jspecify.annotations.Nullable;

/** Decimals of files in whole units, rounded up. */
enum Quantity {
    /** At most some 30 years: what a task of the engine can take on a server of the least rate. */
    MILLISECONDS("a number of seconds from 0 to 1000000000", 3, 10),
    BYTES("a number of bytes from 0 to 1000000000000000", 0, 16),
    THOUSANDTHS("a number from 0 to 1000000000", 3, 10);

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

    /** Rule that a valid value meets, for error messages. */
    String rule() {
        return rule;
    }

    /** Null if the value is not as {@link #rule} says. */
    private @Nullable Long of(BigDecimal value) {
        if (value.signum() < 0) {
            return null;
        }
        long digits = (long) value.precision() - value.scale();
        if (value.signum() == 0) {
            return 0L;
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
            return of(Decimals.read(text));
        } catch (NumberFormatException e) {
            return null;
        }
    }
}
