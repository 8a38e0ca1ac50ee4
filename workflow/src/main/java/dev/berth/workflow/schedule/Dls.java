package dev.berth.workflow.schedule;

import dev.berth.workflow.model.Cancelled;
import dev.berth.workflow.model.Workflow;
import dev.berth.workflow.model.WorkflowProblem;
import java.util.Arrays;

/**
 * Dynamic Level Scheduling (Sih, Lee 1993): of all ready tasks and all machines, places the pair with the greatest
 * dynamic level, {@code SL(i) - max(DA(i, m), TF(m)) + E*(i) - E(i, m)}: the static level, minus the time at which the
 * data has come and the machine is idle, plus how much faster than the median this machine is. The static level is the
 * longest way to the end in median times, without transfers. Equal levels go to the task, then the machine, given first.
 *
 * <p>On machines that are partly busy the start, moved past what they are busy with, stands for the maximum.
 */
final class Dls implements Scheduler {
    @Override
    public String name() {
        return "dls";
    }

    @Override
    public Schedule schedule(WorkflowProblem problem) {
        ScheduleDraft draft = new ScheduleDraft(problem);
        long[] median = medians(problem);
        long[] level = staticLevels(problem.workflow(), median);
        PairQueue queue = new PairQueue(
                problem, draft, (task, machine) -> problem.time(task, machine) - median[task] - level[task]);
        WaitingTasks waiting = new WaitingTasks(problem.workflow(), draft, queue::add);
        while (!queue.isEmpty()) {
            Cancelled.check();
            waiting.placed(queue.place(), queue::add);
        }
        return draft.toSchedule();
    }

    /** The lower of the two where the number of machines is even. */
    private static long[] medians(WorkflowProblem problem) {
        long[] median = new long[problem.tasks()];
        long[] times = new long[problem.machines().size()];
        for (int task = 0; task < median.length; task++) {
            for (int machine = 0; machine < times.length; machine++) {
                times[machine] = problem.time(task, machine);
            }
            Arrays.sort(times);
            median[task] = times[(times.length - 1) / 2];
        }
        return median;
    }

    private static long[] staticLevels(Workflow workflow, long[] median) {
        long[] level = new long[median.length];
        int[] order = workflow.order();
        for (int at = order.length - 1; at >= 0; at--) {
            int task = order[at];
            for (int k = 0; k < workflow.outDegree(task); k++) {
                level[task] = Math.max(level[task], level[workflow.to(workflow.outEdge(task, k))]);
            }
            level[task] += median[task];
        }
        return level;
    }
}
