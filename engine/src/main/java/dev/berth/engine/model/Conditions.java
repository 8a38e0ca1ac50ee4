package dev.berth.engine.model;

import org.jspecify.annotations.Nullable;

/**
 * Conditions under which a reservation was agreed, beside its price: a later change of the tariff does not touch them.
 *
 * @param lateness what a cancellation costs; null if the penalty of the tariff of the day applies
 * @param start the start that was agreed, from which lateness counts: if the site moves the reservation to an earlier time, that
 *     makes a cancellation no dearer; 0 without lateness
 * @param reached the share of the price that a cancellation had come to cost when the reservation was last changed: a change
 *     makes a late cancellation no cheaper
 * @param hours the factor of the hours that it was agreed for, in millionths
 * @param grams the carbon dioxide that was expected for these hours, in grams
 */
public record Conditions(@Nullable Lateness lateness, long start, int reached, int hours, long grams) {
    private static final int ONE = 1_000_000;

    /** Conditions of a tariff that knows neither lateness nor hours. */
    public static final Conditions NONE = new Conditions(null, 0, 0, ONE, 0);

    public Conditions {
        if (start < 0 || start >= Window.FOREVER) {
            throw new BadValue("start", start, "must be a time from 0 to " + (Window.FOREVER - 1));
        }
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

    /** The start from which lateness counts, of a reservation that starts at this time. */
    public long counted(long current) {
        return Math.max(start, current);
    }

    /** Share of the price that a cancellation costs now, of a reservation that starts at this time. */
    public int cancellation(long current, long now) {
        return lateness == null ? 0 : Math.max(reached, lateness.share(counted(current) - now));
    }

    /** The same after a change from one start to another that the owner asked for. */
    public Conditions changed(long from, long to, long now) {
        return lateness == null ? this : new Conditions(lateness, to, cancellation(from, now), hours, grams);
    }

    public Conditions at(int factor, long carbon) {
        return new Conditions(lateness, start, reached, factor, carbon);
    }
}
