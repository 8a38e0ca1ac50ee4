package dev.berth.workflow.read;

import dev.berth.workflow.model.BadWorkflow;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A workflow as a file tells it, in any order: tasks, the files they read and write, and what depends on what. A file may
 * speak of a task before it describes it, so names are looked up at the end ({@link WorkflowBuilder}).
 */
final class WorkflowDraft {
    static final long UNKNOWN = -1;

    /** A task that has been described. */
    static final class Drafted {
        final String id;
        final long place;
        String kind = "";
        long work = UNKNOWN;
        /** Its times on named machines, if the file gives some instead of its work. */
        Map<String, Long> times = Map.of();

        final List<Integer> inputs = new ArrayList<>();
        final List<Integer> outputs = new ArrayList<>();
        /** Sizes, as this task writes them, of files to which another task gives a different size. */
        Map<Integer, Long> ownSizes = Map.of();

        Drafted(String id, long place) {
            this.id = id;
            this.place = place;
        }
    }

    /** That one task waits for another, by their names. */
    record Dependency(String parent, String child, long data, long place) {}

    /** Run time of a task, given in another place than the task. */
    record RunTime(String task, long work, long place) {}

    /** Command of a task, given in another place than the task. */
    record CommandLine(String task, List<String> words, long place) {}

    final FileLimits limits;
    String name = "workflow";
    final List<Drafted> tasks = new ArrayList<>();
    final Map<String, Integer> ids = new HashMap<>();
    /** Other names that tasks go by; UNKNOWN where several share one. */
    final Map<String, Integer> aliases = new HashMap<>();

    final List<Dependency> dependencies = new ArrayList<>();
    final List<RunTime> runTimes = new ArrayList<>();
    final List<CommandLine> commands = new ArrayList<>();
    final List<Long> fileSizes = new ArrayList<>();
    private final Map<String, Integer> files = new HashMap<>();
    /** Files of which a writer has told the size. */
    private final BitSet measured = new BitSet();
    /** How many sizes were below 0. */
    int negativeSizes;
    /** How many run times were below 0. */
    int negativeTimes;

    private int mentions;

    WorkflowDraft(FileLimits limits) {
        this.limits = limits;
    }

    Drafted task(String id, long place) {
        Integer before = ids.put(id, tasks.size());
        if (before != null) {
            throw bad(
                    place,
                    "task \"%s\" already exists, at %s; give each task its own id"
                            .formatted(id, FilePosition.text(tasks.get(before).place)));
        }
        if (tasks.size() == limits.tasks()) {
            throw bad(place, "more than %d tasks; split the workflow".formatted(limits.tasks()));
        }
        Drafted task = new Drafted(id, place);
        tasks.add(task);
        return task;
    }

    /** WfFormat 1.4 calls tasks by their names where it means their ids. */
    void alias(String alias, Drafted task) {
        Integer index = ids.get(task.id);
        Integer before = aliases.put(alias, index == null ? (int) UNKNOWN : index);
        if (before != null) {
            aliases.put(alias, (int) UNKNOWN);
        }
    }

    void dependency(String parent, String child, long data, long place) {
        if (dependencies.size() == 2 * limits.edges()) {
            // Twice: a file may tell each from both of its ends.
            throw tooManyDependencies(place);
        }
        dependencies.add(new Dependency(parent, child, data, place));
    }

    BadWorkflow tooManyDependencies(long place) {
        return bad(place, "more than %d dependencies; split the workflow".formatted(limits.edges()));
    }

    void runTime(String task, long work, long place) {
        if (runTimes.size() == limits.tasks()) {
            throw bad(place, "more than %d run times; split the workflow".formatted(limits.tasks()));
        }
        runTimes.add(new RunTime(task, work, place));
    }

    /** Kept only if somebody wants to run it. */
    void command(String task, List<String> words, long place) {
        if (limits.commands() && !words.isEmpty()) {
            commands.add(new CommandLine(task, List.copyOf(words), place));
        }
    }

    void reads(Drafted task, int file, long place) {
        mention(place);
        task.inputs.add(file);
    }

    void writes(Drafted task, int file, long place) {
        mention(place);
        task.outputs.add(file);
    }

    private void mention(long place) {
        if (++mentions > limits.edges()) {
            throw bad(place, "tasks read and write more than %d files; split the workflow".formatted(limits.edges()));
        }
    }

    /** The number of a file. */
    int file(String path, long place) {
        Integer known = files.get(path);
        if (known != null) {
            return known;
        }
        if (fileSizes.size() == limits.edges()) {
            throw bad(place, "more than %d files; split the workflow".formatted(limits.edges()));
        }
        files.put(path, fileSizes.size());
        fileSizes.add(UNKNOWN);
        return fileSizes.size() - 1;
    }

    /** Sets the size of a file; a size that is not sure, such as that given by a reader, only where none is known. */
    void size(int file, long bytes, boolean sure) {
        if (sure || fileSizes.get(file) == UNKNOWN) {
            fileSizes.set(file, bytes);
        }
    }

    /** The size of a file as one of its writers leaves it: that of the first is the file's, others have their own. */
    void size(Drafted writer, int file, long bytes) {
        if (!measured.get(file)) {
            measured.set(file);
            fileSizes.set(file, bytes);
        } else if (fileSizes.get(file) != bytes) {
            if (writer.ownSizes.isEmpty()) {
                writer.ownSizes = new HashMap<>();
            }
            writer.ownSizes.put(file, bytes);
        }
    }

    static BadWorkflow bad(long place, String problem) {
        return new BadWorkflow(FilePosition.text(place), problem);
    }

    static BadWorkflow notA(long place, String what, @Nullable String value, String rule) {
        if (value == null) {
            return bad(place, "%s is missing; it must be %s".formatted(what, rule));
        }
        String shown = value.length() > 80 ? value.substring(0, 80) + "…" : value;
        return bad(place, "%s: \"%s\" must be %s".formatted(what, shown, rule));
    }
}
