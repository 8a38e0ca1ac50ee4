package dev.berth.service.booking;

import dev.berth.engine.model.Job;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.ServerSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A pool that a job may go to.
 *
 * @param hosts the hosts one of which must have all its servers; none if any servers of the pool will do
 */
record Spot(Pool pool, Map<String, ServerSet> hosts) {
    /** The same for hosts that have room for this number of servers. */
    Spot having(int servers) {
        Map<String, ServerSet> large = new TreeMap<>(hosts);
        large.values().removeIf(set -> set.size() < servers);
        return new Spot(pool, large);
    }

    boolean isWholePool() {
        return hosts.isEmpty();
    }

    List<ServerSet> among() {
        return List.copyOf(hosts.values());
    }

    /** The most servers that a job can have here. */
    int largest() {
        return hosts.values().stream().mapToInt(ServerSet::size).max().orElse(pool.servers());
    }

    /** The job, if it is to go here. */
    Job in(Job job) {
        return job.requiring(job.requirements().withPool(pool.id()));
    }
}
