package dev.berth.slurm;

import dev.berth.engine.model.ReservationId;
import dev.berth.engine.model.Window;
import dev.berth.wire.ReservationName;
import java.util.Collections;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * A reservation that the cluster should keep.
 *
 * @param name in the cluster; see {@link ReservationName}
 * @param window in milliseconds since the epoch, whole seconds inside what is booked
 * @param user the Unix user who may use it
 */
public record Wanted(String name, ReservationId reservation, SortedSet<String> nodes, Window window, String user) {
    public Wanted {
        nodes = Collections.unmodifiableSortedSet(new TreeSet<>(nodes));
    }
}
