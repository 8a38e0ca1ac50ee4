package dev.berth.engine.model;

import java.util.Map;

/**
 * Servers of one rate, numbered from 0 (castillo: group h).
 *
 * @param attributes what jobs may ask for, such as {@code gpu=h100}
 * @param parts of each server, if they are booked apart
 */
public record Pool(PoolId id, int servers, Rate rate, Map<String, String> attributes, Parts parts) {
    public static final int MOST_SERVERS = 10_000_000;

    /** Each host with parts has a timeline of its own. */
    public static final int MOST_HOSTS = 100_000;

    public Pool {
        if (servers < 1 || servers > MOST_SERVERS) {
            throw new BadValue("servers", servers, "must be from 1 to " + MOST_SERVERS);
        }
        attributes = Map.copyOf(attributes);
        if (!parts.isEmpty() && servers > MOST_HOSTS) {
            throw new BadValue("servers", servers, "must be from 1 to " + MOST_HOSTS + " if they have parts");
        }
    }

    /** Servers that are booked as a whole. */
    public Pool(PoolId id, int servers, Rate rate, Map<String, String> attributes) {
        this(id, servers, rate, attributes, Parts.NONE);
    }

    public Pool(String name, int servers, String rate) {
        this(new PoolId(name), servers, Rate.of(rate), Map.of());
    }

    public Pool withParts(Parts other) {
        return new Pool(id, servers, rate, attributes, other);
    }

    /** Whether its servers are hosts, of which jobs may take parts. */
    public boolean hasParts() {
        return !parts.isEmpty();
    }

    public Pool withServers(int count) {
        return new Pool(id, count, rate, attributes, parts);
    }
}
