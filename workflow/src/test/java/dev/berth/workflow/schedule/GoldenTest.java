package dev.berth.workflow.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.berth.workflow.model.Link;
import dev.berth.workflow.model.Machines;
import dev.berth.workflow.model.Workflow;
import dev.berth.workflow.model.WorkflowProblem;
import org.junit.jupiter.api.Test;

/** The worked example of Topcuoglu, Hariri and Wu (2002), and cases worked out by hand. */
class GoldenTest {
    private static final long[][] COST = {
        {14, 16, 9}, {13, 19, 18}, {11, 13, 19}, {13, 8, 17}, {12, 13, 10},
        {13, 16, 9}, {7, 15, 11}, {5, 11, 14}, {18, 12, 20}, {21, 7, 16}
    };
    private static final int[][] EDGES = {
        {1, 2, 18},
        {1, 3, 12},
        {1, 4, 9},
        {1, 5, 11},
        {1, 6, 14},
        {2, 8, 19},
        {2, 9, 16},
        {3, 7, 23},
        {4, 8, 27},
        {4, 9, 23},
        {5, 9, 13},
        {6, 8, 15},
        {7, 10, 17},
        {8, 10, 11},
        {9, 10, 13}
    };

    private static WorkflowProblem example() {
        Workflow.Builder workflow = Workflow.builder("topcuoglu");
        for (int task = 1; task <= 10; task++) {
            workflow.task("" + task, "", 0);
        }
        for (int[] edge : EDGES) {
            workflow.edge("" + edge[0], "" + edge[1], edge[2]);
        }
        return WorkflowProblem.of(workflow.build(), Machines.of(3, new Link(1, 1)), COST);
    }

    @Test
    void ranks_areThoseOfThePaper() {
        double[] upward = {108, 77, 80, 80, 69, 63.3333333, 42.6666667, 35.6666667, 44.3333333, 14.6666667};
        double[] downward = {0, 31, 25, 22, 24, 27, 62.3333333, 66.6666667, 63.6666667, 93.3333333};
        for (int task = 0; task < 10; task++) {
            assertThat(Ranks.upward(example())[task] / 3).isCloseTo(upward[task], within(1e-6));
            assertThat(Ranks.downward(example())[task] / 3).isCloseTo(downward[task], within(1e-6));
        }
    }

    @Test
    void heft_hasThePaper80() {
        Schedule schedule = new Heft().schedule(example());
        assertThat(lines(schedule))
                .isEqualTo("3:0-9 1:27-40 3:9-28 2:18-26 3:28-38 2:26-42 3:38-49 1:57-62 2:56-68 2:73-80");
        assertThat(schedule.makespan()).isEqualTo(80);
    }

    @Test
    void cpop_hasThePaper86() {
        Schedule schedule = new Cpop().schedule(example());
        assertThat(lines(schedule))
                .isEqualTo("2:0-16 2:16-35 1:28-39 3:25-42 2:35-48 3:42-51 1:39-46 3:54-68 2:65-77 2:79-86");
        assertThat(schedule.makespan()).isEqualTo(86);
    }

    @Test
    void heft_putsATaskIntoAGap() {
        // a (5) and c (2) are entries, b (10) needs a's data, which takes 7 to m0; ranks a > b > c.
        // b runs on m1, the only fast one for it: from 5 + 7 = 12 if a runs on m0, which is fast for a.
        // c, fast only on m1, fits before b there: [0, 2) instead of [22, 24).
        WorkflowProblem problem = WorkflowProblem.of(
                Workflow.builder("gap")
                        .task("a", "", 0)
                        .task("b", "", 0)
                        .task("c", "", 0)
                        .edge("a", "b", 7)
                        .build(),
                Machines.of(2, new Link(1, 1)),
                new long[][] {{5, 50}, {50, 10}, {50, 2}});
        Schedule schedule = new Heft().schedule(problem);
        assertThat(lines(schedule)).isEqualTo("1:0-5 2:12-22 2:0-2");
    }

    private static String lines(Schedule schedule) {
        StringBuilder line = new StringBuilder();
        for (int task = 0; task < schedule.size(); task++) {
            line.append(task == 0 ? "" : " ")
                    .append(schedule.machine(task) + 1)
                    .append(':')
                    .append(schedule.start(task))
                    .append('-')
                    .append(schedule.end(task));
        }
        return line.toString();
    }
}
