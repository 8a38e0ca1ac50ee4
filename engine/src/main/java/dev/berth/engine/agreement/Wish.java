package dev.berth.engine.agreement;

import dev.berth.engine.model.BadValue;

/**
 * Which offers are wanted.
 *
 * @param most how many at most
 * @param by what makes an offer better than another
 * @param horizon how long after the deadline is still of interest
 */
public record Wish(int most, Ranking by, long horizon) {
    /** Criterion by which offers are ordered. */
    public enum Ranking {
        /** The least departure from the interval that was asked for. */
        PHI,
        PRICE,
        START
    }

    public Wish {
        if (most < 1) {
            throw new BadValue("most", most, "must be at least 1");
        }
        if (horizon < 0) {
            throw new BadValue("horizon", horizon, "must not be before the deadline");
        }
    }
}
