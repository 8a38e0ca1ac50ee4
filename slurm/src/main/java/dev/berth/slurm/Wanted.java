package dev.berth.slurm;

import dev.berth.engine.model.ReservationId;
import dev.berth.engine.model.Window;
import dev.berth.wire.ReservationName;
import java.util.Collections;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * A reservation that the cluster should keep.
 *
 * @param name in the cluster; see {@link ReservationName}
 * @param window in milliseconds since the epoch, whole seconds inside what is booked
 * @param user the Unix user of its owner
 * @param parts that it takes of each node, as the cluster names them, such as {@code cpu} and {@code gres/gpu:a100}; empty for whole nodes
 * @param guests the Unix users of those it is shared with
 * @param licences of the cluster by name
 */
public record Wanted(
        String name,
        ReservationId reservation,
        SortedSet<String> nodes,
        Window window,
        String user,
        SortedSet<String> guests,
        SortedMap<String, Long> parts,
        SortedMap<String, Long> licences) {
    public Wanted {
        licences = Collections.unmodifiableSortedMap(new TreeMap<>(licences));
        nodes = Collections.unmodifiableSortedSet(new TreeSet<>(nodes));
        guests = Collections.unmodifiableSortedSet(new TreeSet<>(guests));
        parts = Collections.unmodifiableSortedMap(new TreeMap<>(parts));
    }

    /** One without licences. */
    public Wanted(
            String name,
            ReservationId reservation,
            SortedSet<String> nodes,
            Window window,
            String user,
            SortedSet<String> guests,
            SortedMap<String, Long> parts) {
        this(name, reservation, nodes, window, user, guests, parts, Collections.emptySortedMap());
    }

    /** One of whole nodes. */
    public Wanted(
            String name,
            ReservationId reservation,
            SortedSet<String> nodes,
            Window window,
            String user,
            SortedSet<String> guests) {
        this(name, reservation, nodes, window, user, guests, Collections.emptySortedMap());
    }

    /** One that is shared with nobody. */
    public Wanted(String name, ReservationId reservation, SortedSet<String> nodes, Window window, String user) {
        this(name, reservation, nodes, window, user, Collections.emptySortedSet());
    }

    /** The Unix users who may use it: its owner and the guests. */
    public SortedSet<String> users() {
        TreeSet<String> users = new TreeSet<>(guests);
        users.add(user);
        return users;
    }

    public Wanted withWindow(Window other) {
        return new Wanted(name, reservation, nodes, other, user, guests, parts, licences);
    }

    public Wanted withoutGuests() {
        return withGuests(Collections.emptySortedSet());
    }

    public Wanted withGuests(SortedSet<String> others) {
        return new Wanted(name, reservation, nodes, window, user, others, parts, licences);
    }

    public Wanted withLicences(SortedMap<String, Long> others) {
        return new Wanted(name, reservation, nodes, window, user, guests, parts, others);
    }
}
