package dev.berth.workflow.schedule;

import dev.berth.workflow.model.WorkflowProblem;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** DLS, Min-Min and Max-Min by trying all pairs of ready task and machine each time. */
final class NaivePairs {
    private final WorkflowProblem problem;
    private final ScheduleDraft draft;

    private NaivePairs(WorkflowProblem problem) {
        this.problem = problem;
        draft = new ScheduleDraft(problem);
    }

    static Schedule dls(WorkflowProblem problem) {
        NaivePairs naive = new NaivePairs(problem);
        while (true) {
            List<Integer> ready = new ArrayList<>();
            for (int task = 0; task < problem.tasks(); task++) {
                if (!naive.draft.isPlaced(task) && naive.isReady(task)) {
                    ready.add(task);
                }
            }
            if (ready.isEmpty()) {
                return naive.draft.toSchedule();
            }
            int bestTask = -1;
            int bestMachine = -1;
            long bestLevel = Long.MIN_VALUE;
            for (int task : ready) {
                for (int machine = 0; machine < problem.machines().size(); machine++) {
                    long level = naive.level(task)
                            - naive.start(task, machine)
                            + naive.median(task)
                            - problem.time(task, machine);
                    if (level > bestLevel) {
                        bestLevel = level;
                        bestTask = task;
                        bestMachine = machine;
                    }
                }
            }
            naive.draft.place(bestTask, bestMachine, naive.start(bestTask, bestMachine));
        }
    }

    static Schedule byLevel(WorkflowProblem problem, boolean max) {
        NaivePairs naive = new NaivePairs(problem);
        int[] levels = problem.workflow().levels();
        for (int level = 0; level < problem.tasks(); level++) {
            while (naive.placeOne(levels, level, max)) {}
        }
        return naive.draft.toSchedule();
    }

    private boolean placeOne(int[] levels, int level, boolean max) {
        int chosen = -1;
        int chosenMachine = -1;
        long chosenEnd = 0;
        for (int task = 0; task < problem.tasks(); task++) {
            if (levels[task] == level && !draft.isPlaced(task)) {
                int machine = 0;
                for (int other = 1; other < problem.machines().size(); other++) {
                    machine = end(task, other) < end(task, machine) ? other : machine;
                }
                long end = end(task, machine);
                boolean heavier = max && end == chosenEnd && chosen >= 0 && weight(task) > weight(chosen);
                if (chosen < 0 || (max ? end > chosenEnd : end < chosenEnd) || heavier) {
                    chosen = task;
                    chosenMachine = machine;
                    chosenEnd = end;
                }
            }
        }
        if (chosen >= 0) {
            draft.place(chosen, chosenMachine, start(chosen, chosenMachine));
        }
        return chosen >= 0;
    }

    private long weight(int task) {
        long[] ready = new long[problem.machines().size()];
        draft.dataReady(task, ready);
        return Arrays.stream(ready).sum() + problem.totalTime(task);
    }

    private boolean isReady(int task) {
        for (int k = 0; k < problem.workflow().inDegree(task); k++) {
            if (!draft.isPlaced(problem.workflow().from(problem.workflow().inEdge(task, k)))) {
                return false;
            }
        }
        return true;
    }

    private long end(int task, int machine) {
        return start(task, machine) + problem.time(task, machine);
    }

    private long start(int task, int machine) {
        long[] ready = new long[problem.machines().size()];
        draft.dataReady(task, ready);
        return draft.append(task, machine, ready[machine]);
    }

    private long level(int task) {
        long longest = 0;
        for (int k = 0; k < problem.workflow().outDegree(task); k++) {
            longest = Math.max(
                    longest, level(problem.workflow().to(problem.workflow().outEdge(task, k))));
        }
        return median(task) + longest;
    }

    private long median(int task) {
        long[] times = new long[problem.machines().size()];
        Arrays.setAll(times, machine -> problem.time(task, machine));
        Arrays.sort(times);
        return times[(times.length - 1) / 2];
    }
}
