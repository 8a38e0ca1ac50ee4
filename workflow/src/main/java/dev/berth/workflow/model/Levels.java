package dev.berth.workflow.model;

import java.util.StringJoiner;

/** The level of each task and the tasks in the order of level and index; refuses a cycle by naming its tasks. */
final class Levels {
    private final int[] levels;
    private final int[] order;

    private Levels(int[] levels) {
        this.levels = levels;
        order = Adjacency.by(levels, levels.length).all();
    }

    int[] levels() {
        return levels;
    }

    int[] order() {
        return order;
    }

    static Levels of(Workflow workflow) {
        int size = workflow.size();
        int[] levels = new int[size];
        int[] missing = new int[size];
        int[] queue = new int[size];
        int queued = 0;
        for (int task = 0; task < size; task++) {
            missing[task] = workflow.inDegree(task);
            if (missing[task] == 0) {
                queue[queued++] = task;
            }
        }
        for (int head = 0; head < queued; head++) {
            int task = queue[head];
            for (int k = 0; k < workflow.outDegree(task); k++) {
                int next = workflow.to(workflow.outEdge(task, k));
                levels[next] = Math.max(levels[next], levels[task] + 1);
                if (--missing[next] == 0) {
                    queue[queued++] = next;
                }
            }
        }
        if (queued < size) {
            throw new BadWorkflow(
                    "edges",
                    "the tasks " + cycle(workflow, missing)
                            + " wait for each other in a circle; remove one of these edges");
        }
        return new Levels(levels);
    }

    /** Every task that still misses a predecessor has one that does: going back runs into a cycle. */
    private static String cycle(Workflow workflow, int[] missing) {
        int task = 0;
        while (missing[task] == 0) {
            task++;
        }
        int[] seenAt = new int[workflow.size()];
        int[] way = new int[workflow.size() + 1];
        int length = 0;
        while (seenAt[task] == 0) {
            way[length++] = task;
            seenAt[task] = length;
            task = waitsFor(workflow, task, missing);
        }
        StringJoiner names = new StringJoiner(" -> ");
        names.add(workflow.task(task).id());
        for (int at = length - 1; at >= seenAt[task] - 1; at--) {
            names.add(workflow.task(way[at]).id());
        }
        return names.toString();
    }

    private static int waitsFor(Workflow workflow, int task, int[] missing) {
        int k = 0;
        while (missing[workflow.from(workflow.inEdge(task, k))] == 0) {
            k++;
        }
        return workflow.from(workflow.inEdge(task, k));
    }
}
