package dev.berth.workflow.schedule;

import dev.berth.workflow.model.WorkflowProblem;

/**
 * Heterogeneous Earliest Finish Time (Topcuoglu, Hariri, Wu 2002): tasks by falling upward rank, each where it ends
 * earliest, also in a gap between tasks placed before. Equal ranks go in topological order, equal ends to the machine
 * given first.
 */
final class Heft implements Scheduler {
    @Override
    public String name() {
        return "heft";
    }

    @Override
    public Schedule schedule(WorkflowProblem problem) {
        ScheduleDraft draft = new ScheduleDraft(problem);
        long[] ready = new long[problem.machines().size()];
        for (int task : Ranks.falling(problem.workflow(), Ranks.upward(problem))) {
            if (!draft.isPlaced(task)) {
                draft.placeEarliestFinish(task, ready);
            }
        }
        return draft.toSchedule();
    }
}
