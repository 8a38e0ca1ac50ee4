package dev.berth.provision.federation;

import dev.berth.engine.model.BadValue;
import dev.berth.engine.model.Rate;
import dev.berth.engine.model.Shape;
import java.util.Optional;

/**
 * Part of a co-allocation: the servers wanted at one site.
 *
 * @param pool the pool it must be in; any of the site if empty
 * @param shape how many servers, and what they have to do: with a choice of servers it is moldable
 */
public record CoAllocationPart(String site, Optional<String> pool, Shape shape) {
    private static final int MOST_CHOICES = 1_000;

    public CoAllocationPart {
        if (!(shape instanceof Shape.Table) && shape.most() - shape.fewest() >= MOST_CHOICES) {
            throw new BadValue(
                    "servers",
                    shape.fewest() + ".." + shape.most(),
                    "must be a choice of at most %,d numbers of servers".formatted(MOST_CHOICES));
        }
    }

    /** The fewest servers of a rate on which it is done within a duration; 0 if it takes longer on all it can use. */
    int servers(Rate rate, long duration) {
        return shape.counts()
                .filter(count -> shape.duration(count, rate) <= duration)
                .min()
                .orElse(0);
    }

    boolean takes(SiteAdvert.FreePool given) {
        return pool.isEmpty() || pool.get().equals(given.name());
    }
}
