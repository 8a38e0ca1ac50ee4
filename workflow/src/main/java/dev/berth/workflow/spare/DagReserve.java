package dev.berth.workflow.spare;

import dev.berth.workflow.model.Workflow;
import dev.berth.workflow.model.WorkflowProblem;
import dev.berth.workflow.schedule.Schedule;

/**
 * Baseline of zhao (section 4.2): all machines are booked from the start to the deadline, so no slot needs spare time of
 * its own. The spare time of a task is then how late it alone may be without the workflow missing the deadline.
 */
final class DagReserve implements SparePolicy {
    @Override
    public String name() {
        return "dag_reserve";
    }

    @Override
    public boolean booksMachines() {
        return true;
    }

    @Override
    public boolean isRecursive() {
        return false;
    }

    @Override
    public Plan spread(WorkflowProblem problem, Schedule schedule, long deadline, long threshold) {
        SlotGraph graph = new SlotGraph(problem, schedule);
        long[] none = new long[schedule.size()];
        long[] start = graph.starts(none);
        return graph.plan(start, none, alone(graph, start, deadline), deadline, true);
    }

    private static long[] alone(SlotGraph graph, long[] start, long deadline) {
        Workflow workflow = graph.workflow();
        int[] order = graph.order();
        long[] spare = new long[order.length];
        long[] latestStart = new long[order.length];
        for (int at = order.length - 1; at >= 0; at--) {
            int task = order[at];
            if (graph.isFixed(task)) {
                continue;
            }
            int after = graph.after(task);
            long limit = after == SlotGraph.NONE ? deadline : Math.min(deadline, latestStart[after]);
            for (int k = 0; k < workflow.outDegree(task); k++) {
                int edge = workflow.outEdge(task, k);
                limit = Math.min(limit, latestStart[workflow.to(edge)] - graph.delay(edge));
            }
            long end = start[task] + graph.time(task);
            spare[task] = Math.min(limit, graph.nextBusy(task, end)) - end;
            latestStart[task] = graph.latestStart(task, limit);
        }
        return spare;
    }
}
