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

    public static final int MOST_POINTS = 100;
    public static final int MOST_MUTATIONS = 100;

    public Genetics {
        if (points < 1 || points > MOST_POINTS) {
            throw new BadValue("crossover", points, "must be from 1 to " + MOST_POINTS);
        }
        if (!(mutations >= 0 && mutations <= MOST_MUTATIONS)) {
            throw new BadValue("mutation", mutations, "must be from 0 to " + MOST_MUTATIONS);
        }
    }
}
