package dev.berth.engine.model;

/**
 * How much a job asks of each of its servers: the time it takes at rate 1. The limit (2^42 ms, 139 years) keeps every
 * product with a rate inside a {@code long}.
 */
public record Work(long amount) {
    public static final long MOST = 1L << 42;

    public Work {
        if (amount < 1 || amount > MOST) {
            throw new BadValue("work", amount, "must be from 1 to " + MOST);
        }
    }
}
