package dev.berth.workflow.spare;

import dev.berth.engine.model.Window;
import dev.berth.workflow.model.Cancelled;
import dev.berth.workflow.model.Progress;
import dev.berth.workflow.model.Workflow;
import dev.berth.workflow.model.WorkflowProblem;
import dev.berth.workflow.schedule.Schedule;
import dev.berth.workflow.schedule.Timeline;
import java.util.Arrays;

/**
 * Dependencies of the slots in a schedule: the edges of the workflow, with the transfer times between its machines, and
 * an edge from each task to the next on its machine. A slot that grows shifts later ones along them, in schedule order.
 */
final class SlotGraph {
    static final int NONE = -1;

    private final WorkflowProblem problem;
    private final Schedule schedule;
    private final Workflow workflow;
    private final int[] order;
    private final boolean[] fixed;
    private final long[] time;
    private final long[] delay;
    private final int[] before;
    private final int[] after;
    private final Timeline[] busy;

    SlotGraph(WorkflowProblem problem, Schedule schedule) {
        this.problem = problem;
        this.schedule = schedule;
        workflow = problem.workflow();
        order = schedule.order();
        fixed = new boolean[order.length];
        time = new long[order.length];
        for (Progress.Fixed done : problem.progress().fixed()) {
            fixed[done.task()] = true;
        }
        for (int task = 0; task < time.length; task++) {
            time[task] = schedule.end(task) - schedule.start(task);
        }
        delay = new long[workflow.edgeCount()];
        for (int edge = 0; edge < delay.length; edge++) {
            delay[edge] =
                    problem.transfer(edge, schedule.machine(workflow.from(edge)), schedule.machine(workflow.to(edge)));
        }
        before = new int[order.length];
        after = new int[order.length];
        linkMachines();
        busy = new Timeline[problem.machines().size()];
        for (int machine = 0; machine < busy.length; machine++) {
            busy[machine] = new Timeline();
            for (Window window : problem.machines().busy(machine)) {
                busy[machine].occupy(window.start(), window.end());
            }
        }
    }

    private void linkMachines() {
        int[] last = new int[problem.machines().size()];
        Arrays.fill(last, NONE);
        Arrays.fill(before, NONE);
        Arrays.fill(after, NONE);
        for (int task : order) {
            int machine = schedule.machine(task);
            if (last[machine] != NONE) {
                before[task] = last[machine];
                after[last[machine]] = task;
            }
            last[machine] = task;
        }
    }

    WorkflowProblem problem() {
        return problem;
    }

    Workflow workflow() {
        return workflow;
    }

    /** All tasks, each after those it waits for. */
    int[] order() {
        return order;
    }

    /** True if the task has happened: its slot neither grows nor shifts. */
    boolean isFixed(int task) {
        return fixed[task];
    }

    /** The run time of a task on its machine. */
    long time(int task) {
        return time[task];
    }

    /** The transfer time of an edge between the machines of its tasks. */
    long delay(int edge) {
        return delay[edge];
    }

    /** The task before this one on its machine, or {@link #NONE}. */
    int before(int task) {
        return before[task];
    }

    /** The task after this one on its machine, or {@link #NONE}. */
    int after(int task) {
        return after[task];
    }

    /** When each slot starts if each is longer than the run time by its extension and starts as early as it can. */
    long[] starts(long[] extension) {
        Cancelled.check();
        long[] start = new long[order.length];
        long[] machineFree = new long[busy.length];
        Arrays.fill(machineFree, problem.progress().notBefore());
        for (int task : order) {
            int machine = schedule.machine(task);
            start[task] = fixed[task]
                    ? schedule.start(task)
                    : busy[machine].earliest(
                            ready(task, machineFree[machine], start, extension), time[task] + extension[task]);
            machineFree[machine] = Math.max(machineFree[machine], start[task] + time[task] + extension[task]);
        }
        return start;
    }

    private long ready(int task, long machineFree, long[] start, long[] extension) {
        long ready = machineFree;
        for (int k = 0; k < workflow.inDegree(task); k++) {
            int edge = workflow.inEdge(task, k);
            int from = workflow.from(edge);
            ready = Math.max(ready, start[from] + time[from] + extension[from] + delay[edge]);
        }
        return ready;
    }

    /** When the last slot ends. */
    long finish(long[] start, long[] extension) {
        long finish = problem.origin();
        for (int task = 0; task < start.length; task++) {
            finish = Math.max(finish, start[task] + time[task] + extension[task]);
        }
        return finish;
    }

    /**
     * The spare time of each task (zhao, section 2): how much later than its run time it may end without a later start
     * of another, on the same machine or by an edge. A task that nothing waits for may end when the last slot does: it
     * waits for the virtual exit.
     */
    long[] spare(long[] start, long finish) {
        long[] spare = new long[start.length];
        for (int task = 0; task < start.length; task++) {
            if (!fixed[task]) {
                long end = start[task] + time[task];
                spare[task] = Math.min(limit(task, start, finish), nextBusy(task, end)) - end;
            }
        }
        return spare;
    }

    private long limit(int task, long[] start, long finish) {
        long limit = after[task] == NONE ? finish : Math.min(finish, start[after[task]]);
        for (int k = 0; k < workflow.outDegree(task); k++) {
            int edge = workflow.outEdge(task, k);
            limit = Math.min(limit, start[workflow.to(edge)] - delay[edge]);
        }
        return limit;
    }

    /** When what is not part of the workflow needs the machine of a task that ends then. */
    long nextBusy(int task, long end) {
        return busy[schedule.machine(task)].freeUntil(end);
    }

    /** The last time a task of that length can start on its machine so that it ends in time. */
    long latestStart(int task, long limit) {
        return busy[schedule.machine(task)].latest(limit, time[task]);
    }

    Plan plan(long[] start, long[] extension, long[] spare, long deadline, boolean wholeMachines) {
        int[] machine = new int[start.length];
        long[] end = new long[start.length];
        for (int task = 0; task < start.length; task++) {
            machine[task] = schedule.machine(task);
            end[task] = start[task] + time[task] + extension[task];
        }
        return new Plan(problem, Schedule.of(problem, machine, start, end), time, spare, deadline, wholeMachines);
    }
}
