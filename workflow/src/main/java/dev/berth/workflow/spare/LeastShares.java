package dev.berth.workflow.spare;

import dev.berth.workflow.model.Cancelled;
import dev.berth.workflow.model.Workflow;

/**
 * For each task off the critical path, the least share that any path through it gives: the minimum over these paths of
 * {@code weight of the task x (left - given) / weight of the path}, where {@code given} is what the path's critical tasks
 * get and its weight is that of the others, rounded down.
 *
 * <p>Their number explodes, so paths are not walked. The ways from the first tasks to a task and those from it to the
 * last ones are kept as {@link Frontier}s, found in one sweep each; a path through the task is a corner of one and a
 * corner of the other, and as both are convex, only pairs that are best for the same factor need a look: as many as the
 * two have corners. Rounding down after the minimum is the same as before it.
 *
 * <p>A frontier has at most one corner for each weight, and as weights and shares are whole numbers its sides are
 * different whole vectors: with even times at most about n^(2/3) corners.
 */
final class LeastShares {
    private final SlotGraph graph;
    private final boolean[] critical;
    private final long[] weight;
    private final long[] shares;
    private final long left;

    /** @param shares those of the critical tasks; the others are filled in */
    LeastShares(SlotGraph graph, boolean[] critical, long[] weight, long[] shares, long left) {
        this.graph = graph;
        this.critical = critical;
        this.weight = weight;
        this.shares = shares;
        this.left = left;
    }

    void fill() {
        Frontier[] to = to();
        Frontier[] from = from();
        for (int task = 0; task < shares.length; task++) {
            if (!critical[task] && weight[task] > 0) {
                shares[task] = least(task, to[task], from[task]);
            }
        }
    }

    /** The ways up to each task, itself included. */
    private Frontier[] to() {
        Workflow workflow = graph.workflow();
        Frontier[] to = new Frontier[shares.length];
        for (int task : graph.order()) {
            Cancelled.check();
            Ways ways = new Ways();
            if (graph.before(task) != SlotGraph.NONE) {
                ways.add(graph.before(task), to);
            }
            for (int k = 0; k < workflow.inDegree(task); k++) {
                ways.add(workflow.from(workflow.inEdge(task, k)), to);
            }
            to[task] = ways.through(task);
        }
        return to;
    }

    /** The ways from each task to an end, itself included. */
    private Frontier[] from() {
        Workflow workflow = graph.workflow();
        Frontier[] from = new Frontier[shares.length];
        int[] order = graph.order();
        for (int at = order.length - 1; at >= 0; at--) {
            Cancelled.check();
            int task = order[at];
            Ways ways = new Ways();
            if (graph.after(task) != SlotGraph.NONE) {
                ways.add(graph.after(task), from);
            }
            for (int k = 0; k < workflow.outDegree(task); k++) {
                ways.add(workflow.to(workflow.outEdge(task, k)), from);
            }
            from[task] = ways.through(task);
        }
        return from;
    }

    /** The ways of a task's neighbours, taken together; what has happened is on no way. */
    private final class Ways {
        private Frontier found = Frontier.START;
        private boolean any;

        void add(int neighbour, Frontier[] known) {
            if (!graph.isFixed(neighbour)) {
                found = any ? found.or(known[neighbour]) : known[neighbour];
                any = true;
            }
        }

        Frontier through(int task) {
            return critical[task] ? found.shift(shares[task], 0) : found.shift(0, weight[task]);
        }
    }

    private long least(int task, Frontier to, Frontier from) {
        Cancelled.check();
        int one = 0;
        int other = 0;
        long bestLeft = left - to.given(0) - from.given(0);
        long bestWeight = to.weight(0) + from.weight(0) - weight[task];
        while (one + 1 < to.size() || other + 1 < from.size()) {
            if (turnsFirst(to, one, from, other)) {
                one++;
            } else {
                other++;
            }
            long pathLeft = left - to.given(one) - from.given(other);
            long pathWeight = to.weight(one) + from.weight(other) - weight[task];
            if (Fraction.compareProducts(pathLeft, bestWeight, bestLeft, pathWeight) < 0) {
                bestLeft = pathLeft;
                bestWeight = pathWeight;
            }
        }
        return SpareShare.part(bestLeft, weight[task], bestWeight);
    }

    /** True if, for a growing factor, the first frontier's next corner becomes its best before the other's does. */
    private static boolean turnsFirst(Frontier to, int one, Frontier from, int other) {
        if (one + 1 == to.size() || other + 1 == from.size()) {
            return one + 1 < to.size();
        }
        return Fraction.compareProducts(
                        to.given(one) - to.given(one + 1),
                        from.weight(other + 1) - from.weight(other),
                        from.given(other) - from.given(other + 1),
                        to.weight(one + 1) - to.weight(one))
                <= 0;
    }
}
