package dev.berth.workflow.schedule;

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
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class SchedulersTest {
    @Test
    void everyScheduler_makesSchedulesThatCanBeKept() {
        for (long seed = 0; seed < 4000; seed++) {
            Random random = new Random(seed);
            WorkflowProblem problem = RandomProblems.next(random, 1 + random.nextInt(25), 4, random.nextBoolean());
            for (String name : Schedulers.names()) {
                Schedule schedule = Schedulers.named(name).schedule(problem);
                assertThat(ScheduleCheck.faults(problem, schedule))
                        .as("%s, seed %d", name, seed)
                        .isEmpty();
            }
        }
    }

    @Test
    void noScheduler_beatsTheOptimum() {
        int optimal = 0;
        for (long seed = 0; seed < 120; seed++) {
            Random random = new Random(seed);
            WorkflowProblem problem = RandomProblems.next(random, 7, 2, random.nextBoolean());
            long optimum = Exhaustive.makespan(problem);
            for (String name : Schedulers.names()) {
                long makespan = Schedulers.named(name).schedule(problem).makespan();
                assertThat(makespan).as("%s, seed %d", name, seed).isGreaterThanOrEqualTo(optimum);
                optimal += name.equals("heft") && makespan == optimum ? 1 : 0;
            }
        }
        assertThat(optimal).as("how often HEFT reaches it").isGreaterThan(40);
    }

    @Test
    void everyScheduler_ofOneMachine_isOptimal() {
        for (long seed = 0; seed < 200; seed++) {
            Random random = new Random(seed);
            Workflow workflow = RandomProblems.workflow(random, 12, 0.3);
            WorkflowProblem problem = WorkflowProblem.of(workflow, Machines.of(1, new Link(1, 1)));
            long work = workflow.tasks().stream().mapToLong(task -> task.work()).sum();
            for (String name : Schedulers.names()) {
                assertThat(Schedulers.named(name).schedule(problem).makespan())
                        .as("%s, seed %d", name, seed)
                        .isEqualTo(work);
            }
        }
    }

    @Test
    void queuesOfPairs_choosePairsLikeTryingThemAll() {
        for (long seed = 0; seed < 3000; seed++) {
            Random random = new Random(seed);
            WorkflowProblem problem = RandomProblems.next(random, 1 + random.nextInt(16), 4, random.nextBoolean());
            assertSame("dls", seed, problem, NaivePairs.dls(problem));
            assertSame("min-min", seed, problem, NaivePairs.byLevel(problem, false));
            assertSame("max-min", seed, problem, NaivePairs.byLevel(problem, true));
        }
    }

    private static void assertSame(String name, long seed, WorkflowProblem problem, Schedule expected) {
        Schedule actual = Schedulers.named(name).schedule(problem);
        for (int task = 0; task < problem.tasks(); task++) {
            assertThat(List.of((long) actual.machine(task), actual.start(task)))
                    .as("%s, seed %d, task %d", name, seed, task)
                    .isEqualTo(List.of((long) expected.machine(task), expected.start(task)));
        }
    }

    @Test
    void everyScheduler_leavesWhatHappenedAndStartsNothingBefore() {
        WorkflowProblem problem = WorkflowProblem.of(
                        Workflow.builder("rest")
                                .task("a", "", 10)
                                .task("b", "", 10)
                                .task("c", "", 10)
                                .edge("a", "b", 5)
                                .edge("a", "c", 5)
                                .build(),
                        Machines.of(2, new Link(1, 1)))
                .with(new Progress(20, List.of(new Progress.Fixed(0, 1, 3, 25))));
        for (String name : Schedulers.names()) {
            Schedule schedule = Schedulers.named(name).schedule(problem);
            assertThat(schedule.start(0)).as(name).isEqualTo(3);
            assertThat(schedule.end(0)).as(name).isEqualTo(25);
            assertThat(schedule.machine(0)).as(name).isEqualTo(1);
            assertThat(ScheduleCheck.faults(problem, schedule)).as(name).isEmpty();
            assertThat(schedule.makespan()).as(name).isEqualTo(schedule.finish() - 3);
            assertThat(schedule.finish()).as(name).isIn(40L, 45L);
        }
    }

    @Test
    void everyScheduler_saysWhichTaskNeverFits() {
        WorkflowProblem problem = WorkflowProblem.of(
                Workflow.builder("long")
                        .task("short", "", 5)
                        .task("long", "", 50)
                        .build(),
                Machines.of(2, Link.NONE)
                        .withBusy(List.of(
                                List.of(new Window(20, Window.FOREVER)), List.of(new Window(30, Window.FOREVER)))));
        for (String name : Schedulers.names()) {
            assertThatThrownBy(() -> Schedulers.named(name).schedule(problem))
                    .as(name)
                    .isInstanceOf(Unschedulable.class)
                    .hasMessageContaining("task long;");
        }
    }

    @Test
    void everyScheduler_usesTheMachineThatIsFree() {
        WorkflowProblem problem = WorkflowProblem.of(
                Workflow.builder("two")
                        .task("a", "", 50)
                        .task("b", "", 50)
                        .edge("a", "b", 0)
                        .build(),
                Machines.of(2, Link.NONE)
                        .withBusy(List.of(List.of(new Window(20, Window.FOREVER)), List.of(new Window(0, 10)))));
        for (String name : Schedulers.names()) {
            Schedule schedule = Schedulers.named(name).schedule(problem);
            assertThat(schedule.finish()).as(name).isEqualTo(110);
            assertThat(schedule.tasksOn(1)).as(name).containsExactly(0, 1);
        }
    }

    @Test
    void check_seesWhatIsWrong() {
        WorkflowProblem problem = WorkflowProblem.of(
                        Workflow.builder("chain")
                                .task("a", "", 10)
                                .task("b", "", 10)
                                .task("c", "", 10)
                                .edge("a", "b", 5)
                                .build(),
                        Machines.of(2, new Link(1, 1)).withBusy(List.of(List.of(new Window(30, 40)), List.of())))
                .with(new Progress(12, List.of(new Progress.Fixed(0, 0, 0, 10))));
        Schedule good = Schedule.of(problem, new int[] {0, 1, 0}, new long[] {0, 15, 20}, new long[] {10, 25, 30});
        assertThat(ScheduleCheck.faults(problem, good)).isEmpty();
        Schedule bad = Schedule.of(problem, new int[] {1, 1, 0}, new long[] {0, 9, 25}, new long[] {10, 20, 35});
        assertThat(ScheduleCheck.faults(problem, bad))
                .containsExactly(
                        "task a [0, 10) on m1 is not where and when it ran",
                        "task b [9, 20) on m1 has 11 but takes 10",
                        "task b [9, 20) on m1 starts before 12",
                        "task b [9, 20) on m1 starts before its data from a comes at 10",
                        "task c [25, 35) on m0 overlaps a busy window [30, 40)",
                        "task b [9, 20) on m1 starts before the one before it ends at 10");
        assertThat(ScheduleCheck.slotFaults(problem, bad)).hasSize(5);
    }

    @Test
    void unknownName_namesTheKnownOnes() {
        assertThatThrownBy(() -> Schedulers.named("best"))
                .isInstanceOf(BadValue.class)
                .hasMessageContainingAll(
                        "scheduler: \"best\"", "heft, hbmct, fcp, dls, cpop, min-min, max-min, greedy");
    }
}
