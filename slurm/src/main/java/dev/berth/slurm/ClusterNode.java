package dev.berth.slurm;

import java.util.List;
import java.util.Set;

/**
 * A machine of the cluster.
 *
 * @param partitions in the order in which the cluster names them
 * @param features what the operators of the cluster say about it
 * @param cpus and {@code memory}, in mebibytes: nodes of one pool are alike in them
 * @param devices what else it has, such as {@code gpu:a100:4}; empty if nothing
 * @param threads of each core
 * @param reason why it is not up, in the words of the cluster; empty if nobody said
 * @param sockets of which the cluster takes at least a core each for cards
 */
public record ClusterNode(
        String name,
        List<String> partitions,
        Set<String> features,
        int cpus,
        long memory,
        String devices,
        Condition condition,
        String reason,
        int threads,
        int sockets) {
    /** Whether it takes jobs. */
    public enum Condition {
        UP,
        /** The cluster does not hear it, or is not sure of it: jobs on it may well run on. */
        SILENT,
        /** Somebody took it out by hand, and a job is still on it. */
        DRAINING,
        /** Somebody took it out by hand. */
        DRAINED,
        /** The cluster itself has given it up. */
        DOWN
    }

    /** One of one socket, whose cores have one thread each. */
    public ClusterNode(
            String name,
            List<String> partitions,
            Set<String> features,
            int cpus,
            long memory,
            String devices,
            Condition condition,
            String reason) {
        this(name, partitions, features, cpus, memory, devices, condition, reason, 1, 1);
    }

    public ClusterNode {
        partitions = List.copyOf(partitions);
        features = Set.copyOf(features);
    }
}
