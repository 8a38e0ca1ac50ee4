package dev.berth.lab.experiment.zhao;

import java.util.ArrayList;
import java.util.List;

/**
 * Dependencies between the tasks of a workflow, without costs. Tasks are given by their index, in a topological order.
 *
 * @param kinds what each task does
 */
record WorkflowShape(String name, List<String> kinds, List<Arrow> arrows) {
    /** One task waits for another. */
    record Arrow(int from, int to) {}

    WorkflowShape {
        kinds = List.copyOf(kinds);
        arrows = List.copyOf(arrows);
    }

    int tasks() {
        return kinds.size();
    }

    static Drawing drawing(String name) {
        return new Drawing(name);
    }

    /** A shape in the making. */
    static final class Drawing {
        private final String name;
        private final List<String> kinds = new ArrayList<>();
        private final List<Arrow> arrows = new ArrayList<>();

        private Drawing(String name) {
            this.name = name;
        }

        /** A task that waits for others; its index. */
        int task(String kind, int... after) {
            kinds.add(kind);
            int task = kinds.size() - 1;
            for (int before : after) {
                arrows.add(new Arrow(before, task));
            }
            return task;
        }

        int[] tasks(int count, String kind, int... after) {
            int[] tasks = new int[count];
            for (int i = 0; i < count; i++) {
                tasks[i] = task(kind, after);
            }
            return tasks;
        }

        WorkflowShape done() {
            return new WorkflowShape(name, kinds, arrows);
        }
    }
}
