package dev.berth.engine.model;

import java.util.Map;

/**
 * Servers of one rate, numbered from 0 (castillo: group h).
 *
 * @param attributes what jobs may ask for, such as {@code gpu=h100}
 */
public record Pool(PoolId id, int servers, Rate rate, Map<String, String> attributes) {
    public static final int MOST_SERVERS = 10_000_000;

    public Pool {
        if (servers < 1 || servers > MOST_SERVERS) {
            throw new BadValue("servers", servers, "must be from 1 to " + MOST_SERVERS);
        }
        attributes = Map.copyOf(attributes);
    }

    public Pool(String name, int servers, String rate) {
        this(new PoolId(name), servers, Rate.of(rate), Map.of());
    }

    public Pool withServers(int count) {
        return new Pool(id, count, rate, attributes);
    }
}
