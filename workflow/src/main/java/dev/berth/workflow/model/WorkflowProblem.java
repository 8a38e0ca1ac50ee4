package dev.berth.workflow.model;

import dev.berth.engine.model.BadValue;
import dev.berth.engine.model.Rate;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A workflow on machines: what each task costs on each machine, what each edge costs between two machines, and how far
 * the workflow has come. Time is a whole number in whatever unit the costs are in: milliseconds for users, a finer one
 * for an example with decimals.
 */
public final class WorkflowProblem {
    /** The longest time of one task or transfer (2^44, 557 years in milliseconds); longer ones count as this. */
    public static final long LONGEST = 1L << 44;

    private static final long MILLION = 1_000_000;

    private final Workflow workflow;
    private final Machines machines;
    private final Progress progress;
    private final int[] column;
    private final int columns;
    private final long[] times;
    private final double meanTimePerByte;

    private WorkflowProblem(
            Workflow workflow, Machines machines, Progress progress, int[] column, int columns, long[] times) {
        this.workflow = workflow;
        this.machines = machines;
        this.progress = progress;
        this.column = column;
        this.columns = columns;
        this.times = times;
        meanTimePerByte = machines.meanTimePerByte();
    }

    /** Times from work and rates: work / rate, rounded up. Machines of one rate share a column. */
    public static WorkflowProblem of(Workflow workflow, Machines machines) {
        Map<Rate, Integer> columnOf = new LinkedHashMap<>();
        int[] column = new int[machines.size()];
        for (int machine = 0; machine < column.length; machine++) {
            Rate rate = machines.machine(machine).rate();
            column[machine] = columnOf.computeIfAbsent(rate, r -> columnOf.size());
        }
        int columns = columnOf.size();
        long[] times = new long[workflow.size() * columns];
        for (int task = 0; task < workflow.size(); task++) {
            for (Map.Entry<Rate, Integer> entry : columnOf.entrySet()) {
                long scaled = workflow.task(task).work() * MILLION;
                int rate = entry.getKey().millionths();
                times[task * columns + entry.getValue()] = Math.min((scaled + rate - 1) / rate, LONGEST);
            }
        }
        return new WorkflowProblem(workflow, machines, Progress.NONE, column, columns, times);
    }

    /** Times from a table: {@code cost[task][machine]}. */
    public static WorkflowProblem of(Workflow workflow, Machines machines, long[][] cost) {
        if (cost.length != workflow.size()) {
            throw new BadValue("cost", cost.length + " rows", "must be one for each of " + workflow.size() + " tasks");
        }
        int columns = machines.size();
        int[] column = new int[columns];
        long[] times = new long[Math.multiplyExact(workflow.size(), columns)];
        for (int machine = 0; machine < columns; machine++) {
            column[machine] = machine;
        }
        for (int task = 0; task < cost.length; task++) {
            String row = "cost of task " + workflow.task(task).id();
            if (cost[task].length != columns) {
                throw new BadValue(
                        row, cost[task].length + " numbers", "must be one for each of " + columns + " machines");
            }
            for (int machine = 0; machine < columns; machine++) {
                long time = cost[task][machine];
                if (time < 0 || time > LONGEST) {
                    throw new BadValue(
                            row + " on " + machines.machine(machine).id(), time, "must be from 0 to " + LONGEST);
                }
                times[task * columns + machine] = time;
            }
        }
        return new WorkflowProblem(workflow, machines, Progress.NONE, column, columns, times);
    }

    /** The same problem after some of it has happened. */
    public WorkflowProblem with(Progress happened) {
        happened.check(workflow, machines);
        return new WorkflowProblem(workflow, machines, happened, column, columns, times);
    }

    /** The same problem on the same machines, busy at other times. */
    public WorkflowProblem with(Machines sameMachines) {
        if (!sameMachines.all().equals(machines.all())) {
            throw new BadValue("machines", sameMachines.all(), "must be the same as before: " + machines.all());
        }
        return new WorkflowProblem(workflow, sameMachines, progress, column, columns, times);
    }

    public Workflow workflow() {
        return workflow;
    }

    public Machines machines() {
        return machines;
    }

    public Progress progress() {
        return progress;
    }

    /** When the workflow begins: the earliest start of what has happened, or the time from which it may start. */
    public long origin() {
        long origin = progress.notBefore();
        for (Progress.Fixed done : progress.fixed()) {
            origin = Math.min(origin, done.start());
        }
        return origin;
    }

    /** How many tasks. */
    public int tasks() {
        return workflow.size();
    }

    /** How long a task takes on a machine. */
    public long time(int task, int machine) {
        return times[task * columns + column[machine]];
    }

    /** How long an edge's data takes from one machine to another, or from a machine to itself. */
    public long transfer(int edge, int fromMachine, int toMachine) {
        return machines.link(fromMachine, toMachine).time(workflow.data(edge));
    }

    /** The sum of a task's times over all machines: the mean times the number of machines, without rounding. */
    public long totalTime(int task) {
        long sum = 0;
        for (int machine : column) {
            sum += times[task * columns + machine];
        }
        return sum;
    }

    /** The mean of a task's times over all machines. */
    public double meanTime(int task) {
        return (double) totalTime(task) / column.length;
    }

    /** The mean time of an edge between two different machines. */
    public double meanTransfer(int edge) {
        return workflow.data(edge) * meanTimePerByte;
    }
}
