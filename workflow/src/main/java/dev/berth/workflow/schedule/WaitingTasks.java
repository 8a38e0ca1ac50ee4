package dev.berth.workflow.schedule;

import dev.berth.workflow.model.Workflow;
import java.util.function.IntConsumer;

/** Which tasks still wait for others, and which become ready when one is placed. */
final class WaitingTasks {
    private final Workflow workflow;
    private final int[] missing;

    /** Tells the tasks that are ready at once, in index order; tasks placed already are never told. */
    WaitingTasks(Workflow workflow, ScheduleDraft draft, IntConsumer ready) {
        this.workflow = workflow;
        missing = new int[workflow.size()];
        for (int task = 0; task < missing.length; task++) {
            for (int k = 0; k < workflow.inDegree(task); k++) {
                if (!draft.isPlaced(workflow.from(workflow.inEdge(task, k)))) {
                    missing[task]++;
                }
            }
        }
        for (int task = 0; task < missing.length; task++) {
            if (missing[task] == 0 && !draft.isPlaced(task)) {
                ready.accept(task);
            }
        }
    }

    /** Tells the tasks that waited for this one last. */
    void placed(int task, IntConsumer ready) {
        for (int k = 0; k < workflow.outDegree(task); k++) {
            int next = workflow.to(workflow.outEdge(task, k));
            if (--missing[next] == 0) {
                ready.accept(next);
            }
        }
    }
}
