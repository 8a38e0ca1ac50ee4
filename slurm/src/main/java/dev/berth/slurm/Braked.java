package dev.berth.slurm;

import dev.berth.engine.model.PoolId;
import java.util.Collections;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Nodes of a pool that are down, and that reservations keep all the same because a {@link Brake} is on.
 *
 * @param afterSilence whether they failed right after the cluster was silent, rather than many together
 * @param since from when they must stay down to be believed
 * @param until when they are believed if nothing changes
 */
public record Braked(PoolId pool, SortedSet<String> nodes, boolean afterSilence, long since, long until) {
    public Braked {
        nodes = Collections.unmodifiableSortedSet(new TreeSet<>(nodes));
    }

    /** Reason to doubt that the nodes have failed. */
    public String why() {
        return afterSilence ? "failed right after the cluster was silent" : "failed together";
    }
}
