package dev.berth.lab.packing;

import dev.berth.engine.model.Share;
import dev.berth.lab.packing.PackingRule.Choice;
import dev.berth.lab.workload.gpu.GpuRequest;
import dev.berth.lab.workload.gpu.GpuRequests;

/**
 * Fragmentation of a node (Weng et al., USENIX ATC 2023, section 3): thousandths of cards that are free and that a task drawn from the workload
 * cannot use. All that is free, if the task does not fit on the node or asks for no card; else the cards with less left than
 * it needs of one. In tasks: divided by {@link GpuRequests#tasks} it is the expectation.
 */
public final class Fragmentation {
    private final GpuRequests workload;

    public Fragmentation(GpuRequests workload) {
        this.workload = workload;
    }

    long of(PackedNode node) {
        long sum = 0;
        int free = node.freeThousandths();
        int idle = node.idleCards();
        int most = 0;
        for (int card : node.cards) {
            most = Math.max(most, card);
        }
        for (int i = 0; i < workload.all().size(); i++) {
            sum += workload.count(i) * lost(node, workload.all().get(i), free, idle, most);
        }
        return sum;
    }

    private static long lost(PackedNode node, GpuRequest task, int free, int idle, int most) {
        boolean fits = task.cards() > 0
                && task.milliCores() <= node.milliCores
                && task.memory() <= node.memory
                && (task.isShare() ? task.thousandths() <= most : task.cards() <= idle);
        if (!fits) {
            return free;
        }
        int needed = task.isShare() ? task.thousandths() : Share.WHOLE;
        int lost = 0;
        for (int card : node.cards) {
            lost += card < needed ? card : 0;
        }
        return lost;
    }

    /** Growth of a node's fragmentation by a task, on the card on which it is least (section 4). */
    Choice leastGrowth(PackedNode node, GpuRequest task) {
        long before = of(node);
        if (!task.isShare()) {
            return new Choice(growth(node, task, PackedNode.NO_CARD, before), PackedNode.NO_CARD);
        }
        Choice best = null;
        for (int card = 0; card < node.cards.length; card++) {
            if (node.cards[card] < task.thousandths() || isAsBefore(node.cards, card)) {
                continue;
            }
            double growth = growth(node, task, card, before);
            if (best == null || growth < best.cost()) {
                best = new Choice(growth, card);
            }
        }
        if (best == null) {
            throw new IllegalArgumentException("the node has no room for " + task);
        }
        return best;
    }

    private static boolean isAsBefore(int[] cards, int card) {
        for (int i = 0; i < card; i++) {
            if (cards[i] == cards[card]) {
                return true;
            }
        }
        return false;
    }

    private double growth(PackedNode node, GpuRequest task, int card, long before) {
        node.change(task, card, 1);
        long after = of(node);
        node.change(task, card, -1);
        return (after - before) / (double) workload.tasks();
    }
}
