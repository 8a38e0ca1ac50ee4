package dev.berth.workflow.schedule;

import dev.berth.workflow.model.WorkflowProblem;

/**
 * The greedy scheduler of singh (section 5.2): tasks in topological order, each where the makespan so far grows least,
 * after what the machine was given before. Where several machines leave the makespan the same, the task goes where it
 * ends earliest, and that machine never makes the makespan longer than another would.
 */
final class Greedy implements Scheduler {
    @Override
    public String name() {
        return "greedy";
    }

    @Override
    public Schedule schedule(WorkflowProblem problem) {
        ScheduleDraft draft = new ScheduleDraft(problem);
        long[] ready = new long[problem.machines().size()];
        for (int task : problem.workflow().order()) {
            if (!draft.isPlaced(task)) {
                draft.dataReady(task, ready);
                int best = 0;
                long earliest = Long.MAX_VALUE;
                for (int machine = 0; machine < ready.length; machine++) {
                    long end = draft.append(task, machine, ready[machine]) + problem.time(task, machine);
                    if (end < earliest) {
                        earliest = end;
                        best = machine;
                    }
                }
                draft.place(task, best, draft.append(task, best, ready[best]));
            }
        }
        return draft.toSchedule();
    }
}
