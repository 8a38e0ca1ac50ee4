package dev.berth.workflow.spare;

import dev.berth.workflow.model.WorkflowProblem;
import dev.berth.workflow.schedule.Schedule;
import java.util.Arrays;

/** The spare time that a schedule already has (zhao, section 2). */
public final class Spare {
    private Spare() {}

    /**
     * How much later each task may end without a later start of another, on the same machine or by an edge. A task that
     * nothing waits for may end when the last one does. What has happened has none.
     */
    public static long[] of(WorkflowProblem problem, Schedule schedule) {
        SlotGraph graph = new SlotGraph(problem, schedule);
        long[] start = new long[schedule.size()];
        for (int task = 0; task < start.length; task++) {
            start[task] = schedule.start(task);
        }
        return graph.spare(start, schedule.finish());
    }

    /** The tasks of the schedule's critical path: the longest way in run times and transfers, in their order. */
    public static int[] criticalPath(WorkflowProblem problem, Schedule schedule) {
        SlotGraph graph = new SlotGraph(problem, schedule);
        boolean[] critical = LongestPath.path(graph, graph.starts(new long[schedule.size()]));
        return Arrays.stream(graph.order()).filter(task -> critical[task]).toArray();
    }
}
