package dev.berth.slurm;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Which nodes are out, and since when that is to be believed. A node that comes and goes is not failed and restored each time:
 * that it is down, or back, counts only once it has lasted, and only if no {@link Brake} holds it. Until then it is in doubt: nobody
 * new gets it, and nobody loses it. What an operator did by hand counts at once.
 */
final class NodeWatch {
    /** Condition of a node, as the book is told. */
    enum Belief {
        UP(""),
        SILENT("not responding"),
        DRAINING("drained"),
        DRAINED("drained"),
        DOWN("down"),
        ABSENT("not in the cluster");

        private final String cause;

        Belief(String cause) {
            this.cause = cause;
        }

        /** Why the node cannot be had; empty if it can. */
        String cause() {
            return cause;
        }

        /** Whether the cluster has given it up, so that whoever was to have it goes elsewhere. */
        boolean isFailed() {
            return this == DOWN || this == ABSENT;
        }

        /** Whether it takes time to be sure. */
        private boolean mayFlap() {
            return isFailed() || this == SILENT;
        }

        private static Belief of(ClusterNode.Condition condition) {
            return switch (condition) {
                case UP -> UP;
                case SILENT -> SILENT;
                case DRAINING -> DRAINING;
                case DRAINED -> DRAINED;
                case DOWN -> DOWN;
            };
        }
    }

    private record Seen(Belief now, long since, Belief believed) {
        boolean isFailing() {
            return now.isFailed() && !believed.isFailed();
        }
    }

    private final long patience;
    private final Map<String, Seen> seen = new HashMap<>();

    NodeWatch(long patience) {
        this.patience = patience;
    }

    /**
     * Takes in a census.
     *
     * @param told for each node of the book why it is out, as the book was told before; those that it takes for up are missing
     */
    void see(Census census, Set<String> nodes, Map<String, String> told, long now) {
        seen.keySet().retainAll(nodes);
        for (String name : nodes) {
            Belief present = Optional.ofNullable(census.nodes().get(name))
                    .map(node -> Belief.of(node.condition()))
                    .orElse(Belief.ABSENT);
            Seen before = seen.getOrDefault(name, new Seen(present, now, known(told.getOrDefault(name, ""))));
            long since = before.now() == present ? Math.min(now, before.since()) : now;
            seen.put(name, new Seen(present, since, believed(present, before.believed(), now - since >= patience)));
        }
    }

    /** Whether a node that has failed is down is settled in {@link #settle}, when it is known what else has failed. */
    private static Belief believed(Belief present, Belief before, boolean lasted) {
        if (present.isFailed() && !before.isFailed()) {
            return before == Belief.UP ? Belief.SILENT : before;
        }
        boolean certain = !present.mayFlap() && !before.mayFlap();
        boolean doubt = present == Belief.SILENT && before == Belief.UP;
        return certain || doubt || lasted ? present : before;
    }

    /** Whether a node is down or gone and this is not believed yet. */
    boolean isFailing(String node) {
        Seen known = seen.get(node);
        return known != null && known.isFailing();
    }

    /** Believes what has lasted, except for the nodes that a brake holds. */
    void settle(Brake brake, long now) {
        seen.replaceAll((name, known) -> known.isFailing() && now - known.since() >= patience && !brake.holds(name)
                ? new Seen(known.now(), known.since(), known.now())
                : known);
    }

    private static Belief known(String cause) {
        for (Belief belief : Belief.values()) {
            if (belief != Belief.DRAINING && belief.cause().equals(cause)) {
                return belief;
            }
        }
        return Belief.UP;
    }

    /** Belief about each node of the book. */
    Map<String, Belief> beliefs() {
        Map<String, Belief> beliefs = new HashMap<>();
        seen.forEach((node, known) -> beliefs.put(node, known.believed()));
        return beliefs;
    }
}
