package dev.berth.slurm;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Complete state of a cluster, as it reported it at about one time.
 *
 * @param taken when it was asked, in milliseconds since the epoch
 * @param nodes by name
 * @param kept the reservations that it keeps, ours and those of others, by name
 * @param held parts of nodes that its reservations can hold
 * @param licences by name how many it has, as far as they are asked for
 * @param jobs those that run, and those that wait for a reservation
 */
public record Census(
        long taken,
        SortedMap<String, ClusterNode> nodes,
        SortedMap<String, Kept> kept,
        List<ClusterJob> jobs,
        PartsHeld held,
        SortedMap<String, Long> licences) {
    public Census {
        licences = Collections.unmodifiableSortedMap(new TreeMap<>(licences));
        nodes = Collections.unmodifiableSortedMap(new TreeMap<>(nodes));
        kept = Collections.unmodifiableSortedMap(new TreeMap<>(kept));
        jobs = List.copyOf(jobs);
    }

    /** The same without some of the reservations, because they are gone by now. */
    Census without(Set<String> names) {
        SortedMap<String, Kept> others = new TreeMap<>(kept);
        others.keySet().removeAll(names);
        return new Census(taken, nodes, others, jobs, held, licences);
    }

    /** One that does not say which parts of nodes can be reserved. */
    public static Census of(long taken, List<ClusterNode> nodes, List<Kept> kept, List<ClusterJob> jobs) {
        return of(taken, nodes, kept, jobs, PartsHeld.UNASKED);
    }

    /** One of a cluster of whose licences none are asked for. */
    public static Census of(
            long taken, List<ClusterNode> nodes, List<Kept> kept, List<ClusterJob> jobs, PartsHeld held) {
        return of(taken, nodes, kept, jobs, held, Collections.emptySortedMap());
    }

    public static Census of(
            long taken,
            List<ClusterNode> nodes,
            List<Kept> kept,
            List<ClusterJob> jobs,
            PartsHeld held,
            SortedMap<String, Long> licences) {
        Map<String, ClusterNode> byNode = new TreeMap<>();
        nodes.forEach(node -> byNode.put(node.name(), node));
        Map<String, Kept> byName = new TreeMap<>();
        kept.forEach(each -> byName.put(each.name(), each));
        return new Census(taken, new TreeMap<>(byNode), new TreeMap<>(byName), jobs, held, licences);
    }
}
