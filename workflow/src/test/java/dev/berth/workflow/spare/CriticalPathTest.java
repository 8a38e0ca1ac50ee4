package dev.berth.workflow.spare;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.workflow.RandomProblems;
import dev.berth.workflow.model.Link;
import dev.berth.workflow.model.Machines;
import dev.berth.workflow.model.Workflow;
import dev.berth.workflow.model.WorkflowProblem;
import dev.berth.workflow.schedule.Schedule;
import dev.berth.workflow.schedule.Schedulers;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class CriticalPathTest {
    @Test
    void shares_areThoseOfAllPathsWalked() {
        List<String> schedulers = new ArrayList<>(Schedulers.names());
        long paths = 0;
        for (long seed = 0; seed < 6000; seed++) {
            Random random = new Random(seed);
            WorkflowProblem problem = RandomProblems.next(random, 1 + random.nextInt(13), 5, false);
            String scheduler = schedulers.get(random.nextInt(schedulers.size()));
            Schedule schedule = Schedulers.named(scheduler).schedule(problem);
            WorkflowProblem now = problem;
            if (random.nextInt(3) == 0) {
                now = problem.with(RandomProgress.of(problem, schedule, random));
                schedule = Schedulers.named(scheduler).schedule(now);
            }
            long deadline = schedule.finish() + random.nextInt(random.nextBoolean() ? 30 : 100_000);
            LiteralPaths literal = new LiteralPaths(now, schedule);
            paths += literal.paths().size();
            assertThat(Spare.criticalPath(now, schedule))
                    .as("seed %d", seed)
                    .containsExactly(literal.criticalPath().stream()
                            .mapToInt(Integer::intValue)
                            .toArray());
            assertShares(seed, "cp_even_time", now, schedule, deadline, literal.shares(deadline, false));
            assertShares(seed, "cp_even_percent", now, schedule, deadline, literal.shares(deadline, true));
        }
        // Else the tests would say little.
        assertThat(paths).isGreaterThan(60_000);
    }

    @Test
    void shares_ofLargerWorkflows_areThoseOfATableOfAllWeights() {
        for (long seed = 0; seed < 60; seed++) {
            Random random = new Random(seed);
            Workflow workflow =
                    RandomProblems.workflow(random, 40 + random.nextInt(30), 0.02 + 0.1 * random.nextDouble());
            WorkflowProblem problem = WorkflowProblem.of(workflow, Machines.of(2 + random.nextInt(8), new Link(1, 1)));
            // HEFT leaves no task later than it must be, so the table may take the starts as they are.
            Schedule schedule = Schedulers.named("heft").schedule(problem);
            long deadline = schedule.finish() + random.nextInt(100_000);
            int[] critical = Spare.criticalPath(problem, schedule);
            for (boolean percent : new boolean[] {false, true}) {
                TableOfWays table = new TableOfWays(problem, schedule, critical, deadline, percent);
                String policy = percent ? "cp_even_percent" : "cp_even_time";
                assertShares(seed, policy, problem, schedule, deadline, table.shares());
            }
        }
    }

    private static void assertShares(
            long seed, String policy, WorkflowProblem problem, Schedule schedule, long deadline, long[] expected) {
        Plan plan = SparePolicies.named(policy).spread(problem, schedule, deadline);
        long[] extension = new long[plan.size()];
        Arrays.setAll(extension, plan::extension);
        assertThat(extension).as("%s, seed %d", policy, seed).containsExactly(expected);
        assertThat(PlanCheck.faults(problem, plan))
                .as("%s, seed %d", policy, seed)
                .isEmpty();
    }

    @Test
    void shares_ofALadder_doNotTakeOneStepForEachPath() {
        // Two tasks a level, each needing both of the level before: 2^200 paths.
        Workflow.Builder ladder = Workflow.builder("ladder");
        for (int level = 0; level < 200; level++) {
            ladder.task("a" + level, "", 10 + level % 7).task("b" + level, "", 9 + level % 5);
            for (String from : new String[] {"a", "b"}) {
                for (String to : new String[] {"a", "b"}) {
                    if (level > 0) {
                        ladder.edge(from + (level - 1), to + level, 1);
                    }
                }
            }
        }
        WorkflowProblem problem = WorkflowProblem.of(ladder.build(), Machines.of(2, new Link(1, 1)));
        Schedule schedule = Schedulers.named("heft").schedule(problem);
        long deadline = 2 * schedule.finish();
        for (String policy : List.of("cp_even_time", "cp_even_percent")) {
            Plan plan = SparePolicies.named(policy).spread(problem, schedule, deadline);
            assertThat(PlanCheck.faults(problem, plan)).isEmpty();
            assertThat(plan.finish()).isBetween(deadline - 400, deadline);
        }
    }
}
