package dev.berth.slurm;

import dev.berth.engine.model.Pool;
import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.ServerSet;
import dev.berth.service.hosts.ServerMachine;
import dev.berth.service.hosts.ServerNames;
import dev.berth.site.View;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** Which node of the cluster is which server of the book. */
final class NodeServers {
    /** A server of the book. */
    record Place(PoolId pool, int server) {}

    private final SortedMap<String, Place> byNode = new TreeMap<>();
    private final Map<PoolId, Map<Integer, String>> byServer = new HashMap<>();

    private NodeServers() {}

    static NodeServers of(View view) {
        Map<PoolId, Map<Integer, String>> pools = new HashMap<>();
        ServerNames names = ServerNames.of(view);
        for (Pool pool : view.pools()) {
            if (ClusterPools.isOne(pool)) {
                Map<Integer, String> servers = new HashMap<>();
                for (ServerMachine machine : names.machines(pool.id())) {
                    servers.put(machine.number(), machine.name());
                }
                pools.put(pool.id(), servers);
            }
        }
        return of(pools);
    }

    /** Places by the names of the nodes, for each pool by the numbers of its servers. */
    static NodeServers of(Map<PoolId, Map<Integer, String>> pools) {
        NodeServers places = new NodeServers();
        pools.forEach((pool, servers) -> {
            places.byServer.put(pool, Map.copyOf(servers));
            servers.forEach((server, node) -> places.byNode.put(node, new Place(pool, server)));
        });
        return places;
    }

    Set<PoolId> pools() {
        return Collections.unmodifiableSet(byServer.keySet());
    }

    /** Whether a pool is made of nodes. */
    boolean has(PoolId pool) {
        return byServer.containsKey(pool);
    }

    /** The number of nodes of a pool. */
    int size(PoolId pool) {
        return byServer.getOrDefault(pool, Map.of()).size();
    }

    SortedMap<String, Place> byNode() {
        return Collections.unmodifiableSortedMap(byNode);
    }

    Optional<Place> of(String node) {
        return Optional.ofNullable(byNode.get(node));
    }

    /** The nodes of these servers; a server without a name is no node. */
    SortedSet<String> nodes(PoolId pool, ServerSet servers) {
        Map<Integer, String> names = byServer.getOrDefault(pool, Map.of());
        NavigableSet<String> nodes = new TreeSet<>();
        servers.forEach(server -> Optional.ofNullable(names.get(server)).ifPresent(nodes::add));
        return nodes;
    }
}
