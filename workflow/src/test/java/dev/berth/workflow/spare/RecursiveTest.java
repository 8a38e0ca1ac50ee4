package dev.berth.workflow.spare;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.workflow.RandomProblems;
import dev.berth.workflow.model.Link;
import dev.berth.workflow.model.Machines;
import dev.berth.workflow.model.Workflow;
import dev.berth.workflow.model.WorkflowProblem;
import dev.berth.workflow.schedule.Schedule;
import dev.berth.workflow.schedule.Schedulers;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import java.util.Random;
import org.junit.jupiter.api.Test;

class RecursiveTest {
    private static final List<String> VARIANTS =
            List.of("r_even_time", "r_even_percent1", "r_cp_first", "r_even_percent2");

    @Test
    void slots_areThoseOfTheRecursionAsPrinted() {
        int compared = 0;
        int passed = 0;
        for (long seed = 0; seed < 1500; seed++) {
            Random random = new Random(seed);
            WorkflowProblem problem = RandomProblems.next(random, 1 + random.nextInt(10), 4, false);
            Schedule schedule = Schedulers.named("heft").schedule(problem);
            long deadline = schedule.finish() + random.nextInt(random.nextBoolean() ? 40 : 10_000);
            long threshold = Math.max(1, deadline / (2 + random.nextInt(40)));
            for (int variant = 1; variant <= 4; variant++) {
                LiteralRecursion literal = new LiteralRecursion(problem, schedule);
                OptionalLong finish =
                        literal.run(variant, deadline, threshold, new LiteralPaths(problem, schedule).criticalPath());
                Plan plan =
                        SparePolicies.named(VARIANTS.get(variant - 1)).spread(problem, schedule, deadline, threshold);
                assertThat(PlanCheck.faults(problem, plan)).as("seed %d", seed).isEmpty();
                if (finish.isEmpty()) {
                    passed++;
                    continue;
                }
                compared++;
                long[] expected = new long[plan.size()];
                long[] actual = new long[plan.size()];
                Arrays.setAll(expected, literal::slot);
                Arrays.setAll(actual, task -> plan.end(task) - plan.start(task));
                assertThat(actual)
                        .as("%s, seed %d", VARIANTS.get(variant - 1), seed)
                        .containsExactly(expected);
                assertThat(plan.finish()).isEqualTo(finish.getAsLong());
            }
        }
        assertThat(compared).isGreaterThan(5000);
        // The printed recursion can pass the deadline; ours is cut to fit, which PlanCheck has seen.
        assertThat(passed).isPositive();
    }

    @Test
    void recursion_endsAtTheThreshold() {
        WorkflowProblem chain = WorkflowProblem.of(
                Workflow.builder("chain")
                        .task("a", "", 3000)
                        .task("b", "", 1000)
                        .edge("a", "b", 0)
                        .build(),
                Machines.of(2, Link.NONE));
        Schedule schedule = Schedulers.named("heft").schedule(chain);
        for (String variant : VARIANTS) {
            Plan plan = SparePolicies.named(variant).spread(chain, schedule, 10_000);
            assertThat(plan.finish()).as(variant).isEqualTo(10_000);
        }
        Plan evenTime = SparePolicies.named("r_even_time").spread(chain, schedule, 10_000);
        assertThat(evenTime.spare(0)).isEqualTo(3000);
        assertThat(evenTime.spare(1)).isEqualTo(3000);
        Plan evenPercent = SparePolicies.named("r_even_percent1").spread(chain, schedule, 10_000);
        assertThat(evenPercent.spare(0)).isEqualTo(4500);
        assertThat(evenPercent.spare(1)).isEqualTo(1500);
        assertThat(evenPercent.sparePercentages().getMin()).isEqualTo(150);
        assertThat(evenPercent.sparePercentages().getMax()).isEqualTo(150);
    }

    @Test
    void recursion_ofManyTasksSideBySide_endsAtTheThresholdToo() {
        // A round shares 9,000 among 1,500 tasks, and the end comes nearer by a share of 6.
        Workflow.Builder wide = Workflow.builder("wide");
        for (int task = 0; task < 1500; task++) {
            wide.task("t" + task, "", 1000);
        }
        WorkflowProblem problem = WorkflowProblem.of(wide.build(), Machines.of(1500, Link.NONE));
        Schedule schedule = Schedulers.named("greedy").schedule(problem);
        for (String variant : VARIANTS) {
            Plan plan = SparePolicies.named(variant).spread(problem, schedule, 10_000);
            assertThat(plan.finish()).as(variant).isBetween(9_500L, 10_000L);
            assertThat(plan.sparePercentages().getMin()).as(variant).isGreaterThanOrEqualTo(850);
        }
    }

    @Test
    void deadlineAtTheEnd_leavesTheScheduleAsItIs() {
        WorkflowProblem problem = RandomProblems.next(new Random(5), 20, 3, false);
        Schedule schedule = Schedulers.named("heft").schedule(problem);
        for (String name : SparePolicies.names()) {
            Plan plan = SparePolicies.named(name).spread(problem, schedule, schedule.finish());
            assertThat(plan.finish()).as(name).isEqualTo(schedule.finish());
            assertThat(PlanCheck.faults(problem, plan)).as(name).isEmpty();
        }
    }
}
