package dev.berth.slurm;

import java.util.Set;

/** A cluster whose scheduler keeps reservations of nodes: what it says, and what can be asked of it. */
public interface Cluster {
    /**
     * All that the cluster says at about one time.
     *
     * @throws ClusterSilent if a part of it cannot be learned: half a census would make what is missing look as if it were gone
     */
    Census observe() throws ClusterSilent;

    /** Unix users whom it has refused of late because it does not know them; they cannot be named in a reservation. */
    default Set<String> strangers() {
        return Set.of();
    }

    /** Does one thing and reads back whether it is so. */
    ActionOutcome carryOut(Action action);
}
