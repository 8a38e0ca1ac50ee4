package dev.berth.lab.experiment.zhao;

import dev.berth.workflow.model.Workflow;
import dev.berth.workflow.model.WorkflowProblem;
import dev.berth.workflow.spare.Plan;

/**
 * Result of a plan when tasks run for other times than estimated (zhao, section 4.2). With slots for the tasks, the
 * run fails if one task does not end within its slot; a task that is cut off at the end of its slot has used all of it.
 * With whole machines booked, tasks start as soon as they can in their order, and the run fails if the last one ends after
 * the deadline.
 *
 * <p>Reading: a task's slot is its run time and all of its spare time, also the gap that follows anyway, for the paper
 * says that a task whose error is below its spare time cannot exceed its slot.
 *
 * @param utilisation the time that tasks use over the time that is booked, in the mean over the machines that have tasks
 */
record WorkflowRun(boolean failed, double utilisation) {
    /**
     * Runs a plan that was made for a workflow that has not started.
     *
     * @param times how long each task really runs
     */
    static WorkflowRun of(WorkflowProblem problem, Plan plan, long[] times) {
        return plan.wholeMachines() ? onMachines(problem, plan, times) : inSlots(problem, plan, times);
    }

    private static WorkflowRun inSlots(WorkflowProblem problem, Plan plan, long[] times) {
        long[] used = new long[problem.machines().size()];
        long[] booked = new long[used.length];
        boolean failed = false;
        for (int task = 0; task < plan.size(); task++) {
            long slot = plan.time(task) + plan.spare(task);
            used[plan.machine(task)] += Math.min(times[task], slot);
            booked[plan.machine(task)] += slot;
            failed |= times[task] > slot;
        }
        return new WorkflowRun(failed, mean(used, booked));
    }

    private static WorkflowRun onMachines(WorkflowProblem problem, Plan plan, long[] times) {
        Timed ran = timed(problem, plan, times);
        long[] used = new long[problem.machines().size()];
        long[] booked = new long[used.length];
        boolean failed = false;
        for (int task = 0; task < plan.size(); task++) {
            int machine = plan.machine(task);
            failed |= ran.end(task) > plan.deadline();
            used[machine] += Math.max(0, Math.min(ran.end(task), plan.deadline()) - ran.start(task));
            booked[machine] = plan.deadline();
        }
        return new WorkflowRun(failed, mean(used, booked));
    }

    /** When tasks start and end that start as soon as they can, in the order of their plan on its machines. */
    static final class Timed {
        private final long[] start;
        private final long[] end;

        private Timed(int tasks) {
            start = new long[tasks];
            end = new long[tasks];
        }

        long start(int task) {
            return start[task];
        }

        long end(int task) {
            return end[task];
        }
    }

    /** Times of the tasks on whole machines. */
    static Timed timed(WorkflowProblem problem, Plan plan, long[] times) {
        Workflow workflow = problem.workflow();
        Timed timed = new Timed(plan.size());
        long[] free = new long[problem.machines().size()];
        for (int task : plan.slots().order()) {
            int machine = plan.machine(task);
            long start = free[machine];
            for (int k = 0; k < workflow.inDegree(task); k++) {
                int edge = workflow.inEdge(task, k);
                int from = workflow.from(edge);
                start = Math.max(start, timed.end[from] + problem.transfer(edge, plan.machine(from), machine));
            }
            timed.start[task] = start;
            timed.end[task] = start + times[task];
            free[machine] = timed.end[task];
        }
        return timed;
    }

    private static double mean(long[] used, long[] booked) {
        double sum = 0;
        int machines = 0;
        for (int machine = 0; machine < used.length; machine++) {
            if (booked[machine] > 0) {
                sum += (double) used[machine] / booked[machine];
                machines++;
            }
        }
        return machines == 0 ? 0 : sum / machines;
    }
}
