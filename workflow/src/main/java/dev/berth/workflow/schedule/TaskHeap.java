package dev.berth.workflow.schedule;

import java.util.Arrays;

/** Tasks by a key that is given with each; least first, of equals the one with the lower index. */
final class TaskHeap {
    private long[] keys = new long[16];
    private int[] tasks = new int[16];
    private int size;

    boolean isEmpty() {
        return size == 0;
    }

    long key() {
        return keys[0];
    }

    int task() {
        return tasks[0];
    }

    void add(int task, long key) {
        if (size == tasks.length) {
            keys = Arrays.copyOf(keys, 2 * size);
            tasks = Arrays.copyOf(tasks, 2 * size);
        }
        int at = size++;
        while (at > 0 && isBefore(key, task, (at - 1) / 2)) {
            keys[at] = keys[(at - 1) / 2];
            tasks[at] = tasks[(at - 1) / 2];
            at = (at - 1) / 2;
        }
        keys[at] = key;
        tasks[at] = task;
    }

    void remove() {
        long key = keys[--size];
        int task = tasks[size];
        int at = 0;
        while (2 * at + 1 < size) {
            int child = 2 * at + 1;
            if (child + 1 < size && isBefore(keys[child + 1], tasks[child + 1], child)) {
                child++;
            }
            if (isBefore(key, task, child)) {
                break;
            }
            keys[at] = keys[child];
            tasks[at] = tasks[child];
            at = child;
        }
        keys[at] = key;
        tasks[at] = task;
    }

    private boolean isBefore(long key, int task, int at) {
        return key < keys[at] || (key == keys[at] && task < tasks[at]);
    }
}
