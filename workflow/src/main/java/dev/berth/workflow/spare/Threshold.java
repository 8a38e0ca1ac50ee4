package dev.berth.workflow.spare;

import dev.berth.engine.model.BadValue;
import dev.berth.engine.model.Decimals;
import java.math.BigDecimal;

/**
 * Threshold of the recursive policies (zhao, section 3.3 and figure 3): they are done when less than this share of the time from
 * the begin of the workflow to the deadline is left to no task.
 *
 * @param millionths from 0 to a million
 */
public record Threshold(int millionths) {
    /**
     * Default of shell and service: 1%. The paper's example has 5%, which leaves time to nobody; below 1% the plans hardly fail
     * less often (experiment zhao-policies).
     */
    public static final Threshold DEFAULT = new Threshold(10_000);

    private static final int ALL = 1_000_000;
    private static final int PLACES = 6;
    private static final String RULE = "must be a share from 0 to 1 such as 0.05, or 0% to 100% such as 5%";

    public Threshold {
        if (millionths < 0 || millionths > ALL) {
            throw new BadValue("threshold", millionths, RULE);
        }
    }

    /** Reads a share such as {@code 0.05}, or per cent as in {@code 5%}. */
    public static Threshold of(String text) {
        boolean isPercent = text.endsWith("%");
        try {
            BigDecimal number = Decimals.read(isPercent ? text.substring(0, text.length() - 1) : text);
            BigDecimal share = isPercent ? number.movePointLeft(2) : number;
            if (share.signum() >= 0 && share.compareTo(BigDecimal.ONE) <= 0) {
                return new Threshold(share.movePointRight(PLACES).intValueExact());
            }
        } catch (NumberFormatException e) {
            throw new BadValue("threshold", text, RULE);
        } catch (ArithmeticException e) {
            throw new BadValue("threshold", text, "must have at most six decimal places");
        }
        throw new BadValue("threshold", text, RULE);
    }

    /** Part of a time, rounded down. */
    public long of(long time) {
        return SpareShare.part(time, millionths, ALL);
    }

    /** The share, such as {@code 0.05}. */
    public String share() {
        return plain(BigDecimal.valueOf(millionths, PLACES));
    }

    /** Per cent, such as {@code 5%}. */
    public String percent() {
        return plain(BigDecimal.valueOf(millionths, PLACES - 2)) + "%";
    }

    private static String plain(BigDecimal value) {
        return value.signum() == 0 ? "0" : value.stripTrailingZeros().toPlainString();
    }
}
