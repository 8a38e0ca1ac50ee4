package dev.berth.workflow.spare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.engine.model.BadValue;
import dev.berth.engine.model.Window;
import dev.berth.workflow.RandomProblems;
import dev.berth.workflow.model.Link;
import dev.berth.workflow.model.Machines;
import dev.berth.workflow.model.Progress;
import dev.berth.workflow.model.Workflow;
import dev.berth.workflow.model.WorkflowProblem;
import dev.berth.workflow.schedule.Schedule;
import dev.berth.workflow.schedule.ScheduleCheck;
import dev.berth.workflow.schedule.Schedulers;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class SparePoliciesTest {
    @Test
    void everyPolicy_onBusyMachinesAndAfterAnything_keepsTheDeadline() {
        List<String> schedulers = new ArrayList<>(Schedulers.names());
        for (long seed = 0; seed < 4000; seed++) {
            Random random = new Random(seed);
            WorkflowProblem problem = RandomProblems.next(random, 1 + random.nextInt(20), 4, random.nextInt(3) > 0);
            String scheduler = schedulers.get(random.nextInt(schedulers.size()));
            Schedule schedule = Schedulers.named(scheduler).schedule(problem);
            if (random.nextBoolean()) {
                problem = problem.with(RandomProgress.of(problem, schedule, random));
                schedule = Schedulers.named(scheduler).schedule(problem);
                assertThat(ScheduleCheck.faults(problem, schedule))
                        .as("%s, seed %d", scheduler, seed)
                        .isEmpty();
            }
            long deadline = schedule.finish() + random.nextInt(200);
            for (String name : SparePolicies.names()) {
                Plan plan = SparePolicies.named(name).spread(problem, schedule, deadline);
                assertThat(PlanCheck.faults(problem, plan))
                        .as("%s on %s, seed %d", name, scheduler, seed)
                        .isEmpty();
            }
        }
    }

    @Test
    void dagReserve_countsHowLateATaskAloneMayBe() {
        // a on m0 until 10, then b until 30; c on m1 until 5, d after it until 10, busy from 40 on.
        WorkflowProblem problem = WorkflowProblem.of(
                Workflow.builder("two chains")
                        .task("a", "", 10)
                        .task("b", "", 20)
                        .task("c", "", 5)
                        .task("d", "", 5)
                        .edge("a", "b", 0)
                        .edge("c", "d", 0)
                        .build(),
                Machines.of(2, new Link(1, 1)).withBusy(List.of(List.of(), List.of(new Window(40, 60)))));
        Schedule schedule = Schedulers.named("heft").schedule(problem);
        Plan plan = SparePolicies.named("dag_reserve").spread(problem, schedule, 50);
        assertThat(plan.wholeMachines()).isTrue();
        assertThat(plan.spare(0)).isEqualTo(20);
        assertThat(plan.spare(1)).isEqualTo(20);
        assertThat(plan.spare(2)).isEqualTo(30);
        assertThat(plan.spare(3)).isEqualTo(30);
        assertThat(plan.extension(0)).isZero();
        assertThat(plan.toString()).contains("deadline=50");
    }

    @Test
    void spare_countsToTheNextTaskTheDataAndTheBusyWindow() {
        WorkflowProblem problem = WorkflowProblem.of(
                Workflow.builder("spare")
                        .task("a", "", 10)
                        .task("b", "", 10)
                        .task("c", "", 4)
                        .build(),
                Machines.of(3, Link.NONE).withBusy(List.of(List.of(), List.of(), List.of(new Window(7, 50)))));
        Schedule schedule = Schedule.of(problem, new int[] {0, 1, 2}, new long[] {0, 0, 0}, new long[] {10, 10, 4});
        assertThat(Spare.of(problem, schedule)).containsExactly(0, 0, 3);
    }

    @Test
    void whatHasHappened_hasNoSpareTime() {
        WorkflowProblem problem = WorkflowProblem.of(
                Workflow.builder("chain")
                        .task("a", "", 10)
                        .task("b", "", 10)
                        .edge("a", "b", 0)
                        .build(),
                Machines.of(1, Link.NONE));
        WorkflowProblem later = problem.with(new Progress(12, List.of(new Progress.Fixed(0, 0, 0, 14))));
        Schedule schedule = Schedulers.named("heft").schedule(later);
        assertThat(schedule.start(1)).isEqualTo(14);
        Plan plan = SparePolicies.named("cp_even_time").spread(later, schedule, 30);
        assertThat(plan.isFixed(0)).isTrue();
        assertThat(plan.isFixed(1)).isFalse();
        assertThat(plan.end(0)).isEqualTo(14);
        assertThat(plan.spare(0)).isZero();
        assertThat(plan.end(1)).isEqualTo(30);
        assertThat(plan.sparePercentages().getCount()).isEqualTo(1);
        assertThat(plan.sparePercentages().getAverage()).isEqualTo(60);
    }

    @Test
    void planCheck_seesWhatIsWrong() {
        WorkflowProblem problem = WorkflowProblem.of(
                Workflow.builder("chain")
                        .task("a", "", 10)
                        .task("b", "", 10)
                        .edge("a", "b", 0)
                        .build(),
                Machines.of(1, Link.NONE));
        Schedule slots = Schedule.of(problem, new int[] {0, 0}, new long[] {0, 9}, new long[] {10, 25});
        Plan plan = new Plan(problem, slots, new long[] {11, 10}, new long[] {0, 0}, 20, false);
        assertThat(PlanCheck.faults(problem, plan))
                .containsExactly(
                        "task b [9, 25) on m0 starts before its data from a comes at 10",
                        "task b [9, 25) on m0 starts before the one before it ends at 10",
                        "task a has spare time 0 but an extension of -1",
                        "task a takes 10, not 11",
                        "task b ends at 25, after the deadline 20",
                        "task b has spare time 0 but an extension of 6");
    }

    @Test
    void part_isExactBeyondALong() {
        assertThat(SpareShare.part(1L << 60, 1L << 40, 1L << 41)).isEqualTo(1L << 59);
        assertThat(SpareShare.part(10, 1, 3)).isEqualTo(3);
        assertThat(SpareShare.part(10, 0, 0)).isZero();
    }

    @Test
    void unknownName_namesTheKnownOnes() {
        assertThatThrownBy(() -> SparePolicies.named("all"))
                .isInstanceOf(BadValue.class)
                .hasMessageContainingAll(
                        "spare policy: \"all\"",
                        "r_even_time, r_even_percent1, r_cp_first, r_even_percent2, cp_even_time, cp_even_percent, dag_reserve");
    }
}
