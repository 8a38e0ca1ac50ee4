package dev.berth.workflow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.engine.model.Window;
import dev.berth.workflow.model.Link;
import dev.berth.workflow.model.Machines;
import dev.berth.workflow.model.Progress;
import dev.berth.workflow.model.Workflow;
import dev.berth.workflow.model.WorkflowProblem;
import dev.berth.workflow.schedule.Schedulers;
import dev.berth.workflow.spare.Plan;
import dev.berth.workflow.spare.PlanCheck;
import dev.berth.workflow.spare.SparePolicies;
import dev.berth.workflow.spare.Threshold;
import java.util.List;
import org.junit.jupiter.api.Test;

class PlannerTest {
    private static final Workflow CHAIN = Workflow.builder("chain")
            .task("a", "", 10)
            .task("b", "", 20)
            .task("c", "", 10)
            .edge("a", "b", 0)
            .edge("b", "c", 0)
            .build();

    private final WorkflowProblem problem = WorkflowProblem.of(CHAIN, Machines.of(2, Link.NONE));

    @Test
    void plan_spreadsWhatIsLeft() {
        Plan plan = planned(new Planner("heft", "cp_even_percent").plan(problem, 80));
        assertThat(plan.start(1)).isEqualTo(20);
        assertThat(plan.end(1)).isEqualTo(60);
        assertThat(plan.finish()).isEqualTo(80);
        assertThat(plan.sparePercentages().getMin()).isEqualTo(100);
    }

    @Test
    void everySchedulerWithEveryPolicy_plans() {
        for (String scheduler : Schedulers.names()) {
            for (String policy : SparePolicies.names()) {
                Plan plan = planned(new Planner(scheduler, policy).plan(problem, 100));
                assertThat(PlanCheck.faults(problem, plan))
                        .as(scheduler + " " + policy)
                        .isEmpty();
            }
        }
    }

    @Test
    void deadlineBeforeTheMakespan_isRefusedWithIt() {
        Planner.Outcome outcome = new Planner("heft", "cp_even_time").plan(problem, 39);
        assertThat(outcome).isEqualTo(new Planner.DeadlineImpossible("heft", 39, 40, 40));
        Planner.NoPlan refused = (Planner.NoPlan) outcome;
        assertThat(refused.reason()).isEqualTo("deadline-impossible");
        assertThat(refused.words()).containsSubsequence("deadline 39 is before 40", "heft ", "makespan 40");
    }

    @Test
    void taskThatFitsNowhere_isRefusedByName() {
        Machines busy = Machines.of(1, Link.NONE).withBusy(List.of(List.of(new Window(15, Window.FOREVER))));
        Planner.Outcome outcome =
                new Planner("heft", "cp_even_time").plan(WorkflowProblem.of(CHAIN, busy), Window.FOREVER - 1);
        assertThat(outcome).isEqualTo(new Planner.NoCapacity("b"));
        Planner.NoPlan refused = (Planner.NoPlan) outcome;
        assertThat(refused.reason()).isEqualTo("no-capacity");
        assertThat(refused.words()).contains("task b;");
    }

    @Test
    void rest_isPlannedAroundWhatHappened() {
        // a overran: at 22 it still runs, until 25 as one now thinks. What is left to 80 is 25, shared 2 : 1.
        WorkflowProblem later = problem.with(new Progress(22, List.of(new Progress.Fixed(0, 0, 0, 25))));
        Plan plan = planned(new Planner("heft", "cp_even_percent").plan(later, 80));
        assertThat(PlanCheck.faults(later, plan)).isEmpty();
        assertThat(plan.isFixed(0)).isTrue();
        assertThat(plan.start(0)).isZero();
        assertThat(plan.end(0)).isEqualTo(25);
        assertThat(plan.start(1)).isEqualTo(25);
        assertThat(plan.extension(1)).isEqualTo(16);
        assertThat(plan.extension(2)).isEqualTo(8);
        assertThat(plan.finish()).isEqualTo(79);
        assertThat(plan.latestEnd(1)).isEqualTo(61);
    }

    @Test
    void rest_ofAWorkflowThatIsDone_isNothing() {
        WorkflowProblem done = problem.with(new Progress(
                50,
                List.of(
                        new Progress.Fixed(0, 0, 0, 10),
                        new Progress.Fixed(1, 0, 10, 30),
                        new Progress.Fixed(2, 1, 30, 45))));
        for (String policy : SparePolicies.names()) {
            Plan plan = planned(new Planner("hbmct", policy).plan(done, 80));
            assertThat(plan.finish()).as(policy).isEqualTo(45);
            assertThat(plan.sparePercentages().getCount()).as(policy).isZero();
        }
    }

    @Test
    void threshold_endsTheRecursion() {
        Plan one = planned(new Planner("heft", "r_even_percent1").plan(problem, 80, 1000));
        assertThat(one.finish()).isEqualTo(80);
    }

    /** One round gives the critical path two of three shares; it is the last one if what is left may be left. */
    @Test
    void threshold_isAShareOfTheTimeToTheDeadline() {
        WorkflowProblem wide = WorkflowProblem.of(
                Workflow.builder("wide")
                        .task("a", "", 10)
                        .task("b", "", 10)
                        .task("c", "", 10)
                        .edge("a", "b", 0)
                        .build(),
                Machines.of(2, Link.NONE));
        Planner planner = new Planner("heft", "r_even_percent1");
        // 20 are left, shared by three tasks, two of them one after the other: 6 each, and the last slot ends at 32.
        assertThat(planned(planner.plan(wide, 40, new Threshold(1_000_000))).finish())
                .isEqualTo(32);
        // Then 8 are left: a fifth of 40, which is less than a quarter and not less than a fifth.
        assertThat(planned(planner.plan(wide, 40, Threshold.of("25%"))).finish())
                .isEqualTo(32);
        assertThat(planned(planner.plan(wide, 40, Threshold.of("20%"))).finish())
                .isGreaterThan(32);
    }

    private static Plan planned(Planner.Outcome outcome) {
        assertThat(outcome).isInstanceOf(Planner.Planned.class);
        Planner.Planned planned = (Planner.Planned) outcome;
        assertThat(planned.schedule().finish())
                .isLessThanOrEqualTo(planned.plan().finish());
        return planned.plan();
    }
}
