package dev.berth.workflow.spare;

import dev.berth.workflow.model.WorkflowProblem;
import dev.berth.workflow.schedule.Schedule;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The least shares from a table: for each task and each weight that a way to it (or from it) can have, the most that its
 * critical tasks get. Slow, but for workflows whose paths nobody can walk.
 */
final class TableOfWays {
    private final Schedule schedule;
    private final List<List<Integer>> before = new ArrayList<>();
    private final List<List<Integer>> after = new ArrayList<>();
    private final boolean percent;
    private final boolean[] critical;
    private final long[] shares;
    private final int most;

    TableOfWays(WorkflowProblem problem, Schedule schedule, int[] criticalPath, long deadline, boolean percent) {
        this.schedule = schedule;
        this.percent = percent;
        int size = schedule.size();
        critical = new boolean[size];
        shares = new long[size];
        int total = 0;
        for (int task = 0; task < size; task++) {
            before.add(new ArrayList<>());
            after.add(new ArrayList<>());
            total += weight(task);
        }
        most = total;
        problem.workflow().edges().forEach(edge -> connect(edge.from(), edge.to()));
        for (int machine = 0; machine < problem.machines().size(); machine++) {
            int[] tasks = schedule.tasksOn(machine);
            for (int at = 1; at < tasks.length; at++) {
                connect(tasks[at - 1], tasks[at]);
            }
        }
        long left = deadline - schedule.finish();
        long criticalWeight = Arrays.stream(criticalPath).map(this::weight).sum();
        for (int task : criticalPath) {
            critical[task] = true;
            shares[task] = criticalWeight == 0 ? 0 : left * weight(task) / criticalWeight;
        }
        fill(left);
    }

    private void connect(int from, int to) {
        after.get(from).add(to);
        before.get(to).add(from);
    }

    private int weight(int task) {
        return percent ? (int) (schedule.end(task) - schedule.start(task)) : 1;
    }

    long[] shares() {
        return shares;
    }

    private void fill(long left) {
        int[] order = schedule.order();
        long[][] to = new long[order.length][];
        long[][] from = new long[order.length][];
        for (int at = 0; at < order.length; at++) {
            int first = order[at];
            int last = order[order.length - 1 - at];
            to[first] = ways(first, before.get(first), to);
            from[last] = ways(last, after.get(last), from);
        }
        for (int task = 0; task < order.length; task++) {
            if (!critical[task] && weight(task) > 0) {
                shares[task] = least(task, to[task], from[task], left);
            }
        }
    }

    private long[] ways(int task, List<Integer> neighbours, long[][] known) {
        long[] ways = new long[most + 1];
        Arrays.fill(ways, -1);
        int weight = critical[task] ? 0 : weight(task);
        long given = critical[task] ? shares[task] : 0;
        if (neighbours.isEmpty()) {
            ways[weight] = given;
        }
        for (int neighbour : neighbours) {
            for (int at = 0; at + weight <= most; at++) {
                if (known[neighbour][at] >= 0) {
                    ways[at + weight] = Math.max(ways[at + weight], known[neighbour][at] + given);
                }
            }
        }
        return ways;
    }

    private long least(int task, long[] to, long[] from, long left) {
        long least = left;
        for (int one = 0; one <= most; one++) {
            for (int other = 0; other <= most && to[one] >= 0; other++) {
                if (from[other] >= 0) {
                    long share = (left - to[one] - from[other]) * weight(task) / (one + other - weight(task));
                    least = Math.min(least, share);
                }
            }
        }
        return least;
    }
}
