package dev.berth.workflow.schedule;

import dev.berth.workflow.model.Workflow;
import dev.berth.workflow.model.WorkflowProblem;
import java.util.Arrays;

/**
 * The ranks of Topcuoglu, Hariri and Wu (2002, equations 2, 3 and 5), from mean times and mean transfers. They are kept
 * times the number of machines: then the means of whole numbers are whole numbers, and ranks that are equal in the paper
 * are equal here, whatever the order in which they were summed.
 */
final class Ranks {
    private Ranks() {}

    /** The mean length of the longest way from the start of each task to the end, times the number of machines. */
    static double[] upward(WorkflowProblem problem) {
        Workflow workflow = problem.workflow();
        int machines = problem.machines().size();
        double[] rank = new double[workflow.size()];
        int[] order = workflow.order();
        for (int at = order.length - 1; at >= 0; at--) {
            int task = order[at];
            double longest = 0;
            for (int k = 0; k < workflow.outDegree(task); k++) {
                int edge = workflow.outEdge(task, k);
                longest = Math.max(longest, machines * problem.meanTransfer(edge) + rank[workflow.to(edge)]);
            }
            rank[task] = problem.totalTime(task) + longest;
        }
        return rank;
    }

    /** The mean length of the longest way from an entry to the start of each task, times the number of machines. */
    static double[] downward(WorkflowProblem problem) {
        Workflow workflow = problem.workflow();
        int machines = problem.machines().size();
        double[] rank = new double[workflow.size()];
        for (int task : workflow.order()) {
            double longest = 0;
            for (int k = 0; k < workflow.inDegree(task); k++) {
                int edge = workflow.inEdge(task, k);
                int before = workflow.from(edge);
                longest = Math.max(
                        longest, rank[before] + problem.totalTime(before) + machines * problem.meanTransfer(edge));
            }
            rank[task] = longest;
        }
        return rank;
    }

    /** All tasks by falling rank; equal ones in topological order, so that each comes after those it needs. */
    static int[] falling(Workflow workflow, double[] rank) {
        int[] order = workflow.order();
        Integer[] sorted = new Integer[order.length];
        for (int at = 0; at < order.length; at++) {
            sorted[at] = order[at];
        }
        Arrays.sort(sorted, (one, other) -> Double.compare(rank[other], rank[one]));
        for (int at = 0; at < order.length; at++) {
            order[at] = sorted[at];
        }
        return order;
    }
}
