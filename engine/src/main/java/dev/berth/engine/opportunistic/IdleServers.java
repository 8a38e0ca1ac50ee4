package dev.berth.engine.opportunistic;

import dev.berth.engine.model.Pool;
import dev.berth.engine.model.ServerSet;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;

/** The servers of a pool at one instant: which are idle, and which reservations or outages have. */
final class IdleServers {
    private final Pool pool;
    private final BitSet idle = new BitSet();
    /** Number of claims on each server; one that is out may still be counted to a reservation that ends with it. */
    private final Map<Integer, Integer> claims = new HashMap<>();

    /** All idle but those that these opportunistic jobs run on. */
    IdleServers(Pool pool, Iterable<Stint> running) {
        this.pool = pool;
        idle.set(0, pool.servers());
        running.forEach(stint -> stint.servers().forEach(idle::clear));
    }

    Pool pool() {
        return pool;
    }

    boolean has(int servers) {
        return idle.cardinality() >= servers;
    }

    /** The idle servers with the lowest numbers. */
    ServerSet first(int servers) {
        return ServerSet.of(idle.stream().limit(servers).toArray());
    }

    void claim(int server) {
        claims.merge(server, 1, Integer::sum);
        idle.clear(server);
    }

    void giveUp(int server) {
        if (claims.merge(server, -1, Integer::sum) == 0) {
            claims.remove(server);
            idle.set(server);
        }
    }

    void sit(ServerSet servers) {
        servers.forEach(idle::clear);
    }

    void stand(ServerSet servers) {
        servers.forEach(server -> {
            if (!claims.containsKey(server)) {
                idle.set(server);
            }
        });
    }
}
