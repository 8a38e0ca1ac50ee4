package dev.berth.lab.experiment.zhao;

import dev.berth.workflow.model.Workflow;
import dev.berth.workflow.model.WorkflowProblem;
import dev.berth.workflow.schedule.Schedule;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Figure 4 of zhao to the letter: every path of a schedule is walked, from a task that waits for nothing to one that
 * nothing waits for, along the edges and from each task to the next on its machine. Only here to measure what that costs:
 * Berth's critical path policies come to the same without it.
 */
final class AllPaths {
    private final List<List<Integer>> next = new ArrayList<>();
    private final int[] order;
    private final boolean[] isFirst;

    AllPaths(WorkflowProblem problem, Schedule schedule) {
        Workflow workflow = problem.workflow();
        order = schedule.order();
        isFirst = new boolean[order.length];
        Arrays.fill(isFirst, true);
        for (int task = 0; task < order.length; task++) {
            next.add(new ArrayList<>());
        }
        int[] last = new int[problem.machines().size()];
        Arrays.fill(last, -1);
        for (int edge = 0; edge < workflow.edgeCount(); edge++) {
            add(workflow.from(edge), workflow.to(edge));
        }
        for (int task : order) {
            int machine = schedule.machine(task);
            if (last[machine] >= 0 && !next.get(last[machine]).contains(task)) {
                add(last[machine], task);
            }
            last[machine] = task;
        }
    }

    private void add(int from, int to) {
        next.get(from).add(to);
        isFirst[to] = false;
    }

    /** How many there are; a double, for they are many. */
    double count() {
        double[] from = new double[order.length];
        double all = 0;
        for (int at = order.length - 1; at >= 0; at--) {
            int task = order[at];
            from[task] = next.get(task).isEmpty() ? 1 : 0;
            for (int to : next.get(task)) {
                from[task] += from[to];
            }
            all += isFirst[task] ? from[task] : 0;
        }
        return all;
    }

    /**
     * The least share of each task over all paths through it: of the time left, what a path's critical tasks do not take
     * is divided among its other tasks by their weights.
     */
    double[] leastShares(boolean[] critical, double[] weights, double left) {
        double criticalWeight = 0;
        for (int task = 0; task < weights.length; task++) {
            criticalWeight += critical[task] ? weights[task] : 0;
        }
        double[] least = new double[weights.length];
        for (int task = 0; task < weights.length; task++) {
            least[task] = critical[task] ? left * weights[task] / criticalWeight : left;
        }
        Walk walk = new Walk(critical, weights, left, criticalWeight, least);
        for (int task : order) {
            if (isFirst[task]) {
                walk.on(task, 0);
            }
        }
        return least;
    }

    /** One walk over all paths; the path walked so far is kept in one array. */
    private final class Walk {
        private final boolean[] critical;
        private final double[] weights;
        private final double left;
        private final double criticalWeight;
        private final double[] least;
        private final int[] path = new int[order.length];

        Walk(boolean[] critical, double[] weights, double left, double criticalWeight, double[] least) {
            this.critical = critical;
            this.weights = weights;
            this.left = left;
            this.criticalWeight = criticalWeight;
            this.least = least;
        }

        void on(int task, int length) {
            path[length] = task;
            for (int to : next.get(task)) {
                on(to, length + 1);
            }
            if (next.get(task).isEmpty()) {
                share(length + 1);
            }
        }

        private void share(int length) {
            double taken = 0;
            double others = 0;
            for (int i = 0; i < length; i++) {
                if (critical[path[i]]) {
                    taken += weights[path[i]];
                } else {
                    others += weights[path[i]];
                }
            }
            double rest = left - left * taken / criticalWeight;
            for (int i = 0; i < length; i++) {
                int task = path[i];
                if (!critical[task]) {
                    least[task] = Math.min(least[task], rest * weights[task] / others);
                }
            }
        }
    }
}
