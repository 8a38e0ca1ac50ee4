package dev.berth.provision.search;

import dev.berth.engine.model.BadValue;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How long to search, and from which random numbers.
 *
 * @param limit after this time the best so far is the answer; null for no limit
 * @param genetics how children come of their parents
 */
public record SearchSettings(
        int population, int iterations, long seed, @Nullable Duration limit, Genetics genetics) {
    public static final int MOST_POPULATION = 100_000;

    public SearchSettings {
        if (population < 2 || population > MOST_POPULATION) {
            throw new BadValue("population", population, "must be from 2 to " + MOST_POPULATION);
        }
        if (iterations < 0 || iterations > MOST_POPULATION) {
            throw new BadValue("iterations", iterations, "must be from 0 to " + MOST_POPULATION);
        }
        if (limit != null && !limit.isPositive()) {
            throw new BadValue("limit", limit, "must be greater than zero");
        }
    }

    public SearchSettings(int population, int iterations, long seed, @Nullable Duration limit) {
        this(population, iterations, seed, limit, Genetics.USUAL);
    }

    public SearchSettings with(Genetics other) {
        return new SearchSettings(population, iterations, seed, limit, other);
    }

    public static SearchSettings of(int population, int iterations, long seed) {
        return new SearchSettings(population, iterations, seed, null);
    }

    /** How often a workflow may be scheduled: the first population, and one in every iteration. */
    public int budget() {
        return (int) Math.min(Integer.MAX_VALUE, (long) population * (iterations + 1L));
    }
}
