package dev.berth.workflow.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.berth.workflow.RandomProblems;
import dev.berth.workflow.model.Workflow;
import dev.berth.workflow.model.WorkflowProblem;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Levels, ranks and the critical path against walking all paths. */
class RanksTest {
    @Test
    void ranks_areThoseOfTheLongestWays() {
        for (long seed = 0; seed < 1500; seed++) {
            WorkflowProblem problem = RandomProblems.next(new Random(seed), 10, 4, false);
            Workflow workflow = problem.workflow();
            double[] upward = Ranks.upward(problem);
            double[] downward = Ranks.downward(problem);
            int[] levels = workflow.levels();
            int machines = problem.machines().size();
            double longest = 0;
            for (int task = 0; task < workflow.size(); task++) {
                assertThat(upward[task] / machines).as("seed %d", seed).isCloseTo(up(problem, task), within(1e-6));
                assertThat(downward[task] / machines).as("seed %d", seed).isCloseTo(down(problem, task), within(1e-6));
                assertThat(levels[task]).as("seed %d", seed).isEqualTo(level(workflow, task));
                longest = Math.max(longest, up(problem, task));
            }
            assertThat(length(problem, Cpop.criticalPath(problem, upward)))
                    .as("seed %d", seed)
                    .isCloseTo(longest, within(1e-6));
        }
    }

    /** The length of the way through the tasks of a path, which are on no other edges of it. */
    private static double length(WorkflowProblem problem, boolean[] path) {
        double length = 0;
        int last = -1;
        for (int task : problem.workflow().order()) {
            if (path[task]) {
                length += mean(problem, task) + (last < 0 ? 0 : transfer(problem, last, task));
                last = task;
            }
        }
        return length;
    }

    private static double transfer(WorkflowProblem problem, int from, int to) {
        return problem.workflow().edges().stream()
                .filter(edge -> edge.from() == from && edge.to() == to)
                .mapToDouble(edge -> mean(problem, edge.data()))
                .findFirst()
                .orElseThrow();
    }

    private static double up(WorkflowProblem problem, int task) {
        double longest = 0;
        for (int edge = 0; edge < problem.workflow().edgeCount(); edge++) {
            if (problem.workflow().from(edge) == task) {
                longest = Math.max(
                        longest,
                        mean(problem, problem.workflow().data(edge))
                                + up(problem, problem.workflow().to(edge)));
            }
        }
        return longest + mean(problem, task);
    }

    private static double down(WorkflowProblem problem, int task) {
        double longest = 0;
        for (int edge = 0; edge < problem.workflow().edgeCount(); edge++) {
            if (problem.workflow().to(edge) == task) {
                int from = problem.workflow().from(edge);
                longest = Math.max(
                        longest,
                        down(problem, from)
                                + mean(problem, from)
                                + mean(problem, problem.workflow().data(edge)));
            }
        }
        return longest;
    }

    private static int level(Workflow workflow, int task) {
        return workflow.edges().stream()
                .filter(edge -> edge.to() == task)
                .mapToInt(edge -> level(workflow, edge.from()) + 1)
                .max()
                .orElse(0);
    }

    private static double mean(WorkflowProblem problem, int task) {
        double sum = 0;
        for (int machine = 0; machine < problem.machines().size(); machine++) {
            sum += problem.time(task, machine);
        }
        return sum / problem.machines().size();
    }

    private static double mean(WorkflowProblem problem, long data) {
        int machines = problem.machines().size();
        double sum = 0;
        for (int from = 0; from < machines; from++) {
            for (int to = 0; to < machines; to++) {
                if (from != to || machines == 1) {
                    sum += (double) data
                            * problem.machines().link(from, to).time()
                            / problem.machines().link(from, to).data();
                }
            }
        }
        return machines == 1 ? sum : sum / (machines * (machines - 1));
    }
}
