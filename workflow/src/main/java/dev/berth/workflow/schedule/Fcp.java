package dev.berth.workflow.schedule;

import dev.berth.workflow.model.Cancelled;
import dev.berth.workflow.model.Workflow;
import dev.berth.workflow.model.WorkflowProblem;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.PriorityQueue;

/**
 * Fast Critical Path (Radulescu, van Gemund 2002). Only as many ready tasks as there are machines are kept sorted, by
 * upward rank; the others wait in the order in which they became ready. The first of the sorted is placed on one of only
 * two machines: the one that is idle first, or the one its last data comes from, whichever lets it end earlier.
 *
 * <p>Readings: the paper has equal machines, where the earlier start is the earlier end; on unequal ones we take the
 * end. A machine is idle first if the task, were its data there, could start
 * there first: on machines that are partly busy that depends on the task.
 */
final class Fcp implements Scheduler {
    @Override
    public String name() {
        return "fcp";
    }

    @Override
    public Schedule schedule(WorkflowProblem problem) {
        ScheduleDraft draft = new ScheduleDraft(problem);
        double[] upward = Ranks.upward(problem);
        long[] ready = new long[problem.machines().size()];
        PriorityQueue<Integer> sorted = new PriorityQueue<>(
                Comparator.<Integer>comparingDouble(task -> -upward[task]).thenComparing(Comparator.naturalOrder()));
        ArrayDeque<Integer> others = new ArrayDeque<>();
        WaitingTasks waiting = new WaitingTasks(problem.workflow(), draft, others::add);
        while (!others.isEmpty() || !sorted.isEmpty()) {
            Cancelled.check();
            while (sorted.size() < ready.length && !others.isEmpty()) {
                sorted.add(others.remove());
            }
            int task = sorted.remove();
            draft.dataReady(task, ready);
            int machine = better(
                    problem, draft, ready, task, idleFirst(draft, task, ready.length), enabling(problem, draft, task));
            draft.place(task, machine, draft.append(task, machine, ready[machine]));
            waiting.placed(task, others::add);
        }
        return draft.toSchedule();
    }

    private static int idleFirst(ScheduleDraft draft, int task, int machines) {
        int first = 0;
        long earliest = Long.MAX_VALUE;
        for (int machine = 0; machine < machines; machine++) {
            long idle = draft.append(task, machine, 0);
            if (idle < earliest) {
                earliest = idle;
                first = machine;
            }
        }
        return first;
    }

    /** The machine from which a task's last data would come to any other, or -1 for an entry. */
    private static int enabling(WorkflowProblem problem, ScheduleDraft draft, int task) {
        Workflow workflow = problem.workflow();
        int enabling = -1;
        double last = -1;
        for (int k = 0; k < workflow.inDegree(task); k++) {
            int edge = workflow.inEdge(task, k);
            double arrival = draft.end(workflow.from(edge)) + problem.meanTransfer(edge);
            if (arrival > last) {
                last = arrival;
                enabling = draft.machine(workflow.from(edge));
            }
        }
        return enabling;
    }

    private static int better(
            WorkflowProblem problem, ScheduleDraft draft, long[] ready, int task, int idle, int enabling) {
        if (enabling < 0) {
            return idle;
        }
        long idleEnd = draft.append(task, idle, ready[idle]) + problem.time(task, idle);
        long enablingEnd = draft.append(task, enabling, ready[enabling]) + problem.time(task, enabling);
        return idleEnd < enablingEnd ? idle : enabling;
    }
}
