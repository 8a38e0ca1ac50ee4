package dev.berth.workflow.spare;

import dev.berth.workflow.model.WorkflowProblem;
import dev.berth.workflow.schedule.Schedule;

/**
 * Critical path based allocation (zhao, section 3.4 and figure 4): the time left is shared out among the tasks of the
 * critical path; on every other path, what its critical tasks leave of it is shared out among its other tasks, and a task
 * gets the least that any path through it gives. {@link LeastShares} finds that without walking the paths.
 *
 * <p>Readings. The paths are those of the schedule: along the workflow's edges and from each task to the next on its
 * machine, as in figure 7. Figure 4 lowers the share of every task of a path; figure 7 shows that critical tasks keep
 * theirs. The critical path is the longest in run times and transfers; of equals, see {@link LongestPath}.
 */
final class CriticalPath implements SparePolicy {
    private final String name;
    private final SpareShare share;

    CriticalPath(String name, SpareShare share) {
        this.name = name;
        this.share = share;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public boolean isRecursive() {
        return false;
    }

    @Override
    public Plan spread(WorkflowProblem problem, Schedule schedule, long deadline, long threshold) {
        SlotGraph graph = new SlotGraph(problem, schedule);
        long[] none = new long[schedule.size()];
        long[] shares = shares(graph, deadline);
        long[] extension = Fitting.extend(graph, none, shares, deadline);
        long[] start = graph.starts(extension);
        long[] spare = graph.spare(start, graph.finish(start, extension));
        return graph.plan(start, extension, spare, deadline, false);
    }

    /** Spare time given to each task. */
    long[] shares(SlotGraph graph, long deadline) {
        int size = graph.order().length;
        long[] none = new long[size];
        long[] start = graph.starts(none);
        long left = deadline - graph.finish(start, none);
        boolean[] critical = LongestPath.path(graph, start);
        long[] weight = new long[size];
        long total = 0;
        for (int task = 0; task < size; task++) {
            weight[task] = graph.isFixed(task) ? 0 : share.weight(graph.time(task));
            total += critical[task] ? weight[task] : 0;
        }
        long[] shares = new long[size];
        for (int task = 0; task < size; task++) {
            shares[task] = critical[task] ? SpareShare.part(left, weight[task], total) : 0;
        }
        new LeastShares(graph, critical, weight, shares, left).fill();
        return shares;
    }
}
