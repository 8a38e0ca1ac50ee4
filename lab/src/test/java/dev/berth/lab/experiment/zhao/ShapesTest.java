package dev.berth.lab.experiment.zhao;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.workflow.model.Profile;
import dev.berth.workflow.model.Workflow;
import dev.berth.workflow.model.WorkflowProblem;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class ShapesTest {
    private static Profile profile(WorkflowShape shape) {
        return Profile.of(
                ZhaoWorkload.problem(shape, 2, new SplittableRandom(1)).workflow());
    }

    private static void check(WorkflowShape shape, int tasks, int edges, int levels, int widest, int entries) {
        Profile profile = profile(shape);
        assertThat(profile.tasks()).as(shape.name()).isEqualTo(tasks);
        assertThat(profile.edges()).as(shape.name()).isEqualTo(edges);
        assertThat(profile.levels()).as(shape.name()).isEqualTo(levels);
        assertThat(profile.widest()).as(shape.name()).isEqualTo(widest);
        assertThat(profile.entries()).as(shape.name()).isEqualTo(entries);
        assertThat(profile.exits()).as(shape.name()).isEqualTo(1);
    }

    @Test
    void shapes_haveTheSizesCountedByHand() {
        // 12 images; 9 + 8 + 12 overlaps of two each; 29 fits; the model; 12 corrections of two each; 12; 13.
        check(Shapes.montage(3, 4), 57, 58 + 29 + 1 + 24 + 12 + 13, 7, 29, 12);
        // 3 and 2 tasks in two layers: each has one arrow in and one out.
        check(Shapes.forkJoin(3, 2), 8, 10, 5, 3, 1);
        check(Shapes.forkJoin(10, 8), 61, 104, 17, 10, 1);
        // 16 points, 4 stages: 16 + 3 x 32 + 16.
        check(Shapes.fft(16), 66, 128, 6, 16, 1);
        check(Shapes.laplace(3), 9, 12, 5, 3, 1);
        check(Shapes.laplace(8), 64, 112, 15, 8, 1);
    }

    @Test
    void random_keepsTheRulesOfThePaper() {
        long seed = Long.getLong("berth.seed", System.nanoTime());
        SplittableRandom random = new SplittableRandom(seed);
        for (int round = 0; round < 300; round++) {
            int tasks = random.nextInt(4, 90);
            WorkflowShape shape = Shapes.random(tasks, random);
            WorkflowProblem problem = ZhaoWorkload.problem(shape, 2, random);
            Workflow workflow = problem.workflow();
            assertThat(workflow.size()).as("seed " + seed).isEqualTo(tasks);
            assertThat(workflow.entries()).as("seed " + seed).containsExactly(0);
            assertThat(workflow.exits()).as("seed " + seed).containsExactly(tasks - 1);
            Map<Integer, Integer> widths = new HashMap<>();
            int[] levels = workflow.levels();
            for (int level : levels) {
                widths.merge(level, 1, Integer::sum);
            }
            int left = tasks - 2;
            for (int level = 1; level < levels[tasks - 1]; level++) {
                int width = widths.get(level);
                assertThat(width).as("seed " + seed).isGreaterThanOrEqualTo(2);
                assertThat(width)
                        .as("seed %d: of %d left", seed, left)
                        .isLessThanOrEqualTo(left - width == 0 ? 3 + left / 2 : Math.max(2, left / 2));
                left -= width;
            }
            workflow.edges()
                    .forEach(edge ->
                            assertThat(levels[edge.to()]).as("seed " + seed).isEqualTo(levels[edge.from()] + 1));
        }
    }

    @Test
    void costs_areInTheirRange_andTransfersInTheirRatio() {
        double transfers = 0;
        double times = 0;
        int edges = 0;
        int tasks = 0;
        for (int run = 0; run < 300; run++) {
            for (WorkflowShape shape : List.of(Shapes.montage(3, 4), Shapes.laplace(8))) {
                WorkflowProblem problem = ZhaoWorkload.problem(shape, ZhaoWorkload.MACHINES, new SplittableRandom(run));
                long least = shape.name().equals("Montage") ? 50_000 : 10_000;
                for (int task = 0; task < problem.tasks(); task++) {
                    for (int machine = 0; machine < ZhaoWorkload.MACHINES; machine++) {
                        assertThat(problem.time(task, machine)).isBetween(least, 100_000L);
                    }
                    times += problem.meanTime(task);
                    tasks++;
                }
                for (int edge = 0; edge < problem.workflow().edgeCount(); edge++) {
                    transfers += problem.meanTransfer(edge);
                    edges++;
                }
            }
        }
        // The mean of the ratios from 0.1 to 1.
        assertThat(transfers / edges / (times / tasks)).isBetween(0.5, 0.6);
    }

    @Test
    void sameSeed_sameProblem() {
        WorkflowProblem one =
                ZhaoWorkload.problem(Shapes.random(60, new SplittableRandom(4)), 5, new SplittableRandom(7));
        WorkflowProblem two =
                ZhaoWorkload.problem(Shapes.random(60, new SplittableRandom(4)), 5, new SplittableRandom(7));
        assertThat(one.workflow().edges()).isEqualTo(two.workflow().edges());
        assertThat(one.time(3, 2)).isEqualTo(two.time(3, 2));
        assertThat(one.machines().link(1, 3)).isEqualTo(two.machines().link(1, 3));
    }
}
