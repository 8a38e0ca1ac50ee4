package dev.berth.workflow.schedule;

import dev.berth.workflow.model.WorkflowProblem;
import java.util.Arrays;
import java.util.Comparator;

/** A machine and a time {@code [start, end)} for every task of a problem. */
public final class Schedule {
    private final long origin;
    private final int[] machine;
    private final long[] start;
    private final long[] end;
    private final int[] order;

    private Schedule(long origin, int[] machine, long[] start, long[] end, int[] order) {
        this.origin = origin;
        this.machine = machine;
        this.start = start;
        this.end = end;
        this.order = order;
    }

    /** The arrays have one place for each task and are copied. */
    public static Schedule of(WorkflowProblem problem, int[] machine, long[] start, long[] end) {
        int size = problem.tasks();
        int[] topological = problem.workflow().order();
        Integer[] sorted = new Integer[size];
        for (int at = 0; at < size; at++) {
            sorted[at] = topological[at];
        }
        // Stable, so that tasks without length at one time stay in topological order.
        Arrays.sort(
                sorted, Comparator.<Integer>comparingLong(task -> start[task]).thenComparingLong(task -> end[task]));
        int[] order = new int[size];
        for (int at = 0; at < size; at++) {
            order[at] = sorted[at];
        }
        return new Schedule(problem.origin(), machine.clone(), start.clone(), end.clone(), order);
    }

    /** How many tasks. */
    public int size() {
        return machine.length;
    }

    public int machine(int task) {
        return machine[task];
    }

    public long start(int task) {
        return start[task];
    }

    public long end(int task) {
        return end[task];
    }

    /** When the last task ends. */
    public long finish() {
        long finish = origin;
        for (long time : end) {
            finish = Math.max(finish, time);
        }
        return finish;
    }

    /** The time from the begin of the workflow to the end of its last task. */
    public long makespan() {
        return finish() - origin;
    }

    /** All tasks by start, then end: each after those it needs, and after those before it on its machine. */
    public int[] order() {
        return order.clone();
    }

    /** The tasks of a machine in the order in which it runs them. */
    public int[] tasksOn(int wanted) {
        return Arrays.stream(order).filter(task -> machine[task] == wanted).toArray();
    }
}
