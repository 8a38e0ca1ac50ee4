package dev.berth.slurm;

import java.util.Collections;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * A job of the cluster that runs, or one that waits to run in a reservation.
 *
 * @param user its Unix user
 * @param nodes on which it runs; empty if it waits
 * @param end by when it must be done, in milliseconds since the epoch; {@link dev.berth.engine.model.Window#FOREVER} if it may
 *     go on for ever or does not run yet
 * @param reservation in which it runs or is to run; empty if in none
 * @param licences that it has or waits for, by name, as far as they are asked for
 */
public record ClusterJob(
        String id,
        String user,
        SortedSet<String> nodes,
        long end,
        Optional<String> reservation,
        SortedMap<String, Long> licences) {
    public ClusterJob {
        nodes = Collections.unmodifiableSortedSet(new TreeSet<>(nodes));
        licences = Collections.unmodifiableSortedMap(new TreeMap<>(licences));
    }

    /** One without licences. */
    public ClusterJob(String id, String user, SortedSet<String> nodes, long end, Optional<String> reservation) {
        this(id, user, nodes, end, reservation, Collections.emptySortedMap());
    }

    public boolean isRunning() {
        return !nodes.isEmpty();
    }
}
