package dev.berth.workflow.schedule;

import dev.berth.workflow.model.Workflow;
import dev.berth.workflow.model.WorkflowProblem;
import java.util.Arrays;

/**
 * The hybrid heuristic of Sakellariou and Zhao (2004): tasks by falling upward rank (mean costs) are cut into groups of
 * tasks that do not need each other, a group ending before the first task that needs one of it; then each group is
 * placed as a whole by {@link Balancing}, after what the machines were given before.
 */
final class Hbmct implements Scheduler {
    @Override
    public String name() {
        return "hbmct";
    }

    @Override
    public Schedule schedule(WorkflowProblem problem) {
        Workflow workflow = problem.workflow();
        ScheduleDraft draft = new ScheduleDraft(problem);
        int[] order = Ranks.falling(workflow, Ranks.upward(problem));
        int[] group = new int[order.length];
        int size = 0;
        for (int task : order) {
            if (draft.isPlaced(task)) {
                continue;
            }
            // What it needs is either placed or in the group: all of it has a higher rank.
            if (needsUnplaced(workflow, draft, task)) {
                new Balancing(problem, draft, Arrays.copyOf(group, size)).place();
                size = 0;
            }
            group[size++] = task;
        }
        new Balancing(problem, draft, Arrays.copyOf(group, size)).place();
        return draft.toSchedule();
    }

    private static boolean needsUnplaced(Workflow workflow, ScheduleDraft draft, int task) {
        for (int k = 0; k < workflow.inDegree(task); k++) {
            if (!draft.isPlaced(workflow.from(workflow.inEdge(task, k)))) {
                return true;
            }
        }
        return false;
    }
}
