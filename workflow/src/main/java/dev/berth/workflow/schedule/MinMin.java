package dev.berth.workflow.schedule;

import dev.berth.workflow.model.Cancelled;
import dev.berth.workflow.model.WorkflowProblem;
import java.util.List;

/**
 * Min-Min, level by level as singh uses it (section 5.2): of the tasks of a level, the one that can end first goes where
 * it does, then the next; after what the machine was given before.
 */
final class MinMin implements Scheduler {
    @Override
    public String name() {
        return "min-min";
    }

    @Override
    public Schedule schedule(WorkflowProblem problem) {
        ScheduleDraft draft = new ScheduleDraft(problem);
        PairQueue queue = new PairQueue(problem, draft, problem::time);
        for (List<Integer> level : LevelTasks.of(problem.workflow(), draft)) {
            level.forEach(queue::add);
            while (!queue.isEmpty()) {
                Cancelled.check();
                queue.place();
            }
        }
        return draft.toSchedule();
    }
}
