package dev.berth.slurm;

import dev.berth.engine.model.ReservationId;
import dev.berth.engine.model.Window;
import java.util.Collections;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * How a reservation of the book stands in the cluster.
 *
 * @param name in the cluster
 * @param user its Unix user there
 * @param nodes those that are settled; empty if none are yet
 * @param why in words; empty if all is as it should be
 * @param inDanger whether what was promised may not be kept unless somebody acts
 */
public record Mirrored(
        String name,
        ReservationId reservation,
        String user,
        SortedSet<String> nodes,
        Window window,
        State state,
        String why,
        boolean inDanger) {
    /** States in the order of a life that goes well, then those of trouble. */
    public enum State {
        /** Its nodes are not to be named yet. */
        NOT_DUE,
        /** It is to be made in this round. */
        WANTED,
        /** The cluster keeps it, and it has not begun. */
        PRESENT,
        /** The cluster keeps it, and it has begun. */
        ACTIVE,
        /** It is over in the book, and the cluster still has it. */
        LEAVING,
        /** The cluster keeps it, but not as the book wants it. */
        DRIFTED,
        /** The cluster had it, and has it no longer. */
        LOST,
        /** The cluster refuses it. */
        BLOCKED,
        /** It lost nodes, no others are found for it, and it has what is left. */
        DEGRADED,
        /** It lost its nodes for good, and its time is not over yet. */
        DISPLACED
    }

    public Mirrored {
        nodes = Collections.unmodifiableSortedSet(new TreeSet<>(nodes));
    }
}
