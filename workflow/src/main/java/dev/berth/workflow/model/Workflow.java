package dev.berth.workflow.model;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A directed acyclic graph of tasks and the data that flows between them (zhao, section 2). Tasks and edges keep the
 * order they were given in and go by their index. Several entries and several exits are allowed; where an algorithm
 * wants a single one, it means a virtual task without work at time 0, or at the end of the schedule.
 */
public final class Workflow {
    /** With times of at most {@link WorkflowProblem#LONGEST}, the sum along any path stays inside a {@code long}. */
    public static final int MOST_TASKS = 1 << 17;

    private final String name;
    private final List<Task> tasks;
    private final List<Edge> edges;
    private final Map<String, Integer> byId = new HashMap<>();
    private final int[] from;
    private final int[] to;
    private final long[] data;
    private final Adjacency in;
    private final Adjacency out;
    private final int[] levels;
    private final int[] order;

    public Workflow(String name, List<Task> tasks, List<Edge> edges) {
        this.name = name;
        this.tasks = List.copyOf(tasks);
        this.edges = List.copyOf(edges);
        if (tasks.isEmpty() || tasks.size() > MOST_TASKS) {
            throw new BadWorkflow(
                    "tasks", "the workflow has " + tasks.size() + " tasks, but it has from 1 to " + MOST_TASKS);
        }
        for (int task = 0; task < tasks.size(); task++) {
            Integer earlier = byId.putIfAbsent(tasks.get(task).id(), task);
            if (earlier != null) {
                throw new BadWorkflow(
                        "tasks[" + task + "].id",
                        "task id " + tasks.get(task).id() + " is also that of tasks[" + earlier
                                + "]; every task needs its own");
            }
        }
        from = new int[edges.size()];
        to = new int[edges.size()];
        data = new long[edges.size()];
        for (int edge = 0; edge < data.length; edge++) {
            Edge given = edges.get(edge);
            checkEnd(edge, "from", given.from());
            checkEnd(edge, "to", given.to());
            from[edge] = given.from();
            to[edge] = given.to();
            data[edge] = given.data();
        }
        in = Adjacency.by(to, tasks.size());
        out = Adjacency.by(from, tasks.size());
        refuseDoubleEdges();
        Levels sorted = Levels.of(this);
        levels = sorted.levels();
        order = sorted.order();
    }

    private void checkEnd(int edge, String end, int task) {
        if (task < 0 || task >= tasks.size()) {
            throw new BadWorkflow(
                    "edges[" + edge + "]." + end,
                    "there is no task " + task + "; the tasks are 0 to " + (tasks.size() - 1));
        }
    }

    private void refuseDoubleEdges() {
        int[] seenFrom = new int[size()];
        for (int task = 0; task < size(); task++) {
            for (int k = 0; k < outDegree(task); k++) {
                int edge = outEdge(task, k);
                if (seenFrom[to[edge]] == task + 1) {
                    throw new BadWorkflow(
                            "edges[" + edge + "]",
                            "a second edge from " + task(task).id() + " to "
                                    + task(to[edge]).id() + "; give one edge with the data of both");
                }
                seenFrom[to[edge]] = task + 1;
            }
        }
    }

    public static Builder builder(String name) {
        return new Builder(name);
    }

    public String name() {
        return name;
    }

    /** How many tasks. */
    public int size() {
        return tasks.size();
    }

    public List<Task> tasks() {
        return tasks;
    }

    public Task task(int index) {
        return tasks.get(index);
    }

    /** The index of a task, or -1 if there is none of that id. */
    public int indexOf(String id) {
        return byId.getOrDefault(id, -1);
    }

    public List<Edge> edges() {
        return edges;
    }

    public Edge edge(int index) {
        return edges.get(index);
    }

    public int edgeCount() {
        return data.length;
    }

    /** The task an edge comes from. */
    public int from(int edge) {
        return from[edge];
    }

    /** The task an edge goes to. */
    public int to(int edge) {
        return to[edge];
    }

    /** The bytes an edge carries. */
    public long data(int edge) {
        return data[edge];
    }

    public int inDegree(int task) {
        return in.degree(task);
    }

    /** The index of the k-th edge into a task. */
    public int inEdge(int task, int k) {
        return in.edge(task, k);
    }

    public int outDegree(int task) {
        return out.degree(task);
    }

    /** The index of the k-th edge out of a task. */
    public int outEdge(int task, int k) {
        return out.edge(task, k);
    }

    /** All tasks, each after those it needs: by level, then by index. */
    public int[] order() {
        return order.clone();
    }

    /** The level of each task: the number of edges on the longest way to it from an entry. */
    public int[] levels() {
        return levels.clone();
    }

    /** The tasks that need no other, in index order. */
    public int[] entries() {
        return tasksWithout(in);
    }

    /** The tasks that no other needs, in index order. */
    public int[] exits() {
        return tasksWithout(out);
    }

    private int[] tasksWithout(Adjacency edgesAt) {
        int[] found = new int[size()];
        int count = 0;
        for (int task = 0; task < size(); task++) {
            if (edgesAt.degree(task) == 0) {
                found[count++] = task;
            }
        }
        return Arrays.copyOf(found, count);
    }

    /** Collects tasks and edges by id; whatever is wrong is refused at once, with its place. */
    public static final class Builder {
        private final String name;
        private final List<Task> tasks = new ArrayList<>();
        private final List<Edge> edges = new ArrayList<>();
        private final Map<String, Integer> byId = new HashMap<>();

        private Builder(String name) {
            this.name = name;
        }

        public Builder task(String id, String kind, long work) {
            try {
                tasks.add(new Task(id, kind, work));
            } catch (BadWorkflow e) {
                throw e.in("tasks[" + tasks.size() + "]");
            }
            byId.putIfAbsent(id, tasks.size() - 1);
            return this;
        }

        /** An edge between two tasks given before. */
        public Builder edge(String fromId, String toId, long data) {
            String place = "edges[" + edges.size() + "]";
            int from = known(place + ".from", fromId);
            int to = known(place + ".to", toId);
            try {
                edges.add(new Edge(from, to, data));
            } catch (BadWorkflow e) {
                throw e.in(place);
            }
            return this;
        }

        private int known(String place, String id) {
            @Nullable Integer index = byId.get(id);
            if (index == null) {
                throw new BadWorkflow(place, "there is no task " + id + "; name one of the " + tasks.size() + " tasks");
            }
            return index;
        }

        public Workflow build() {
            return new Workflow(name, tasks, edges);
        }
    }
}
