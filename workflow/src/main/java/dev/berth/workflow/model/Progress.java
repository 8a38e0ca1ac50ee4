package dev.berth.workflow.model;

import dev.berth.engine.model.BadValue;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Progress of a workflow: the tasks that are finished or running, with their machines and times, and the time before
 * which no other task can start. The end of a running task is the expected one.
 */
public record Progress(long notBefore, List<Fixed> fixed) {
    /** Nothing has happened; the workflow may start at 0. */
    public static final Progress NONE = new Progress(0, List.of());

    /** A task that has run, or runs, on a machine. */
    public record Fixed(int task, int machine, long start, long end) {
        public Fixed {
            if (start < 0 || end < start) {
                throw new BadValue(
                        "fixed task", task + " [" + start + ", " + end + ")", "must not end before its start");
            }
        }
    }

    public Progress {
        fixed = List.copyOf(fixed);
        if (notBefore < 0) {
            throw new BadValue("not before", notBefore, "must be 0 or later");
        }
    }

    /** The rest of a workflow of which nothing has run yet, from a time on. */
    public static Progress from(long notBefore) {
        return new Progress(notBefore, List.of());
    }

    void check(Workflow workflow, Machines machines) {
        Set<Integer> known = new HashSet<>();
        for (Fixed done : fixed) {
            if (done.task < 0 || done.task >= workflow.size() || !known.add(done.task)) {
                throw new BadValue(
                        "fixed task", done.task, "must be one of the " + workflow.size() + " tasks, given once");
            }
            if (done.start > notBefore) {
                throw new BadValue(
                        "start of task " + workflow.task(done.task).id(), done.start, "must not be after " + notBefore);
            }
            if (done.machine < 0 || done.machine >= machines.size()) {
                throw new BadValue(
                        "machine of task " + workflow.task(done.task).id(),
                        done.machine,
                        "must be from 0 to " + (machines.size() - 1));
            }
        }
        for (int task : known) {
            for (int k = 0; k < workflow.inDegree(task); k++) {
                int needed = workflow.from(workflow.inEdge(task, k));
                if (!known.contains(needed)) {
                    throw new BadValue(
                            "fixed task",
                            workflow.task(task).id(),
                            "needs task " + workflow.task(needed).id() + ", which has not run");
                }
            }
        }
    }
}
