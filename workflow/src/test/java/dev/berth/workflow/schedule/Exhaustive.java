package dev.berth.workflow.schedule;

import dev.berth.workflow.model.WorkflowProblem;

/** The least makespan there is: tries every order of the tasks on every choice of machines. */
final class Exhaustive {
    private final WorkflowProblem problem;
    private final Timeline[] busy;
    private final int[] machine;
    private final long[] end;
    private final long[] machineEnd;
    private long best = Long.MAX_VALUE;

    private Exhaustive(WorkflowProblem problem) {
        this.problem = problem;
        machine = new int[problem.tasks()];
        end = new long[problem.tasks()];
        machineEnd = new long[problem.machines().size()];
        busy = new Timeline[machineEnd.length];
        for (int at = 0; at < busy.length; at++) {
            Timeline timeline = new Timeline();
            problem.machines().busy(at).forEach(window -> timeline.occupy(window.start(), window.end()));
            busy[at] = timeline;
        }
    }

    static long makespan(WorkflowProblem problem) {
        Exhaustive search = new Exhaustive(problem);
        search.extend(0, 0);
        return search.best;
    }

    private void extend(int placed, long makespan) {
        if (makespan >= best) {
            return;
        }
        if (placed == (1 << problem.tasks()) - 1) {
            best = makespan;
            return;
        }
        for (int task = 0; task < problem.tasks(); task++) {
            if ((placed & 1 << task) == 0 && isReady(task, placed)) {
                for (int on = 0; on < machineEnd.length; on++) {
                    place(task, on, placed, makespan);
                }
            }
        }
    }

    private boolean isReady(int task, int placed) {
        for (int k = 0; k < problem.workflow().inDegree(task); k++) {
            if ((placed & 1 << problem.workflow().from(problem.workflow().inEdge(task, k))) == 0) {
                return false;
            }
        }
        return true;
    }

    private void place(int task, int on, int placed, long makespan) {
        long before = machineEnd[on];
        long ready = before;
        for (int k = 0; k < problem.workflow().inDegree(task); k++) {
            int edge = problem.workflow().inEdge(task, k);
            int from = problem.workflow().from(edge);
            ready = Math.max(ready, end[from] + problem.transfer(edge, machine[from], on));
        }
        machine[task] = on;
        end[task] = busy[on].earliest(ready, problem.time(task, on)) + problem.time(task, on);
        machineEnd[on] = end[task];
        extend(placed | 1 << task, Math.max(makespan, end[task]));
        machineEnd[on] = before;
    }
}
