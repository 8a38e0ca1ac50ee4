package dev.berth.provision.search;

import dev.berth.engine.model.BadValue;

/**
 * How children come of their parents.
 *
 * @param points at which two parents are crossed
 * @param mutations how many slots of a child are changed in the mean: each with this over the number of slots
 */
public record Genetics(int points, double mutations) {
    /** Singh's: two points, and one slot in n. */
    public static final Genetics USUAL = new Genetics(2, 1);

    public Genetics {
        if (points < 1 || points > 100) {
            throw new BadValue("points", points, "must be from 1 to 100");
        }
        if (!(mutations >= 0 && mutations <= 100)) {
            throw new BadValue("mutations", mutations, "must be from 0 to 100");
        }
    }
}
