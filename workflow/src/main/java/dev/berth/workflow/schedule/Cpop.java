package dev.berth.workflow.schedule;

import dev.berth.workflow.model.Workflow;
import dev.berth.workflow.model.WorkflowProblem;
import java.util.Comparator;
import java.util.PriorityQueue;

/**
 * Critical Path on a Processor (Topcuoglu, Hariri, Wu 2002): the tasks of the mean critical path go to the one machine
 * that runs them fastest, the others where they end earliest, gaps included; of the ready tasks, the one with the
 * greatest upward plus downward rank first, of equals the first given.
 *
 * <p>The path is followed along the ranks, not found by comparing sums, so it is one path even where several are
 * longest. A task of the path that its machine never has room for goes where it ends earliest.
 */
final class Cpop implements Scheduler {
    @Override
    public String name() {
        return "cpop";
    }

    @Override
    public Schedule schedule(WorkflowProblem problem) {
        ScheduleDraft draft = new ScheduleDraft(problem);
        double[] upward = Ranks.upward(problem);
        double[] downward = Ranks.downward(problem);
        boolean[] critical = criticalPath(problem, upward);
        int processor = fastest(problem, critical);
        long[] ready = new long[problem.machines().size()];
        PriorityQueue<Integer> queue =
                new PriorityQueue<>(Comparator.<Integer>comparingDouble(task -> -(upward[task] + downward[task]))
                        .thenComparing(Comparator.naturalOrder()));
        WaitingTasks waiting = new WaitingTasks(problem.workflow(), draft, queue::add);
        while (!queue.isEmpty()) {
            int task = queue.remove();
            draft.dataReady(task, ready);
            long start = critical[task] ? draft.insert(task, processor, ready[processor]) : Timeline.NEVER;
            if (start < Timeline.NEVER) {
                draft.place(task, processor, start);
            } else {
                draft.placeEarliestFinish(task, ready);
            }
            waiting.placed(task, queue::add);
        }
        return draft.toSchedule();
    }

    static boolean[] criticalPath(WorkflowProblem problem, double[] upward) {
        Workflow workflow = problem.workflow();
        boolean[] critical = new boolean[workflow.size()];
        int task = -1;
        for (int entry : workflow.entries()) {
            task = task < 0 || upward[entry] > upward[task] ? entry : task;
        }
        while (task >= 0) {
            critical[task] = true;
            int next = -1;
            double longest = -1;
            for (int k = 0; k < workflow.outDegree(task); k++) {
                int edge = workflow.outEdge(task, k);
                double length = problem.machines().size() * problem.meanTransfer(edge) + upward[workflow.to(edge)];
                if (length > longest) {
                    longest = length;
                    next = workflow.to(edge);
                }
            }
            task = next;
        }
        return critical;
    }

    private static int fastest(WorkflowProblem problem, boolean[] critical) {
        int best = 0;
        long least = Long.MAX_VALUE;
        for (int machine = 0; machine < problem.machines().size(); machine++) {
            long sum = 0;
            for (int task = 0; task < critical.length; task++) {
                sum += critical[task] ? problem.time(task, machine) : 0;
            }
            if (sum < least) {
                least = sum;
                best = machine;
            }
        }
        return best;
    }
}
