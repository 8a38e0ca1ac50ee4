package dev.berth.workflow.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.workflow.RandomProblems;
import dev.berth.workflow.model.Link;
import dev.berth.workflow.model.Machines;
import dev.berth.workflow.model.Workflow;
import dev.berth.workflow.model.WorkflowProblem;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** HBMCT and FCP on cases worked out by hand, and what balancing must never do. */
class GroupsTest {
    private static WorkflowProblem independent(long[][] cost) {
        Workflow.Builder workflow = Workflow.builder("independent");
        for (int task = 0; task < cost.length; task++) {
            workflow.task("t" + task, "", 0);
        }
        return WorkflowProblem.of(workflow.build(), Machines.of(cost[0].length, Link.NONE), cost);
    }

    @Test
    void hbmct_movesTasksOffTheLatestMachine() {
        // All are fastest on m0, which would end at 16. The best first move is t2: m0 ends at 10, m1 at 9.
        // No second one helps: t3 would end at 9 + 4 = 13 on m1, t0 and t1 at 17.
        Schedule schedule =
                Schedulers.named("hbmct").schedule(independent(new long[][] {{4, 8}, {4, 8}, {6, 9}, {2, 4}}));
        assertThat(schedule.tasksOn(0)).containsExactlyInAnyOrder(0, 1, 3);
        assertThat(schedule.tasksOn(1)).containsExactly(2);
        assertThat(schedule.makespan()).isEqualTo(10);
    }

    @Test
    void balancing_neverEndsLaterThanTheFastestMachines() {
        for (long seed = 0; seed < 1000; seed++) {
            Random random = new Random(seed);
            int machines = 1 + random.nextInt(4);
            long[][] cost = new long[1 + random.nextInt(12)][machines];
            long[] fastest = new long[machines];
            for (long[] row : cost) {
                Arrays.setAll(row, machine -> 1 + random.nextInt(30));
                int best = IntStream.range(0, machines)
                        .reduce((one, other) -> row[other] < row[one] ? other : one)
                        .orElseThrow();
                fastest[best] += row[best];
            }
            long end = Arrays.stream(fastest).max().orElseThrow();
            assertThat(Schedulers.named("hbmct").schedule(independent(cost)).makespan())
                    .as("seed %d", seed)
                    .isLessThanOrEqualTo(end);
        }
    }

    @Test
    void load_knowsItsEndWithOneMoreAndWithoutOne() {
        for (long seed = 0; seed < 1500; seed++) {
            Random random = new Random(seed);
            WorkflowProblem problem = RandomProblems.next(random, 12, 3, random.nextBoolean());
            int size = problem.tasks();
            int[] group = IntStream.range(0, size).toArray();
            long[][] ready = new long[size][problem.machines().size()];
            for (long[] row : ready) {
                Arrays.setAll(row, machine -> random.nextInt(60));
            }
            MachineLoad load = new MachineLoad(problem, new ScheduleDraft(problem), group, ready, 0);
            for (int member = 0; member < size; member++) {
                long expected = load.endWith(member);
                load.add(member);
                assertThat(load.end()).as("seed %d", seed).isEqualTo(expected);
                if (random.nextInt(4) == 0) {
                    int place = random.nextInt(load.size());
                    expected = load.endWithout(place);
                    load.remove(place);
                    assertThat(load.end()).as("seed %d", seed).isEqualTo(expected);
                }
            }
        }
    }

    @Test
    void hbmct_cutsGroupsWhereATaskNeedsOneOfTheGroup() {
        // Ranks a 40 > b 35 > c 20 > d 5: a and b are one group, c needs a and begins the next, with d.
        WorkflowProblem problem = WorkflowProblem.of(
                Workflow.builder("groups")
                        .task("a", "", 20)
                        .task("b", "", 35)
                        .task("c", "", 20)
                        .task("d", "", 5)
                        .edge("a", "c", 0)
                        .build(),
                Machines.of(2, Link.NONE));
        Schedule schedule = Schedulers.named("hbmct").schedule(problem);
        assertThat(schedule.start(2)).isEqualTo(20);
        assertThat(schedule.start(3)).isEqualTo(35);
        assertThat(schedule.makespan()).isEqualTo(40);
    }

    @Test
    void fcp_looksAtTwoMachinesOnly() {
        // a runs on m0, idle first. b's data is on m0 (from 10: until 15) and would be on m1, idle first, at 13 (until
        // 18).
        // m2 would have it end at 14, but FCP does not look there.
        WorkflowProblem problem = WorkflowProblem.of(
                Workflow.builder("chain")
                        .task("a", "", 0)
                        .task("b", "", 0)
                        .edge("a", "b", 3)
                        .build(),
                Machines.of(3, new Link(1, 1)),
                new long[][] {{10, 10, 10}, {5, 5, 1}});
        Schedule schedule = Schedulers.named("fcp").schedule(problem);
        assertThat(schedule.machine(1)).isEqualTo(0);
        assertThat(schedule.makespan()).isEqualTo(15);
        assertThat(Schedulers.named("heft").schedule(problem).makespan()).isEqualTo(14);
    }

    @Test
    void fcp_sortsOnlyAsManyTasksAsMachines() {
        // With one machine only one ready task is sorted: they run as given, not the longest first.
        Schedule schedule = Schedulers.named("fcp").schedule(independent(new long[][] {{1}, {9}, {5}}));
        assertThat(schedule.tasksOn(0)).containsExactly(0, 1, 2);
        Schedule two = Schedulers.named("fcp").schedule(independent(new long[][] {{1, 1}, {9, 9}, {5, 5}}));
        // t0 and t1 are sorted: t1 first, on m0; then t0 and t2: t2 on m1, then t0 there.
        assertThat(two.tasksOn(0)).containsExactly(1);
        assertThat(two.tasksOn(1)).containsExactly(2, 0);
    }
}
