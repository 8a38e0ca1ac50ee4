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

/** Two machines for 400 units: a (100) on the first and b (40) on the second, then c (100) on the first. */
class GapRunTest {
    private static final long UNIT = ZhaoWorkload.UNIT;
    private static final double WITHIN = 1e-9;

    private final WorkflowProblem problem = WorkflowProblem.of(
            Workflow.builder("x")
                    .task("a", "", 100 * UNIT)
                    .task("b", "", 40 * UNIT)
                    .task("c", "", 100 * UNIT)
                    .edge("a", "c", 0)
                    .edge("b", "c", 0)
                    .build(),
            Machines.of(2, Link.NONE));

    private Plan plan(String policy) {
        Schedule schedule = Schedule.of(problem, new int[] {0, 1, 0}, new long[] {0, 0, 100 * UNIT}, new long[] {
            100 * UNIT, 40 * UNIT, 200 * UNIT
        });
        return SparePolicies.named(policy).spread(problem, schedule, 400 * UNIT);
    }

    private static long[] units(long... units) {
        long[] times = units.clone();
        for (int task = 0; task < times.length; task++) {
            times[task] *= UNIT;
        }
        return times;
    }

    @Test
    void slots_leaveTheirGapsAndWhatTasksDoNotUse() {
        Plan plan = plan("cp_even_percent");
        // Slots: a to 200, c to 400, b as long as a, which is twice 40 and its path's rest.
        long booked = 0;
        for (int task = 0; task < 3; task++) {
            booked += plan.end(task) - plan.start(task);
        }
        // All tasks use their slots to the end: opportunistic jobs take the other 800 less the slots.
        long[] full = new long[3];
        for (int task = 0; task < 3; task++) {
            full[task] = plan.end(task) - plan.start(task);
        }
        GapRun asBooked = GapRun.of(problem, plan, full, 1);
        assertThat(asBooked.taken()).isCloseTo(1 - (double) booked / (800 * UNIT), within(WITHIN));
        assertThat(asBooked.tasks()).isCloseTo((double) booked / (800 * UNIT), within(WITHIN));
        // As estimated: 240 of 800 are the tasks', and all others are taken.
        GapRun estimated = GapRun.of(problem, plan, units(100, 40, 100), 1);
        assertThat(estimated.tasks()).isCloseTo(0.3, within(WITHIN));
        assertThat(estimated.taken()).isCloseTo(0.7, within(WITHIN));
        assertThat(estimated.done()).isBetween(3, 11);
        // A task is cut off at the end of its slot.
        assertThat(GapRun.of(problem, plan, units(900, 900, 900), 1)).isEqualTo(asBooked);
    }

    @Test
    void wholeMachines_leaveNothingUntilTheLastTaskHasEnded() {
        // b is late, and c with it: 150 to 250; then both machines are free for 150.
        GapRun late = GapRun.of(problem, plan("dag_reserve"), units(100, 150, 100), 1);
        assertThat(late.tasks()).isCloseTo(350.0 / 800, within(WITHIN));
        assertThat(late.taken()).isCloseTo(300.0 / 800, within(WITHIN));
        assertThat(late.interruptions()).isZero();
        GapRun never = GapRun.of(problem, plan("dag_reserve"), units(300, 1, 300), 1);
        assertThat(never.taken()).isZero();
    }
}
