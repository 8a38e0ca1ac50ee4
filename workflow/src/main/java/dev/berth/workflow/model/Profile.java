package dev.berth.workflow.model;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Key figures of a workflow before any machine is chosen: work at rate 1, without transfers.
 *
 * @param widest the most tasks of one level
 * @param criticalPath the chain of tasks with the most work, by index; of several the one that ends first in the file
 * @param criticalWork the work of that chain: no number of machines of rate 1 is faster
 */
public record Profile(
        int tasks,
        int edges,
        int levels,
        int widest,
        int entries,
        int exits,
        long work,
        long data,
        List<Integer> criticalPath,
        long criticalWork,
        Map<String, Kind> kinds) {
    /** The tasks of one kind. */
    public record Kind(int tasks, long work) {}

    public static Profile of(Workflow workflow) {
        int[] widths = new int[workflow.size()];
        int levels = 0;
        for (int level : workflow.levels()) {
            widths[level]++;
            levels = Math.max(levels, level + 1);
        }
        int widest = 0;
        for (int width : widths) {
            widest = Math.max(widest, width);
        }
        Map<String, Kind> kinds = new LinkedHashMap<>();
        long work = 0;
        for (Task task : workflow.tasks()) {
            work += task.work();
            kinds.merge(
                    task.kind(),
                    new Kind(1, task.work()),
                    (one, other) -> new Kind(one.tasks + other.tasks, one.work + other.work));
        }
        long data = 0;
        for (int edge = 0; edge < workflow.edgeCount(); edge++) {
            data += workflow.data(edge);
        }
        List<Integer> path = criticalPath(workflow);
        return new Profile(
                workflow.size(),
                workflow.edgeCount(),
                levels,
                widest,
                workflow.entries().length,
                workflow.exits().length,
                work,
                data,
                path,
                path.stream().mapToLong(task -> workflow.task(task).work()).sum(),
                kinds);
    }

    private static List<Integer> criticalPath(Workflow workflow) {
        long[] until = new long[workflow.size()];
        int[] before = new int[workflow.size()];
        int last = -1;
        for (int task : workflow.order()) {
            before[task] = -1;
            for (int k = 0; k < workflow.inDegree(task); k++) {
                int from = workflow.from(workflow.inEdge(task, k));
                if (before[task] < 0 || until[from] > until[before[task]]) {
                    before[task] = from;
                }
            }
            until[task] = workflow.task(task).work() + (before[task] < 0 ? 0 : until[before[task]]);
            if (last < 0 || until[task] > until[last] || (until[task] == until[last] && task < last)) {
                last = task;
            }
        }
        Deque<Integer> path = new ArrayDeque<>();
        for (int task = last; task >= 0; task = before[task]) {
            path.addFirst(task);
        }
        return List.copyOf(path);
    }

    /** How many machines the work would keep busy, in the mean, along the critical path; 1 if there is no work. */
    public double parallelism() {
        return criticalWork == 0 ? 1 : (double) work / criticalWork;
    }
}
