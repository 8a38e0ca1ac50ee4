package dev.berth.workflow.spare;

import dev.berth.workflow.model.Progress;
import dev.berth.workflow.model.WorkflowProblem;
import dev.berth.workflow.schedule.Schedule;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Progress of a schedule at a random time: tasks that ended as planned, early, or still run late. */
public final class RandomProgress {
    private RandomProgress() {}

    public static Progress of(WorkflowProblem problem, Schedule schedule, Random random) {
        long now = random.nextLong(schedule.finish() + 1);
        boolean[] started = new boolean[schedule.size()];
        List<Progress.Fixed> fixed = new ArrayList<>();
        for (int task : schedule.order()) {
            boolean ready = schedule.start(task) <= now;
            for (int k = 0; k < problem.workflow().inDegree(task); k++) {
                ready &= started[problem.workflow().from(problem.workflow().inEdge(task, k))];
            }
            started[task] = ready;
            if (ready) {
                long end = schedule.end(task);
                if (end >= now) {
                    end += random.nextInt(20);
                } else if (random.nextInt(4) == 0) {
                    end = schedule.start(task) + (end - schedule.start(task)) / 2;
                }
                fixed.add(new Progress.Fixed(task, schedule.machine(task), schedule.start(task), end));
            }
        }
        return new Progress(now, fixed);
    }
}
