package dev.berth.workflow.schedule;

import dev.berth.workflow.model.WorkflowProblem;
import org.jspecify.annotations.Nullable;

/**
 * Queue of all pairs of a ready task and a machine, by cost plus start; of equals the task, then the machine, that was
 * given first. The cost of a pair is fixed; its start is the later of the task's data and the end of the machine's last
 * task, moved past windows in which the machine is busy.
 *
 * <p>Trying all pairs each time would take tasks x ready tasks x machines. But the tasks of a machine whose data has
 * come before it is idle all start then, so they keep their order by cost ({@code waiting}), and the others keep theirs
 * by cost plus data ({@code coming}): these keys never change, and are never above the true value. A task moves from
 * the second heap to the first when it is seen there and its data has come meanwhile. Of either heap, tasks are looked
 * at until the key says that no further one is better; without busy windows that is one.
 */
final class PairQueue {
    /** The part of a pair's value that does not change. */
    interface Cost {
        long of(int task, int machine);
    }

    private final ScheduleDraft draft;
    private final Cost cost;
    private final long[] @Nullable [] dataReady;
    private final TaskHeap[] waiting;
    private final TaskHeap[] coming;
    private final TaskHeap aside = new TaskHeap();
    private final long[] shortest;
    private final int[] bestTask;
    private final long[] bestValue;
    private int size;
    private int machine;

    PairQueue(WorkflowProblem problem, ScheduleDraft draft, Cost cost) {
        int tasks = problem.tasks();
        int machines = problem.machines().size();
        this.draft = draft;
        this.cost = cost;
        dataReady = new long[tasks][];
        waiting = new TaskHeap[machines];
        coming = new TaskHeap[machines];
        shortest = new long[machines];
        bestTask = new int[machines];
        bestValue = new long[machines];
        for (int on = 0; on < machines; on++) {
            waiting[on] = new TaskHeap();
            coming[on] = new TaskHeap();
            forget(on);
            shortest[on] = WorkflowProblem.LONGEST;
            for (int task = 0; task < tasks; task++) {
                shortest[on] = Math.min(shortest[on], problem.time(task, on));
            }
        }
    }

    boolean isEmpty() {
        return size == 0;
    }

    /** A task that has become ready. */
    void add(int task) {
        long[] ready = new long[waiting.length];
        draft.dataReady(task, ready);
        dataReady[task] = ready;
        size++;
        for (int on = 0; on < ready.length; on++) {
            coming[on].add(task, cost.of(task, on) + ready[on]);
            forget(on);
        }
    }

    /** Places the best pair and returns its task. */
    int place() {
        machine = 0;
        for (int on = 0; on < waiting.length; on++) {
            if (bestTask[on] < 0) {
                find(on);
            }
            if (isBetter(bestValue[on], bestTask[on], bestValue[machine], bestTask[machine])) {
                machine = on;
            }
        }
        int task = bestTask[machine];
        draft.place(task, machine, start(task, machine));
        dataReady[task] = null;
        size--;
        for (int on = 0; on < waiting.length; on++) {
            if (bestTask[on] == task || on == machine) {
                forget(on);
            }
        }
        return task;
    }

    private void forget(int on) {
        bestTask[on] = -1;
        bestValue[on] = Long.MAX_VALUE;
    }

    private void find(int on) {
        long idle = draft.idleFrom(on, shortest[on]);
        arrive(on, idle);
        look(on, waiting[on], idle);
        look(on, coming[on], 0);
    }

    /** Moves tasks whose data has come until one is on top whose data has not. */
    private void arrive(int on, long idle) {
        while (!coming[on].isEmpty()) {
            int task = coming[on].task();
            long @Nullable [] ready = dataReady[task];
            if (ready != null && ready[on] > idle) {
                return;
            }
            coming[on].remove();
            if (ready != null) {
                waiting[on].add(task, cost.of(task, on));
            }
        }
    }

    private void look(int on, TaskHeap heap, long least) {
        while (!heap.isEmpty() && isBetter(heap.key() + least, heap.task(), bestValue[on], bestTask[on])) {
            int task = heap.task();
            long key = heap.key();
            heap.remove();
            if (dataReady[task] != null) {
                aside.add(task, key);
                long value = cost.of(task, on) + start(task, on);
                if (isBetter(value, task, bestValue[on], bestTask[on])) {
                    bestTask[on] = task;
                    bestValue[on] = value;
                }
            }
        }
        for (; !aside.isEmpty(); aside.remove()) {
            heap.add(aside.task(), aside.key());
        }
    }

    private long start(int task, int on) {
        long @Nullable [] ready = dataReady[task];
        return ready == null ? Timeline.NEVER : draft.append(task, on, ready[on]);
    }

    private static boolean isBetter(long value, int task, long bestValue, int bestTask) {
        return bestTask < 0 || value < bestValue || (value == bestValue && task < bestTask);
    }
}
