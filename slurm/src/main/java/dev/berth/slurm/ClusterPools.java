package dev.berth.slurm;

import dev.berth.engine.model.Pool;
import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.Rate;
import dev.berth.service.booking.Pools;
import dev.berth.site.Transaction;
import dev.berth.wire.NamedServer;
import dev.berth.wire.PoolJson;
import dev.berth.words.Unit;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * The pools that the nodes of a cluster make. The pool of a node follows from its partition and its rate alone, not from what else
 * there is: a node that joins later changes no name. A pool is known to be of the cluster by an attribute.
 */
public final class ClusterPools {
    /** The attribute of a pool that is made of nodes; its value is their partition. */
    public static final String PARTITION = "partition";

    private static final Unit NODE = new Unit("node");
    private static final String YES = "yes";

    private ClusterPools() {}

    /**
     * One pool for each partition and feature with a rate, in the order of the settings; its servers are named like the nodes. Nodes that
     * are booked in parts are in one pool if they have the same parts.
     */
    public static List<PoolJson.Planned> of(Census census, ClusterSettings settings) {
        record Kind(String pool, String partition, Rate rate, boolean inParts) {}
        Map<Kind, List<ClusterNode>> nodes = new LinkedHashMap<>();
        for (ClusterNode node : census.nodes().values()) {
            Optional<Map.Entry<String, Rate>> rated = settings.rates().entrySet().stream()
                    .filter(each -> node.features().contains(each.getKey()))
                    .findFirst();
            boolean inParts =
                    settings.parts() && NodeParts.obstacle(node, census.held()).isEmpty();
            partition(node, settings)
                    .map(partition -> new Kind(
                            rated.map(each -> partition + "-" + each.getKey()).orElse(partition)
                                    + (inParts ? "-" + NodeParts.shape(node) : ""),
                            partition,
                            rated.map(Map.Entry::getValue).orElse(settings.rate()),
                            inParts))
                    .ifPresent(kind -> nodes.computeIfAbsent(kind, any -> new ArrayList<>())
                            .add(node));
        }
        List<PoolJson.Planned> pools = new ArrayList<>();
        nodes.forEach((kind, members) -> pools.add(new PoolJson.Planned(
                pool(kind.pool(), kind.partition(), kind.rate(), kind.inParts(), members),
                Optional.empty(),
                NODE,
                members.stream().map(ClusterPools::server).toList())));
        return pools;
    }

    private static Pool pool(String name, String partition, Rate rate, boolean inParts, List<ClusterNode> members) {
        Map<String, String> attributes = attributes(partition, members);
        Pool whole = new Pool(new PoolId(name), members.size(), rate, attributes);
        if (!inParts) {
            return whole;
        }
        attributes.putAll(NodeParts.attributes(members.getFirst()));
        return new Pool(whole.id(), members.size(), rate, attributes, NodeParts.of(members.getFirst()));
    }

    /** Partitions whose nodes are to be booked in parts and cannot be, with the reason. */
    public static Map<String, String> wholeOnly(Census census, ClusterSettings settings) {
        Map<String, String> reasons = new LinkedHashMap<>();
        if (settings.parts()) {
            for (ClusterNode node : census.nodes().values()) {
                NodeParts.obstacle(node, census.held())
                        .ifPresent(reason -> partition(node, settings)
                                .ifPresent(partition -> reasons.putIfAbsent(partition, reason)));
            }
        }
        return reasons;
    }

    private static Optional<String> partition(ClusterNode node, ClusterSettings settings) {
        return settings.partitions().stream()
                .filter(node.partitions()::contains)
                .findFirst();
    }

    private static NamedServer server(ClusterNode node) {
        return new NamedServer(node.name(), Optional.of(node.name()), Optional.empty());
    }

    /** Besides its partition, the features that all its nodes have: jobs can ask for them. */
    private static Map<String, String> attributes(String partition, List<ClusterNode> members) {
        Set<String> common = new HashSet<>(members.getFirst().features());
        members.forEach(node -> common.retainAll(node.features()));
        Map<String, String> attributes = new TreeMap<>();
        common.forEach(feature -> attributes.put(feature, YES));
        attributes.put(PARTITION, partition);
        return attributes;
    }

    /** Whether a pool is made of nodes of a cluster. */
    public static boolean isOne(Pool pool) {
        return pool.attributes().containsKey(PARTITION);
    }

    /** Whether nodes have come that the book does not know yet. */
    static boolean isNews(NodeServers places, List<PoolJson.Planned> planned) {
        return planned.stream().anyMatch(pool -> !unknown(places, pool).isEmpty());
    }

    /** Makes pools of nodes that the book does not know yet, or adds them to those it has. A node keeps its place for ever. */
    static void adopt(Transaction transaction, List<PoolJson.Planned> planned) {
        for (PoolJson.Planned pool : planned) {
            List<NamedServer> added = unknown(NodeServers.of(transaction.view()), pool);
            if (added.isEmpty()) {
                continue;
            }
            PoolId id = pool.pool().id();
            if (transaction.view().pools().stream().anyMatch(each -> each.id().equals(id))) {
                Pools.nameServers(transaction, id, added);
            } else {
                Pools.add(
                        transaction,
                        new PoolJson.Planned(pool.pool().withServers(added.size()), pool.tariff(), pool.unit(), added));
            }
        }
    }

    private static List<NamedServer> unknown(NodeServers places, PoolJson.Planned pool) {
        return pool.named().stream()
                .filter(server -> places.of(server.name()).isEmpty())
                .toList();
    }
}
