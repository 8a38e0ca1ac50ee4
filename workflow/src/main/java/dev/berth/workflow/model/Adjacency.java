package dev.berth.workflow.model;

/** The edges at each task, packed: those of task i are {@code edges[first[i] .. first[i + 1])}, in file order. */
final class Adjacency {
    private final int[] first;
    private final int[] edges;

    private Adjacency(int[] first, int[] edges) {
        this.first = first;
        this.edges = edges;
    }

    /** @param end the task at the end of each edge that is looked at */
    static Adjacency by(int[] end, int tasks) {
        int[] first = new int[tasks + 1];
        for (int task : end) {
            first[task + 1]++;
        }
        for (int task = 0; task < tasks; task++) {
            first[task + 1] += first[task];
        }
        int[] next = first.clone();
        int[] edges = new int[end.length];
        for (int edge = 0; edge < end.length; edge++) {
            edges[next[end[edge]]++] = edge;
        }
        return new Adjacency(first, edges);
    }

    int degree(int task) {
        return first[task + 1] - first[task];
    }

    int edge(int task, int k) {
        return edges[first[task] + k];
    }

    /** The edges of all tasks, one task after the other. */
    int[] all() {
        return edges;
    }
}
