package dev.berth.engine.model;

import org.jspecify.annotations.Nullable;

/**
 * Conditions under which a reservation was agreed, beside its price: a later change of the tariff does not touch them.
 *
 * @param lateness what a cancellation costs; null if the penalty of the tariff of the day applies
 * @param reached the share of the price that a cancellation had come to cost when the reservation was last changed: a change
 *     makes a late cancellation no cheaper
 * @param hours the factor of the hours that it was agreed for, in millionths
 * @param grams the carbon dioxide that was expected for these hours, in grams
 */
public record Conditions(@Nullable Lateness lateness, int reached, int hours, long grams) {
    private static final int ONE = 1_000_000;

    /** Conditions of a tariff that knows neither lateness nor hours. */
    public static final Conditions NONE = new Conditions(null, 0, ONE, 0);

    public Conditions {
        if (reached < 0 || reached > ONE) {
            throw new BadValue("reached", reached, "must be from 0 to " + ONE + " millionths");
        }
        if (hours < 0) {
            throw new BadValue("hours", hours, "must not be negative");
        }
        if (grams < 0) {
            throw new BadValue("grams", grams, "must not be negative");
        }
    }

    /** Share of the price that a cancellation costs this long before the start. */
    public int cancellation(long ahead) {
        return lateness == null ? 0 : Math.max(reached, lateness.share(ahead));
    }

    /** The same after a change of the reservation that was made this long before its start. */
    public Conditions changed(long ahead) {
        return lateness == null ? this : new Conditions(lateness, cancellation(ahead), hours, grams);
    }

    public Conditions at(int factor, long carbon) {
        return new Conditions(lateness, reached, factor, carbon);
    }
}
