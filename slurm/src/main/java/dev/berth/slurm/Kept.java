package dev.berth.slurm;

import dev.berth.engine.model.Window;
import java.util.Collections;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * A reservation that the cluster keeps.
 *
 * @param window in milliseconds since the epoch, whole seconds; {@link Window#FOREVER} if it has no end
 * @param users who may use it, by their Unix names
 * @param magnetic whether it attracts the ordinary jobs of its users
 * @param parts of each node, as {@link Wanted} has them; empty for whole nodes
 * @param licences by name, as far as they are asked for
 */
public record Kept(
        String name,
        SortedSet<String> nodes,
        Window window,
        Set<String> users,
        boolean magnetic,
        SortedMap<String, Long> parts,
        SortedMap<String, Long> licences) {
    /** One without licences. */
    public Kept(
            String name,
            SortedSet<String> nodes,
            Window window,
            Set<String> users,
            boolean magnetic,
            SortedMap<String, Long> parts) {
        this(name, nodes, window, users, magnetic, parts, Collections.emptySortedMap());
    }

    /** One of whole nodes. */
    public Kept(String name, SortedSet<String> nodes, Window window, Set<String> users, boolean magnetic) {
        this(name, nodes, window, users, magnetic, Collections.emptySortedMap());
    }

    public Kept {
        nodes = Collections.unmodifiableSortedSet(new TreeSet<>(nodes));
        users = Set.copyOf(users);
        parts = Collections.unmodifiableSortedMap(new TreeMap<>(parts));
        licences = Collections.unmodifiableSortedMap(new TreeMap<>(licences));
    }

    public boolean isActive(long now) {
        return window.start() <= now && now < window.end();
    }
}
