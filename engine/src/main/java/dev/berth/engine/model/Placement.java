package dev.berth.engine.model;

/**
 * A pool, a number of its servers and a window; nothing committed.
 *
 * @param servers which ones; empty while that is left open (late bound)
 */
public record Placement(PoolId pool, int count, Window window, ServerSet servers) {
    public Placement {
        if (count < 1) {
            throw new BadValue("count", count, "must be at least 1");
        }
        if (!servers.isEmpty() && servers.size() != count) {
            throw new BadValue("servers", servers, "must be all " + count + " servers or none");
        }
    }

    public Placement withServers(ServerSet named) {
        return new Placement(pool, count, window, named);
    }

    public Placement withWindow(Window other) {
        return new Placement(pool, count, other, servers);
    }
}
