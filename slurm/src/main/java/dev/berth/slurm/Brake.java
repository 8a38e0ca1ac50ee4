package dev.berth.slurm;

import dev.berth.engine.model.PoolId;
import dev.berth.service.runs.Coincidence;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Holds back what would take nodes from reservations while it is likelier that the observer is wrong than that the nodes are: when
 * more than a quarter of a pool fails together, or a node that is promised fails right after the cluster was silent. It goes off when
 * an operator says that the nodes are really down, when they have been down for long enough without another silence, or when they
 * are back. In memory only: after a restart it counts anew, which is the side on which nobody is hurt. Rounds look at it, and operators release it from other threads.
 */
final class Brake {
    private final long hold;
    private final Map<PoolId, Braked> engaged = new LinkedHashMap<>();

    /** Nodes of which an operator or time has shown that they are down. */
    private final Set<String> confirmed = new HashSet<>();

    /** State of a pool in a round: its size, the failing nodes, and those of them that somebody has or is about to have. */
    record Look(int size, SortedSet<String> failing, Set<String> promised) {
        /** A pool of this size in which nothing is known to fail yet. */
        static Look at(int size) {
            return new Look(size, new TreeSet<>(), new HashSet<>());
        }
    }

    /** @param hold how long nodes must be down before time has shown it, in milliseconds */
    Brake(long hold) {
        this.hold = hold;
    }

    /** Takes in a round; {@code afterSilence} if the cluster was not heard right before it. */
    synchronized void look(Map<PoolId, Look> pools, boolean afterSilence, long now) {
        engaged.keySet().retainAll(pools.keySet());
        Set<String> failing = new HashSet<>();
        pools.values().forEach(look -> failing.addAll(look.failing()));
        confirmed.retainAll(failing);
        pools.forEach((pool, look) -> look(pool, look, afterSilence, now)
                .ifPresentOrElse(on -> engaged.put(pool, on), () -> engaged.remove(pool)));
    }

    private Optional<Braked> look(PoolId pool, Look look, boolean afterSilence, long now) {
        SortedSet<String> doubtful = new TreeSet<>(look.failing());
        doubtful.removeAll(confirmed);
        Braked before = engaged.get(pool);
        if (before != null && !afterSilence && now >= before.until()) {
            confirmed.addAll(before.nodes());
            doubtful.removeAll(before.nodes());
            before = null;
        }
        if (doubtful.isEmpty()) {
            return Optional.empty();
        }
        if (before != null) {
            long since = afterSilence ? now : Math.min(now, before.since());
            return Optional.of(new Braked(pool, doubtful, before.afterSilence() || afterSilence, since, since + hold));
        }
        boolean together = Coincidence.isUnlikely(doubtful.size(), look.size());
        boolean suspicious = afterSilence && doubtful.stream().anyMatch(look.promised()::contains);
        return together || suspicious
                ? Optional.of(new Braked(pool, doubtful, !together, now, now + hold))
                : Optional.empty();
    }

    synchronized boolean holds(String node) {
        return engaged.values().stream().anyMatch(on -> on.nodes().contains(node));
    }

    /** An operator says that the nodes are down. Returns which brakes were on. */
    synchronized List<Braked> release() {
        List<Braked> were = engaged();
        were.forEach(on -> confirmed.addAll(on.nodes()));
        engaged.clear();
        return were;
    }

    synchronized List<Braked> engaged() {
        return new ArrayList<>(engaged.values());
    }
}
