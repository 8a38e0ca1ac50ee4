package dev.berth.service.cluster;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Which nodes are out, and since when that is to be believed. A node that comes and goes is not failed and restored each time:
 * that it is down, or back, counts only once it has lasted. What an operator did by hand counts at once.
 */
final class NodeWatch {
    /** What a node is, as the book is told. */
    enum Belief {
        UP(""),
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

        /** Whether it takes time to be sure. */
        private boolean mayFlap() {
            return this == DOWN || this == ABSENT;
        }

        private static Belief of(Node.Condition condition) {
            return switch (condition) {
                case UP -> UP;
                case DRAINING -> DRAINING;
                case DRAINED -> DRAINED;
                case DOWN -> DOWN;
            };
        }
    }

    private record Seen(Belief now, long since, Belief believed) {}

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
            boolean certain = !present.mayFlap() && !before.believed().mayFlap();
            seen.put(name, new Seen(present, since, certain || now - since >= patience ? present : before.believed()));
        }
    }

    private static Belief known(String cause) {
        for (Belief belief : Belief.values()) {
            if (belief != Belief.DRAINING && belief.cause().equals(cause)) {
                return belief;
            }
        }
        return Belief.UP;
    }

    Belief of(String node) {
        Seen known = seen.get(node);
        return known == null ? Belief.UP : known.believed();
    }
}
