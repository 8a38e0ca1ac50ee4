package dev.berth.slurm;

import dev.berth.engine.model.Window;
import java.util.Collections;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * A reservation that the cluster keeps.
 *
 * @param window in milliseconds since the epoch, whole seconds; {@link Window#FOREVER} if it has no end
 * @param users who may use it, by their Unix names
 * @param magnetic whether it attracts the ordinary jobs of its users
 */
public record Kept(String name, SortedSet<String> nodes, Window window, Set<String> users, boolean magnetic) {
    public Kept {
        nodes = Collections.unmodifiableSortedSet(new TreeSet<>(nodes));
        users = Set.copyOf(users);
    }

    public boolean isActive(long now) {
        return window.start() <= now && now < window.end();
    }
}
