package dev.berth.workflow;

import dev.berth.engine.model.Rate;
import dev.berth.engine.model.Window;
import dev.berth.workflow.model.Edge;
import dev.berth.workflow.model.Link;
import dev.berth.workflow.model.Machine;
import dev.berth.workflow.model.Machines;
import dev.berth.workflow.model.Task;
import dev.berth.workflow.model.Workflow;
import dev.berth.workflow.model.WorkflowProblem;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Small random problems, with everything that can make one odd: tasks without work, several entries, busy machines. */
public final class RandomProblems {
    private RandomProblems() {}

    public static WorkflowProblem next(Random random, int mostTasks, int mostMachines, boolean busy) {
        int tasks = 1 + random.nextInt(mostTasks);
        int machines = 1 + random.nextInt(mostMachines);
        Workflow workflow = workflow(random, tasks, random.nextDouble());
        List<Machine> list = new ArrayList<>();
        Link[][] links = new Link[machines][machines];
        boolean selfCharged = random.nextInt(4) == 0;
        for (int machine = 0; machine < machines; machine++) {
            list.add(new Machine("m" + machine, new Rate(1 + random.nextInt(1_000_000))));
            for (int other = 0; other < machines; other++) {
                links[machine][other] = machine == other && !selfCharged
                        ? Link.NONE
                        : new Link(random.nextInt(8), 1 + random.nextInt(4));
            }
        }
        long[][] cost = new long[tasks][machines];
        int most = random.nextBoolean() ? 3 : 40;
        for (long[] row : cost) {
            for (int machine = 0; machine < machines; machine++) {
                row[machine] = random.nextInt(8) == 0 ? 0 : 1 + random.nextInt(most);
            }
        }
        Machines all = Machines.matrix(list, links);
        return WorkflowProblem.of(workflow, busy ? all.withBusy(windows(random, machines)) : all, cost);
    }

    public static Workflow workflow(Random random, int tasks, double density) {
        List<Task> list = new ArrayList<>();
        List<Edge> edges = new ArrayList<>();
        int[] place = random.ints(0, tasks).distinct().limit(tasks).toArray();
        for (int task = 0; task < tasks; task++) {
            list.add(new Task("t" + task, "", random.nextInt(30)));
            for (int before = 0; before < task; before++) {
                if (random.nextDouble() < density) {
                    edges.add(new Edge(place[before], place[task], random.nextInt(10)));
                }
            }
        }
        return new Workflow("random", list, edges);
    }

    private static List<List<Window>> windows(Random random, int machines) {
        List<List<Window>> all = new ArrayList<>();
        for (int machine = 0; machine < machines; machine++) {
            List<Window> windows = new ArrayList<>();
            long at = random.nextInt(20);
            for (int k = random.nextInt(6); k > 0; k--) {
                long end = at + 1 + random.nextInt(30);
                windows.add(new Window(at, end));
                at = end + random.nextInt(40);
            }
            all.add(windows);
        }
        return all;
    }
}
