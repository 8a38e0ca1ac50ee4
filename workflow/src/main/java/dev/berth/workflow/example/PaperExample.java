package dev.berth.workflow.example;

import dev.berth.engine.model.Rate;
import dev.berth.workflow.model.Link;
import dev.berth.workflow.model.Machine;
import dev.berth.workflow.model.Machines;
import dev.berth.workflow.model.Workflow;
import dev.berth.workflow.model.WorkflowProblem;
import dev.berth.workflow.schedule.Schedule;
import java.util.List;

/**
 * The worked example of zhao, section 3.5: ten tasks on three machines, the schedule of figure 5(e), deadline 200. A unit
 * of time here is a hundredth of the paper's: its figures have two decimals, and they are what comes out if every share is
 * rounded down to them.
 *
 * <p>Figure 5(a), which has the edges and their data, is lost. The edges here are those of the paths of figure 7(a). The
 * slots of figure 5(e) and the link times of figure 5(c) fix the data of each edge that binds; the others get a token of
 * 1, and edge 4 to 7, which may take at most 16.9, gets 16.
 */
public final class PaperExample {
    /** Units of time here for one of the paper. */
    public static final long UNIT = 100;

    public static final long DEADLINE = 200 * UNIT;

    private static final int[][] COST = {
        {17, 19, 21}, {22, 27, 23}, {15, 15, 9}, {4, 8, 9}, {17, 14, 20},
        {30, 27, 18}, {17, 16, 15}, {49, 49, 46}, {25, 22, 16}, {23, 27, 19}
    };

    /** From, to, data. */
    private static final int[][] EDGES = {
        {0, 1, 14},
        {0, 4, 13},
        {0, 5, 1},
        {1, 7, 1},
        {2, 8, 1},
        {3, 6, 1},
        {4, 2, 1},
        {4, 7, 16},
        {5, 3, 1},
        {5, 8, 17},
        {6, 9, 26},
        {7, 9, 1},
        {8, 9, 19}
    };

    private static final int[] MACHINE = {0, 2, 1, 0, 1, 0, 0, 2, 1, 2};

    /** Start and end in tenths of the paper's unit. */
    private static final int[][] SLOTS = {
        {0, 170}, {366, 596}, {427, 577}, {470, 510}, {287, 427},
        {170, 470}, {510, 680}, {596, 1056}, {623, 843}, {1056, 1246}
    };

    private PaperExample() {}

    /** The workflow on its machines. */
    public static WorkflowProblem problem() {
        Workflow.Builder workflow = Workflow.builder("zhao-example");
        long[][] cost = new long[COST.length][3];
        for (int task = 0; task < COST.length; task++) {
            workflow.task(String.valueOf(task), "", COST[task][0] * UNIT);
            for (int machine = 0; machine < 3; machine++) {
                cost[task][machine] = COST[task][machine] * UNIT;
            }
        }
        for (int[] edge : EDGES) {
            workflow.edge(String.valueOf(edge[0]), String.valueOf(edge[1]), edge[2]);
        }
        List<Machine> machines =
                List.of(new Machine("M0", Rate.FULL), new Machine("M1", Rate.FULL), new Machine("M2", Rate.FULL));
        Link m01 = new Link(90, 1);
        Link m12 = new Link(100, 1);
        Link m02 = new Link(140, 1);
        Link[][] links = {{Link.NONE, m01, m02}, {m01, Link.NONE, m12}, {m02, m12, Link.NONE}};
        return WorkflowProblem.of(workflow.build(), Machines.matrix(machines, links), cost);
    }

    /** The schedule of figure 5(e). */
    public static Schedule schedule() {
        long[] start = new long[SLOTS.length];
        long[] end = new long[SLOTS.length];
        for (int task = 0; task < SLOTS.length; task++) {
            start[task] = SLOTS[task][0] * UNIT / 10;
            end[task] = SLOTS[task][1] * UNIT / 10;
        }
        return Schedule.of(problem(), MACHINE, start, end);
    }
}
