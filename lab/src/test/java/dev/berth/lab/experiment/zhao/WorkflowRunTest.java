package dev.berth.lab.experiment.zhao;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.berth.workflow.model.Link;
import dev.berth.workflow.model.Machines;
import dev.berth.workflow.model.Workflow;
import dev.berth.workflow.model.WorkflowProblem;
import dev.berth.workflow.schedule.Schedule;
import dev.berth.workflow.spare.Plan;
import dev.berth.workflow.spare.SparePolicies;
import org.junit.jupiter.api.Test;

class WorkflowRunTest {
    /** a (10) on the first machine and b (4) on the second, then c (10) on the first: 20 in all; b has 6 to spare. */
    private final WorkflowProblem problem = WorkflowProblem.of(
            Workflow.builder("x")
                    .task("a", "", 10)
                    .task("b", "", 4)
                    .task("c", "", 10)
                    .edge("a", "c", 0)
                    .edge("b", "c", 0)
                    .build(),
            Machines.of(2, Link.NONE));

    private Plan plan(String policy, long deadline) {
        Schedule schedule = Schedule.of(problem, new int[] {0, 1, 0}, new long[] {0, 0, 10}, new long[] {10, 4, 20});
        return SparePolicies.named(policy).spread(problem, schedule, deadline);
    }

    @Test
    void slots_holdUntilOneTaskNeedsMore() {
        // Twice the time: every critical task has its own time to spare, and b runs until c starts.
        Plan plan = plan("cp_even_percent", 40);
        assertThat(plan.time(1) + plan.spare(1)).isEqualTo(20);
        WorkflowRun asPlanned = WorkflowRun.of(problem, plan, new long[] {10, 4, 10});
        assertThat(asPlanned.failed()).isFalse();
        assertThat(asPlanned.utilisation()).isCloseTo((20.0 / 40 + 4.0 / 20) / 2, within(1e-12));
        assertThat(WorkflowRun.of(problem, plan, new long[] {20, 20, 20})).isEqualTo(new WorkflowRun(false, 1));
        assertThat(WorkflowRun.of(problem, plan, new long[] {20, 21, 20})).isEqualTo(new WorkflowRun(true, 1));
        assertThat(WorkflowRun.of(problem, plan, new long[] {21, 4, 10}).failed())
                .isTrue();
    }

    @Test
    void wholeMachines_holdUntilTheDeadline() {
        Plan plan = plan("dag_reserve", 40);
        WorkflowRun asPlanned = WorkflowRun.of(problem, plan, new long[] {10, 4, 10});
        assertThat(asPlanned.failed()).isFalse();
        assertThat(asPlanned.utilisation()).isCloseTo((20.0 / 40 + 4.0 / 40) / 2, within(1e-12));
        // b is late, and c with it: 25 + 15 is just in time.
        assertThat(WorkflowRun.of(problem, plan, new long[] {10, 25, 15}).failed())
                .isFalse();
        WorkflowRun late = WorkflowRun.of(problem, plan, new long[] {10, 25, 16});
        assertThat(late.failed()).isTrue();
        assertThat(late.utilisation()).isCloseTo((25.0 / 40 + 25.0 / 40) / 2, within(1e-12));
    }
}
