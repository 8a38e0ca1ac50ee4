package dev.berth.engine.model;

/**
 * A pool, a number of its servers and a window; nothing committed.
 *
 * @param servers which ones; empty while that is left open (late bound)
 * @param taken parts of the servers, and licences
 */
public record Placement(PoolId pool, int count, Window window, ServerSet servers, Taken taken) {
    public Placement {
        if (count < 1) {
            throw new BadValue("count", count, "must be at least 1");
        }
        if (!servers.isEmpty() && servers.size() != count) {
            throw new BadValue("servers", servers, "must be all " + count + " servers or none");
        }
    }

    /** Whole servers, without licences. */
    public Placement(PoolId pool, int count, Window window, ServerSet servers) {
        this(pool, count, window, servers, Taken.WHOLE);
    }

    public Placement withTaken(Taken other) {
        return new Placement(pool, count, window, servers, other);
    }

    public Placement withServers(ServerSet named) {
        return new Placement(pool, count, window, named, taken);
    }

    public Placement withWindow(Window other) {
        return new Placement(pool, count, other, servers, taken);
    }
}
