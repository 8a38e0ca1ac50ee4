package dev.berth.workflow.schedule;

import dev.berth.workflow.model.Workflow;
import java.util.ArrayList;
import java.util.List;

/** The tasks of each level that are still to place; those of one level do not need each other. */
final class LevelTasks {
    private LevelTasks() {}

    static List<List<Integer>> of(Workflow workflow, ScheduleDraft draft) {
        int[] levels = workflow.levels();
        List<List<Integer>> tasks = new ArrayList<>();
        for (int task : workflow.order()) {
            while (tasks.size() <= levels[task]) {
                tasks.add(new ArrayList<>());
            }
            if (!draft.isPlaced(task)) {
                tasks.get(levels[task]).add(task);
            }
        }
        return tasks;
    }
}
