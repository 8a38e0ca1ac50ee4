package dev.berth.workflow.read;

import dev.berth.workflow.model.BadWorkflow;
import dev.berth.workflow.model.Cancelled;
import dev.berth.workflow.model.Edge;
import dev.berth.workflow.model.Task;
import dev.berth.workflow.model.Workflow;
import dev.berth.workflow.read.WorkflowDraft.Dependency;
import dev.berth.workflow.read.WorkflowDraft.Drafted;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A draft becomes a workflow: names are looked up, what is missing is assumed, and an edge carries the files that its one
 * end writes and its other end reads.
 */
final class WorkflowBuilder {
    /** Run time assumed for a task that gives none. */
    static final long WORK_MILLIS = 1_000;
    /** Size assumed for a file that gives none. */
    static final long FILE_BYTES = 1_000_000;

    /** Most steps from task to task in the search for tasks that are ordered already. */
    private static final long MOST_STEPS = 50_000_000;

    private static final int NOBODY = -1;
    private static final int SEVERAL = -2;

    private final WorkflowDraft draft;
    private final List<String> notes = new ArrayList<>();
    private final int[][] inputs;
    private final int[][] outputs;
    private final long[] sizes;
    private long steps;

    WorkflowBuilder(WorkflowDraft draft) {
        this.draft = draft;
        this.inputs = draft.tasks.stream().map(task -> sorted(task.inputs)).toArray(int[][]::new);
        this.outputs = draft.tasks.stream().map(task -> sorted(task.outputs)).toArray(int[][]::new);
        this.sizes = draft.fileSizes.stream().mapToLong(size -> size).toArray();
    }

    private static int[] sorted(List<Integer> files) {
        return files.stream().mapToInt(file -> file).sorted().distinct().toArray();
    }

    ReadWorkflow read(ReadWorkflow.Format format) {
        if (draft.tasks.isEmpty()) {
            throw new BadWorkflow("file", "there are no tasks in it; a workflow has at least one");
        }
        runTimes();
        int[] writer = onlyWriters();
        fileSizes(writer);
        Map<Long, Long> declared = declared();
        Map<Long, Long> implied = implied(declared, writer);
        return new ReadWorkflow(build(declared, implied, writer), times(), commands(), format, notes);
    }

    private void runTimes() {
        for (WorkflowDraft.RunTime told : draft.runTimes) {
            draft.tasks.get(index(told.task(), told.place(), "a run time")).work = told.work();
        }
        int missing = 0;
        for (Drafted task : draft.tasks) {
            if (task.work == WorkflowDraft.UNKNOWN) {
                task.work = WORK_MILLIS;
                missing++;
            }
        }
        if (missing > 0) {
            notes.add(count(missing, "task", "tasks") + " without a run time: 1 s assumed");
        }
    }

    /** The only writer of each file, as the index of a task; NOBODY if it has no writer, SEVERAL if it has more than one. */
    private int[] onlyWriters() {
        int[] writer = new int[sizes.length];
        Arrays.fill(writer, NOBODY);
        for (int task = 0; task < outputs.length; task++) {
            for (int file : outputs[task]) {
                writer[file] = writer[file] == NOBODY ? task : SEVERAL;
            }
        }
        return writer;
    }

    private void fileSizes(int[] writer) {
        boolean[] isRead = new boolean[sizes.length];
        for (int[] files : inputs) {
            for (int file : files) {
                isRead[file] = true;
            }
        }
        int missing = 0;
        for (int file = 0; file < sizes.length; file++) {
            if (sizes[file] == WorkflowDraft.UNKNOWN) {
                sizes[file] = FILE_BYTES;
                // Only a file that one task hands to another matters.
                missing += isRead[file] && writer[file] != NOBODY ? 1 : 0;
            }
        }
        if (missing > 0) {
            notes.add(count(missing, "file", "files") + " without a size: 1 MB assumed");
        }
        if (draft.negativeSizes > 0) {
            notes.add(count(draft.negativeSizes, "file size", "file sizes") + " below 0: 0 bytes assumed");
        }
        if (draft.negativeTimes > 0) {
            notes.add(count(draft.negativeTimes, "run time", "run times") + " below 0: 0 seconds assumed");
        }
    }

    /** The data of each edge by its ends. */
    private Map<Long, Long> declared() {
        Map<Long, Long> edges = new LinkedHashMap<>();
        for (Dependency told : draft.dependencies) {
            int parent = index(told.parent(), told.place(), "a dependency");
            int child = index(told.child(), told.place(), "a dependency");
            if (parent == child) {
                throw WorkflowDraft.bad(
                        told.place(), "task \"%s\" depends on itself; drop that dependency".formatted(told.child()));
            }
            // A file may tell of an edge from both of its ends.
            edges.merge(edge(parent, child), told.data(), Math::max);
            if (edges.size() > draft.limits.edges()) {
                throw draft.tooManyDependencies(told.place());
            }
        }
        edges.replaceAll((edge, data) -> sum(data, handedOver(parent(edge), child(edge))));
        return edges;
    }

    private int index(String name, long place, String what) {
        Integer index = draft.ids.get(name);
        if (index == null) {
            index = draft.aliases.get(name);
        }
        if (index == null) {
            throw WorkflowDraft.bad(place, "%s of task \"%s\", which the file does not describe".formatted(what, name));
        }
        if (index == WorkflowDraft.UNKNOWN) {
            throw WorkflowDraft.bad(
                    place, "%s of \"%s\", which is the name of several tasks; use an id".formatted(what, name));
        }
        return index;
    }

    private static long edge(int parent, int child) {
        return ((long) parent << 32) | child;
    }

    private static int parent(long edge) {
        return (int) (edge >>> 32);
    }

