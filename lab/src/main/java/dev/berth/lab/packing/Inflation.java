package dev.berth.lab.packing;

import dev.berth.engine.model.Share;
import dev.berth.lab.packing.PackingRule.Choice;
import dev.berth.lab.workload.gpu.GpuRequest;
import dev.berth.lab.workload.gpu.GpuRequests;
import dev.berth.lab.workload.gpu.NodeType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * Tasks that are drawn from a workload come to an empty cluster, one after the other, and stay; a task that no node has room for is turned
 * away. The paper calls it inflating a trace (Weng et al., USENIX ATC 2023, section 6.1).
 */
public final class Inflation {
    private final PackingRule rule;
    private final Fragmentation fragmentation;
    private final SplittableRandom random;
    private final List<PackedNode> nodes = new ArrayList<>();
    /** For each node the choices that are still right, by request; a node that changes loses them. */
    private final List<Map<GpuRequest, Choice>> choices = new ArrayList<>();
    /** Tasks of each node by the number of cards that they ask for. */
    private final List<Map<Integer, Integer>> byCards = new ArrayList<>();

    private final long capacity;
    private long arrived;
    private long allocated;

    /** Cost of a node that has no room. */
    private static final Choice NO_ROOM = new Choice(Double.POSITIVE_INFINITY, PackedNode.NO_CARD);

    public Inflation(PackingRule rule, List<NodeType> types, GpuRequests workload, long seed) {
        this.rule = rule;
        this.fragmentation = new Fragmentation(workload);
        this.random = new SplittableRandom(seed);
        this.capacity = NodeType.cards(types) * (long) Share.WHOLE;
        for (NodeType type : types) {
            for (int i = 0; i < type.count(); i++) {
                nodes.add(new PackedNode(type));
                choices.add(new HashMap<>());
                byCards.add(new HashMap<>());
            }
        }
    }

    /** Cards that were asked for, as a share of all. */
    public double arrived() {
        return arrived / (double) capacity;
    }

    /** Cards that are allocated, as a share of all. */
    public double allocated() {
        return allocated / (double) capacity;
    }

    /** Number of cards that are not allocated. */
    public double unallocated() {
        return (capacity - allocated) / (double) Share.WHOLE;
    }

    /** Places a task; answers the number of its node, or -1 if it is turned away. */
    public int arrive(GpuRequest task) {
        arrived += task.cardThousandths();
        int at = rule == PackingRule.RANDOM ? any(task) : best(task);
        if (at < 0) {
            return -1;
        }
        Choice choice = choice(at, task);
        nodes.get(at).change(task, rule == PackingRule.RANDOM ? anyCard(nodes.get(at), task) : choice.card(), 1);
        choices.get(at).clear();
        byCards.get(at).merge(task.cards(), 1, Integer::sum);
        allocated += task.cardThousandths();
        return at;
    }

    private int best(GpuRequest task) {
        int best = -1;
        double least = Double.POSITIVE_INFINITY;
        for (int i = 0; i < nodes.size(); i++) {
            double cost = choice(i, task).cost();
            if (cost < least) {
                least = cost;
                best = i;
            }
        }
        return best;
    }

    private Choice choice(int at, GpuRequest task) {
        Choice known = choices.get(at).get(task);
        if (known != null) {
            return known;
        }
        PackedNode node = nodes.get(at);
        Choice found = node.fits(task)
                ? rule.choice(node, task, byCards.get(at).getOrDefault(task.cards(), 0), fragmentation)
                : NO_ROOM;
        choices.get(at).put(task, found);
        return found;
    }

    private int any(GpuRequest task) {
        int[] roomy = new int[nodes.size()];
        int count = 0;
        for (int i = 0; i < roomy.length; i++) {
            if (nodes.get(i).fits(task)) {
                roomy[count++] = i;
            }
        }
        return count == 0 ? -1 : roomy[random.nextInt(count)];
    }

    private int anyCard(PackedNode node, GpuRequest task) {
        @Nullable Integer chosen = null;
        int seen = 0;
        for (int i = 0; task.isShare() && i < node.cards.length; i++) {
            if (node.cards[i] >= task.thousandths() && random.nextInt(++seen) == 0) {
                chosen = i;
            }
        }
        return chosen == null ? PackedNode.NO_CARD : chosen;
    }
}
