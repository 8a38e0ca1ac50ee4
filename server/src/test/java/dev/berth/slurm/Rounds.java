package dev.berth.slurm;

import dev.berth.service.hosts.UnixUsers;
import dev.berth.site.Site;
import java.util.List;

/** The rounds of a real reconciler, one at a time, for tests that say when. */
public final class Rounds {
    private final Reconciler reconciler;

    public Rounds(Site site, Cluster cluster, String name, UnixUsers unixUsers, SlurmSettings slurm) {
        reconciler = new Reconciler(site, cluster, name, unixUsers, slurm);
    }

    /** One round, to its end; returns how things stand after it. */
    public ClusterStatus next() {
        reconciler.round();
        return reconciler.status();
    }

    /** Releases the brake, as an operator does with {@code berth cluster release}. */
    public List<Braked> release() {
        return reconciler.release();
    }
}
