package dev.berth.engine.opportunistic;

import dev.berth.engine.model.Opportunist;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.ServerSet;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.IntStream;

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

    boolean hasAny() {
        return !idle.isEmpty();
    }

    /** Whether enough servers for a job are idle, of those that it may run on. */
    boolean has(Opportunist job) {
        return job.among()
                        .map(among -> among.stream().filter(idle::get).count())
                        .orElse((long) idle.cardinality())
                >= job.servers();
    }

    /** The idle servers for a job: those with the lowest numbers. */
    ServerSet first(Opportunist job) {
        IntStream all =
                job.among().map(among -> among.stream().filter(idle::get)).orElseGet(idle::stream);
        return ServerSet.of(all.limit(job.servers()).toArray());
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
