package dev.berth.workflow.schedule;

import dev.berth.engine.model.Window;
import dev.berth.workflow.model.Cancelled;
import dev.berth.workflow.model.Link;
import dev.berth.workflow.model.Machines;
import dev.berth.workflow.model.Progress;
import dev.berth.workflow.model.Workflow;
import dev.berth.workflow.model.WorkflowProblem;
import java.util.Arrays;

/** A schedule in the making: what is placed so far, and when a further task could start where. */
final class ScheduleDraft {
    private static final int NOWHERE = -1;

    private final WorkflowProblem problem;
    private final Workflow workflow;
    private final Machines machines;
    private final int[] machine;
    private final long[] start;
    private final long[] end;
    private final Timeline[] timelines;
    private final long[] lastEnd;

    ScheduleDraft(WorkflowProblem problem) {
        this.problem = problem;
        workflow = problem.workflow();
        machines = problem.machines();
        machine = new int[workflow.size()];
        start = new long[workflow.size()];
        end = new long[workflow.size()];
        timelines = new Timeline[machines.size()];
        lastEnd = new long[machines.size()];
        Arrays.fill(machine, NOWHERE);
        Arrays.fill(lastEnd, problem.progress().notBefore());
        for (int at = 0; at < timelines.length; at++) {
            timelines[at] = new Timeline();
            for (Window window : machines.busy(at)) {
                timelines[at].occupy(window.start(), window.end());
            }
        }
        for (Progress.Fixed done : problem.progress().fixed()) {
            record(done.task(), done.machine(), done.start(), done.end());
        }
    }

    boolean isPlaced(int task) {
        return machine[task] != NOWHERE;
    }

    int machine(int task) {
        return machine[task];
    }

    long end(int task) {
        return end[task];
    }

    /** The end of the last task placed on a machine, or the time from which any may start there. */
    long lastEnd(int on) {
        return lastEnd[on];
    }

    /** When all data of a task is on each machine; what it needs must be placed. */
    void dataReady(int task, long[] ready) {
        Cancelled.check();
        Arrays.fill(ready, problem.progress().notBefore());
        for (int k = 0; k < workflow.inDegree(task); k++) {
            int edge = workflow.inEdge(task, k);
            int needed = workflow.from(edge);
            long data = workflow.data(edge);
            int from = machine[needed];
            Link known = Link.NONE;
            long time = 0;
            for (int to = 0; to < ready.length; to++) {
                Link link = machines.link(from, to);
                if (!link.equals(known)) {
                    known = link;
                    time = link.time(data);
                }
                ready[to] = Math.max(ready[to], end[needed] + time);
            }
        }
    }

    /** The earliest start on a machine, in a gap between tasks if one is long enough. */
    long insert(int task, int on, long ready) {
        return timelines[on].earliest(ready, problem.time(task, on));
    }

    /** The earliest start on a machine after all tasks placed there. */
    long append(int task, int on, long ready) {
        return append(task, on, ready, lastEnd[on]);
    }

    /** The same if the last task placed on the machine ended at some time. */
    long append(int task, int on, long ready, long last) {
        return timelines[on].earliest(Math.max(ready, last), problem.time(task, on));
    }

    /** The first moment after all tasks placed on a machine at which one of that length could start there. */
    long idleFrom(int on, long length) {
        return timelines[on].earliest(lastEnd[on], length);
    }

    /** Places a task where it ends earliest, gaps included; of equals, on the first machine. */
    void placeEarliestFinish(int task, long[] ready) {
        dataReady(task, ready);
        int best = 0;
        long bestStart = Timeline.NEVER;
        long bestEnd = Long.MAX_VALUE;
        for (int on = 0; on < ready.length; on++) {
            long from = insert(task, on, ready[on]);
            long until = from + problem.time(task, on);
            if (until < bestEnd && from < Timeline.NEVER) {
                best = on;
                bestStart = from;
                bestEnd = until;
            }
        }
        place(task, best, bestStart);
    }

    void place(int task, int on, long from) {
        if (from >= Timeline.NEVER) {
            throw new Unschedulable(workflow.task(task).id());
        }
        record(task, on, from, from + problem.time(task, on));
    }

    private void record(int task, int on, long from, long until) {
        machine[task] = on;
        start[task] = from;
        end[task] = until;
        timelines[on].occupy(from, until);
        lastEnd[on] = Math.max(lastEnd[on], until);
    }

    Schedule toSchedule() {
        return Schedule.of(problem, machine, start, end);
    }
}
