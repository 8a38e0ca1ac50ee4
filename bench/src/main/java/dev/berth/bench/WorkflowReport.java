package dev.berth.bench;

import dev.berth.engine.model.Rate;
import dev.berth.workflow.model.Edge;
import dev.berth.workflow.model.Link;
import dev.berth.workflow.model.Machine;
import dev.berth.workflow.model.Machines;
import dev.berth.workflow.model.Task;
import dev.berth.workflow.model.Workflow;
import dev.berth.workflow.model.WorkflowProblem;
import dev.berth.workflow.schedule.Schedule;
import dev.berth.workflow.schedule.ScheduleCheck;
import dev.berth.workflow.schedule.Schedulers;
import dev.berth.workflow.spare.Plan;
import dev.berth.workflow.spare.PlanCheck;
import dev.berth.workflow.spare.SparePolicies;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.function.Supplier;

/**
 * How long do the schedulers and the spare-time policies take on large workflows? CPU time of one call once warm, the
 * median of several, for every scheduler, and for every policy on HEFT's schedule with half of its makespan to spare.
 * Every answer is checked before it is timed. Costs and links differ for every pair of task and machine and of machines,
 * which is the slow case.
 *
 * <p>Two shapes: levels of up to 200 tasks that need one to five tasks of the level before, and a wide one: a third of
 * the tasks at once, a third that need two of these each, a task that needs all those, and a third that needs it.
 */
public final class WorkflowReport {
    private static final int MACHINES = 50;
    private static final double WARM_UP_SECONDS = 3;
    private static final int RUNS = 9;

    private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();

    private WorkflowReport() {}

    /** The arguments are numbers of tasks; 1,000 and 10,000 if there are none. */
    public static void main(String[] args) {
        int[] sizes = args.length == 0
                ? new int[] {1_000, 10_000}
                : Arrays.stream(args).mapToInt(Integer::parseInt).toArray();
        for (int size : sizes) {
            new WorkflowReport().report("levels", problem(levels(size, new SplittableRandom(1))));
            new WorkflowReport().report("wide", problem(wide(size, new SplittableRandom(1))));
        }
    }

    private void report(String shape, WorkflowProblem problem) {
        System.out.printf(
                "%s: %d tasks, %d edges, %d machines%n",
                shape, problem.tasks(), problem.workflow().edgeCount(), MACHINES);
        System.out.printf("  %-16s %12s %14s%n", "scheduler", "CPU ms", "makespan s");
        for (String name : Schedulers.names()) {
            Supplier<Schedule> run = () -> Schedulers.named(name).schedule(problem);
            Schedule schedule = run.get();
            require(name, ScheduleCheck.faults(problem, schedule));
            System.out.printf("  %-16s %12.1f %14.1f%n", name, median(run), schedule.makespan() / 1e3);
        }
        Schedule schedule = Schedulers.named("heft").schedule(problem);
        long deadline = schedule.makespan() * 3 / 2;
        System.out.printf("  %-16s %12s %14s%n", "spare", "CPU ms", "least spare %");
        for (String name : SparePolicies.names()) {
            Supplier<Plan> run = () -> SparePolicies.named(name).spread(problem, schedule, deadline);
            Plan plan = run.get();
            require(name, PlanCheck.faults(problem, plan));
            System.out.printf(
                    "  %-16s %12.1f %14.1f%n",
                    name, median(run), plan.sparePercentages().getMin());
        }
    }

    private static void require(String name, List<String> faults) {
        if (!faults.isEmpty()) {
            throw new IllegalStateException(name + ": " + faults.get(0));
        }
    }

    private double median(Supplier<?> run) {
        long begin = System.nanoTime();
        while (System.nanoTime() - begin < WARM_UP_SECONDS * 1e9) {
            Objects.requireNonNull(run.get());
        }
        double[] times = new double[RUNS];
        for (int at = 0; at < RUNS; at++) {
            long before = threads.getCurrentThreadCpuTime();
            Objects.requireNonNull(run.get());
            times[at] = (threads.getCurrentThreadCpuTime() - before) / 1e6;
        }
        Arrays.sort(times);
        return times[RUNS / 2];
    }

    private static WorkflowProblem problem(Workflow workflow) {
        SplittableRandom random = new SplittableRandom(2);
        List<Machine> machines = new ArrayList<>();
        Link[][] links = new Link[MACHINES][MACHINES];
        for (int machine = 0; machine < MACHINES; machine++) {
            machines.add(new Machine("m" + machine, Rate.FULL));
            for (int other = 0; other < MACHINES; other++) {
                links[machine][other] =
                        machine == other ? Link.NONE : Link.bytesPerSecond(random.nextLong(1_000_000, 100_000_000));
            }
        }
        long[][] cost = new long[workflow.size()][MACHINES];
        for (long[] row : cost) {
            Arrays.setAll(row, machine -> random.nextLong(10_000, 100_000));
        }
        return WorkflowProblem.of(workflow, Machines.matrix(machines, links), cost);
    }

    private static Workflow levels(int size, SplittableRandom random) {
        List<Edge> edges = new ArrayList<>();
        int before = 0;
        int first = 0;
        while (first < size) {
            int after = Math.min(size, first + random.nextInt(2, 200));
            for (int task = first; task < after && first > 0; task++) {
                int level = before;
                int count = first - before;
                int to = task;
                random.ints(random.nextInt(1, 6), 0, count)
                        .distinct()
                        .forEach(at -> edges.add(new Edge(level + at, to, random.nextLong(100_000_000))));
            }
            before = first;
            first = after;
        }
        return new Workflow("levels", tasks(size), edges);
    }

    private static Workflow wide(int size, SplittableRandom random) {
        List<Edge> edges = new ArrayList<>();
        int third = size / 3;
        int join = 2 * third;
        for (int task = third; task < join; task++) {
            edges.add(new Edge(task - third, task, random.nextLong(100_000_000)));
            edges.add(new Edge((task - third + 1) % third, task, random.nextLong(100_000_000)));
            edges.add(new Edge(task, join, random.nextLong(1_000_000)));
        }
        for (int task = join + 1; task < size; task++) {
            edges.add(new Edge(join, task, random.nextLong(1_000_000)));
        }
        return new Workflow("wide", tasks(size), edges);
    }

    private static List<Task> tasks(int size) {
        List<Task> tasks = new ArrayList<>();
        for (int task = 0; task < size; task++) {
            tasks.add(new Task("t" + task, "", 0));
        }
        return tasks;
    }
}