    private static int child(long edge) {
        return (int) edge;
    }

    /** Bytes that the parent writes and the child reads; looked for from the end with fewer files. */
    private long handedOver(int parent, int child) {
        Cancelled.check();
        boolean fewOutputs = outputs[parent].length <= inputs[child].length;
        int[] few = fewOutputs ? outputs[parent] : inputs[child];
        int[] many = fewOutputs ? inputs[child] : outputs[parent];
        long bytes = 0;
        for (int file : few) {
            if (Arrays.binarySearch(many, file) >= 0) {
                bytes = sum(bytes, draft.tasks.get(parent).ownSizes.getOrDefault(file, sizes[file]));
            }
        }
        return bytes;
    }

    private static long sum(long a, long b) {
        return Math.min(a + b, Edge.MOST_DATA);
    }

    /** Edges not declared: from the only writer of a file to each other task that reads it. */
    private Map<Long, Long> implied(Map<Long, Long> declared, int[] writer) {
        Map<Long, Long> edges = new LinkedHashMap<>();
        for (int task = 0; task < inputs.length; task++) {
            for (int file : inputs[task]) {
                int parent = writer[file];
                if (parent >= 0 && parent != task && !declared.containsKey(edge(parent, task))) {
                    edges.computeIfAbsent(edge(parent, task), edge -> handedOver(parent, child(edge)));
                }
            }
        }
        return edges;
    }

    private Workflow build(Map<Long, Long> declared, Map<Long, Long> implied, int[] writer) {
        // A file that tells a circle was there before, and its only writer writes it again.
        Workflow alone = added(build(List.of(declared)), implied, "told by files alone", List.of(declared, implied));
        boolean isBelieved = !implied.isEmpty() && alone.edgeCount() > declared.size();
        Map<Long, Long> shared = shared(alone, writer);
        return added(
                alone,
                shared,
                "on tasks that write the same file",
                isBelieved ? List.of(declared, implied, shared) : List.of(declared, shared));
    }

    /** With some dependencies more, unless they go round in a circle. */
    private Workflow added(Workflow without, Map<Long, Long> more, String which, List<Map<Long, Long>> all) {
        if (more.isEmpty()) {
            return without;
        }
        String dependencies = count(more.size(), "dependency", "dependencies") + " " + which;
        try {
            Workflow workflow = build(all);
            notes.add(dependencies + ": added");
            return workflow;
        } catch (BadWorkflow cycle) {
            notes.add(dependencies + ": left out, for they go round in a circle");
            return without;
        }
    }

    /** Edges from all writers of a file with several to its readers, except between tasks that are ordered already. */
    private Map<Long, Long> shared(Workflow workflow, int[] writer) {
        Map<Integer, List<Integer>> writers = new HashMap<>();
        for (int task = 0; task < outputs.length; task++) {
            for (int file : outputs[task]) {
                if (writer[file] == SEVERAL) {
                    writers.computeIfAbsent(file, none -> new ArrayList<>()).add(task);
                }
            }
        }
        Map<Long, Long> edges = new LinkedHashMap<>();
        for (int task = 0; task < inputs.length; task++) {
            BitSet related = null;
            for (int file : inputs[task]) {
                for (int parent : writers.getOrDefault(file, List.of())) {
                    related = related == null ? related(workflow, task) : related;
                    if (!related.get(parent)) {
                        edges.put(edge(parent, task), handedOver(parent, task));
                    }
                }
            }
            if (edges.size() > draft.limits.edges() - workflow.edgeCount() || steps > MOST_STEPS) {
                notes.add("dependencies on tasks that write the same file: left out, for there are too many");
                return Map.of();
            }
        }
        return edges;
    }

    /** A task, and all that come before or after it. */
    private BitSet related(Workflow workflow, int task) {
        BitSet related = new BitSet();
        for (boolean before : new boolean[] {true, false}) {
            BitSet reached = new BitSet();
            Deque<Integer> next = new ArrayDeque<>(List.of(task));
            while (!next.isEmpty()) {
                Cancelled.check();
                int one = next.pop();
                int degree = before ? workflow.inDegree(one) : workflow.outDegree(one);
                steps += degree;
                for (int k = 0; k < degree; k++) {
                    int other = before ? workflow.from(workflow.inEdge(one, k)) : workflow.to(workflow.outEdge(one, k));
                    if (!reached.get(other)) {
                        reached.set(other);
                        next.push(other);
                    }
                }
            }
            related.or(reached);
        }
        related.set(task);
        return related;
    }

    private Workflow build(List<Map<Long, Long>> edges) {
        List<Task> tasks = draft.tasks.stream()
                .map(task -> new Task(task.id, task.kind, task.work))
                .toList();
        return new Workflow(
                draft.name,
                tasks,
                edges.stream()
                        .flatMap(some -> some.entrySet().stream())
                        .map(edge -> new Edge(parent(edge.getKey()), child(edge.getKey()), edge.getValue()))
                        .toList());
    }

    /** The tasks' own times on machines, for those that have some. */
    private Map<String, Map<String, Long>> times() {
        Map<String, Map<String, Long>> times = new LinkedHashMap<>();
        draft.tasks.stream().filter(task -> !task.times.isEmpty()).forEach(task -> times.put(task.id, task.times));
        return times;
    }

    private Map<String, List<String>> commands() {
        Map<String, List<String>> commands = new LinkedHashMap<>();
        for (WorkflowDraft.CommandLine told : draft.commands) {
            int task = index(told.task(), told.place(), "a command");
            commands.put(draft.tasks.get(task).id, told.words());
        }
        return commands;
    }

    private static String count(int number, String one, String many) {
        return number + " " + (number == 1 ? one : many);
    }
}
