package dev.berth.lab.experiment.zhao;

import dev.berth.engine.model.Rate;
import dev.berth.workflow.model.Edge;
import dev.berth.workflow.model.Link;
import dev.berth.workflow.model.Machine;
import dev.berth.workflow.model.Machines;
import dev.berth.workflow.model.Task;
import dev.berth.workflow.model.Workflow;
import dev.berth.workflow.model.WorkflowProblem;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Zhao's random problems (section 4.1): the time of each task on each machine is uniform, 10 to 100 or, for Montage, 50
 * to 100 units; the communication-to-computation ratio of a workflow is uniform from 0.1 to 1. Time is in thousandths of
 * the paper's unit.
 *
 * <p>What the paper leaves open: the time of a data unit between two machines is uniform from 0.5 to 1.5, and the data of
 * an edge is uniform from 0 to twice what makes the mean transfer the mean time of a task times the ratio. In other readings
 * the data of all edges are equal, every edge has twice the data, or a task takes as long on all machines.
 */
final class ZhaoWorkload {
    /** Ticks in a unit of the paper. */
    static final long UNIT = 1_000;

    static final int MACHINES = 5;

    private ZhaoWorkload() {}

    static WorkflowProblem problem(WorkflowShape shape, int machines, SplittableRandom random) {
        return problem(shape, machines, ZhaoReading.USUAL, random);
    }

    static WorkflowProblem problem(WorkflowShape shape, int machines, ZhaoReading reading, SplittableRandom random) {
        long least = shape.name().equals("Montage") ? 50 * UNIT : 10 * UNIT;
        long[][] cost = new long[shape.tasks()][machines];
        double sum = 0;
        for (long[] row : cost) {
            for (int machine = 0; machine < machines; machine++) {
                row[machine] = machine > 0 && reading.byTask() ? row[0] : random.nextLong(least, 100 * UNIT + 1);
                sum += row[machine];
            }
        }
        double mean = sum / shape.tasks() / machines;
        double ratio = random.nextDouble(0.1, 1);
        List<Task> tasks = new ArrayList<>();
        for (int task = 0; task < cost.length; task++) {
            tasks.add(new Task("t" + task, shape.kinds().get(task), (long) mean(cost[task])));
        }
        List<Edge> edges = new ArrayList<>();
        for (WorkflowShape.Arrow arrow : shape.arrows()) {
            double times = reading.equalData() ? 1 : 2 * random.nextDouble();
            edges.add(new Edge(arrow.from(), arrow.to(), (long) (times * reading.transfers() * ratio * mean)));
        }
        return WorkflowProblem.of(new Workflow(shape.name(), tasks, edges), machines(machines, random), cost);
    }

    private static double mean(long[] row) {
        double sum = 0;
        for (long time : row) {
            sum += time;
        }
        return sum / row.length;
    }

    /** Data in bytes such that one takes one tick over a link of the mean speed. */
    private static Machines machines(int count, SplittableRandom random) {
        List<Machine> machines = new ArrayList<>();
        Link[][] links = new Link[count][count];
        for (int from = 0; from < count; from++) {
            machines.add(new Machine("m" + from, Rate.FULL));
            links[from][from] = Link.NONE;
            for (int to = 0; to < from; to++) {
                links[from][to] = new Link(random.nextLong(500, 1_501), 1_000);
                links[to][from] = links[from][to];
            }
        }
        return Machines.matrix(machines, links);
    }
}
