package dev.berth.workflow.spare;

import dev.berth.workflow.model.Workflow;

/** The critical path of a schedule: the longest way along its slots, in run times and transfers. */
final class LongestPath {
    private LongestPath() {}

    /**
     * The tasks of the longest path. It begins at a task that waits for no other, with the time at which that starts;
     * tasks that have happened are not on it. Of several longest ones, the path whose first task has the lowest index,
     * then whose second has, and so on.
     */
    static boolean[] path(SlotGraph graph, long[] start) {
        int[] order = graph.order();
        long[] length = new long[order.length];
        int[] next = new int[order.length];
        int first = SlotGraph.NONE;
        for (int at = order.length - 1; at >= 0; at--) {
            int task = order[at];
            if (!graph.isFixed(task)) {
                follow(graph, task, length, next);
            }
        }
        for (int task = 0; task < order.length; task++) {
            if (!graph.isFixed(task)
                    && waitsForNone(graph, task)
                    && (first == SlotGraph.NONE || start[task] + length[task] > start[first] + length[first])) {
                first = task;
            }
        }
        boolean[] critical = new boolean[order.length];
        for (int task = first; task != SlotGraph.NONE; task = next[task]) {
            critical[task] = true;
        }
        return critical;
    }

    private static void follow(SlotGraph graph, int task, long[] length, int[] next) {
        Workflow workflow = graph.workflow();
        int best = graph.after(task);
        long longest = best == SlotGraph.NONE ? -1 : length[best];
        for (int k = 0; k < workflow.outDegree(task); k++) {
            int edge = workflow.outEdge(task, k);
            int to = workflow.to(edge);
            long way = graph.delay(edge) + length[to];
            if (way > longest || (way == longest && to < best)) {
                longest = way;
                best = to;
            }
        }
        next[task] = best;
        length[task] = graph.time(task) + Math.max(longest, 0);
    }

    /** True if nothing that is still to run comes before the task. */
    static boolean waitsForNone(SlotGraph graph, int task) {
        int before = graph.before(task);
        if (before != SlotGraph.NONE && !graph.isFixed(before)) {
            return false;
        }
        Workflow workflow = graph.workflow();
        for (int k = 0; k < workflow.inDegree(task); k++) {
            if (!graph.isFixed(workflow.from(workflow.inEdge(task, k)))) {
                return false;
            }
        }
        return true;
    }
}
