package dev.berth.workflow.spare;

import dev.berth.workflow.model.Progress;
import dev.berth.workflow.model.WorkflowProblem;
import dev.berth.workflow.schedule.Schedule;
import java.util.Arrays;
import java.util.DoubleSummaryStatistics;

/**
 * A slot for every task: a machine and a window that holds the task's run time and the spare time it was given.
 *
 * <p>The <em>extension</em> of a task is what its slot has beyond its run time. Its <em>spare time</em> is how long it
 * may run late before another task must start later; it is the extension and the gap that follows it anyway.
 */
public final class Plan {
    private final Schedule slots;
    private final long[] time;
    private final long[] spare;
    private final long deadline;
    private final boolean wholeMachines;
    private final boolean[] fixed;
    private final long gaps;

    Plan(WorkflowProblem problem, Schedule slots, long[] time, long[] spare, long deadline, boolean wholeMachines) {
        this.slots = slots;
        this.time = time.clone();
        this.spare = spare.clone();
        this.deadline = deadline;
        this.wholeMachines = wholeMachines;
        fixed = new boolean[time.length];
        for (Progress.Fixed done : problem.progress().fixed()) {
            fixed[done.task()] = true;
        }
        gaps = wholeMachines ? 0 : PlanGaps.of(problem, slots, fixed, deadline);
    }

    /** How many tasks. */
    public int size() {
        return time.length;
    }

    public long deadline() {
        return deadline;
    }

    /** True if the machines are booked from begin to deadline and not slot by slot. */
    public boolean wholeMachines() {
        return wholeMachines;
    }

    /** The slots as a schedule. */
    public Schedule slots() {
        return slots;
    }

    public int machine(int task) {
        return slots.machine(task);
    }

    /** When the slot of a task starts. */
    public long start(int task) {
        return slots.start(task);
    }

    /** When the slot of a task ends, its extension included. */
    public long end(int task) {
        return slots.end(task);
    }

    /** True if the task has run or runs already: its slot is what happened, and there is nothing to book. */
    public boolean isFixed(int task) {
        return fixed[task];
    }

    /** How long the task is expected to run on its machine. */
    public long time(int task) {
        return time[task];
    }

    /** Time of the slot beyond the run time. */
    public long extension(int task) {
        return end(task) - start(task) - time[task];
    }

    /** How long the task may run late before another must start later. */
    public long spare(int task) {
        return spare[task];
    }

    /** Until when the task may run before another must start later: the end of its slot and the gap after it. */
    public long latestEnd(int task) {
        return start(task) + time[task] + spare[task];
    }

    /** The spare time in percent of the run time; a task without run time has none. */
    public double sparePercent(int task) {
        return time[task] == 0 ? 0 : 100.0 * spare[task] / time[task];
    }

    /** Least, mean and greatest spare percentage over the tasks that have run time and are not fixed. */
    public DoubleSummaryStatistics sparePercentages() {
        DoubleSummaryStatistics all = new DoubleSummaryStatistics();
        for (int task = 0; task < size(); task++) {
            if (time[task] > 0 && !fixed[task]) {
                all.accept(sparePercent(task));
            }
        }
        return all;
    }

    /**
     * Time from the begin to the deadline in which machines of the plan are free (zhao 4.2): neither the plan nor anybody else has
     * booked them, so that jobs without reservations can run there. None where whole machines are booked.
     */
    public long gaps() {
        return gaps;
    }

    /** When the last slot ends. */
    public long finish() {
        return slots.finish();
    }

    @Override
    public String toString() {
        return "Plan[finish=" + finish() + ", deadline=" + deadline + ", spare=" + Arrays.toString(spare) + "]";
    }
}
