package dev.berth.provision.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.engine.model.BadValue;
import dev.berth.engine.model.Money;
import dev.berth.engine.model.Rate;
import dev.berth.provision.plan.ProvisionPlan.Purchase;
import dev.berth.provision.plan.ProvisionPlan.Scheduled;
import dev.berth.provision.plan.ProvisionPlan.Share;
import dev.berth.provision.slot.Allocation;
import dev.berth.provision.slot.Slot;
import dev.berth.workflow.model.BadWorkflow;
import dev.berth.workflow.model.Link;
import dev.berth.workflow.model.Workflow;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

class PlanningTest {
    private static final SlotSite SITE = new SlotSite("here", Rate.FULL);

    /** first, then two wide ones beside each other, then last. */
    private static ParallelWorkflow diamond() {
        return ParallelWorkflow.byKind(
                Workflow.builder("diamond")
                        .task("first", "", 10)
                        .task("left", "wide", 20)
                        .task("right", "wide", 30)
                        .task("last", "", 10)
                        .edge("first", "left", 5)
                        .edge("first", "right", 5)
                        .edge("left", "last", 5)
                        .edge("right", "last", 5)
                        .build(),
                Map.of("wide", 3),
                1);
    }

    private static Planning planning(ParallelWorkflow application, List<Slot> slots) {
        return new Planning(new Provisioning(application, SlotAvailability.of(SITE, slots), 0), SlotSchedulers.HEFT);
    }

    private static BitSet all(int count) {
        BitSet all = new BitSet();
        all.set(0, count);
        return all;
    }

    @Test
    void openSlot_isCutToWhatIsUsed() {
        Planning planning = planning(diamond(), List.of(Slot.open(0, 3, 40)));

        ProvisionPlan plan = planning.plan(all(1)).orElseThrow();

        // right has the higher rank: 0-10 first, 10-40 right, 40-60 left, 60-70 last, the slot extended beyond 40.
        assertThat(plan.tasks().get(2).start()).isEqualTo(10);
        assertThat(plan.tasks().get(1).start()).isEqualTo(40);
        assertThat(plan.makespan()).isEqualTo(70);
        assertThat(plan.cost()).isEqualTo(Money.of("170"));
        assertThat(plan.purchases().stream().map(Purchase::allocation))
                .containsExactly(
                        new Allocation(plan.purchases().getFirst().allocation().slot(), 0, 1, 70),
                        new Allocation(plan.purchases().getFirst().allocation().slot(), 10, 2, 50));
        assertThat(ProvisionPlanCheck.problems(planning.problem(), plan)).isEmpty();
    }

    @Test
    void wideTask_takesItsServersFromSlotsThatOverlap() {
        Slot early = Slot.whole(0, 2, 45);
        Slot late = Slot.open(15, 2, 100);
        Planning planning = planning(diamond(), List.of(early, late, Slot.open(60, 1, 100)));

        ProvisionPlan plan = planning.plan(all(3)).orElseThrow();

        // right from 15 on, two of the early slot, which ends first, and one of the late one; left cannot follow before
        // the early slot is over, and then there are only two servers until 60.
        assertThat(planning.plan(all(2))).isEmpty();
        assertThat(plan.tasks().get(1)).isEqualTo(new Scheduled(0, 60, 80, List.of(new Share(1, 2), new Share(2, 1))));
        assertThat(plan.tasks().get(2)).isEqualTo(new Scheduled(0, 15, 45, List.of(new Share(0, 2), new Share(1, 1))));
    }

    @Test
    void wideTask_thatNoSlotsCanTakeTogether_isInfeasible() {
        Planning planning = planning(diamond(), List.of(Slot.whole(0, 2, 20), Slot.open(50, 2, 100)));
        assertThat(planning.outcome(all(2)).isFeasible()).isFalse();
        assertThat(planning.plan(all(2))).isEmpty();
    }

    @Test
    void unusedSlot_isNotInThePlan() {
        Slot far = Slot.whole(1000, 3, 40);
        Planning planning = planning(diamond(), List.of(Slot.open(0, 3, 40), far));
        Outcome outcome = planning.outcome(all(2));
        assertThat(outcome.cost()).isEqualTo(Money.of("170"));
        assertThat(outcome.unusedCost()).isEqualTo(Money.of("120"));
        assertThat(outcome.used()).isEqualTo(all(1));
    }

    @Test
    void everyPlanPassesTheCheck_andTheFastHeftIsThePlainOne() {
        int feasible = 0;
        for (int seed = 0; seed < 1500; seed++) {
            Random random = new Random(seed);
            int slots = 1 + random.nextInt(7);
            Provisioning problem = RandomProblems.problem(random, slots, 1 + random.nextInt(8));
            BitSet chosen = RandomProblems.subset(random, slots);
            PlainHeft plain = new PlainHeft(problem, chosen);
            boolean possible = plain.fill(problem.byRank());
            for (SlotScheduler scheduler : SlotSchedulers.ALL) {
                Planning planning = new Planning(problem, scheduler);
                Outcome outcome = planning.outcome(chosen);
                Optional<ProvisionPlan> plan = planning.plan(chosen);
                assertThat(plan.isPresent()).as("seed %d", seed).isEqualTo(outcome.isFeasible());
                if (plan.isPresent()) {
                    feasible++;
                    assertThat(ProvisionPlanCheck.problems(problem, plan.get()))
                            .as("seed %d", seed)
                            .isEmpty();
                    assertThat(plan.get().cost()).as("seed %d", seed).isEqualTo(outcome.cost());
                    assertThat(plan.get().makespan()).as("seed %d", seed).isEqualTo(outcome.makespan());
                }
                if (scheduler.name().equals("heft")) {
                    assertThat(plan.isPresent()).as("seed %d", seed).isEqualTo(possible);
                    for (int task = 0; possible && task < plain.end.length; task++) {
                        assertThat(plan.orElseThrow().tasks().get(task).end())
                                .as("seed %d, task %d", seed, task)
                                .isEqualTo(plain.end[task]);
                    }
                }
            }
        }
        assertThat(feasible).isGreaterThan(1000);
    }

    @Test
    void minMinAndMaxMin_takeTheShortestAndTheLongestFirst() {
        Workflow workflow = Workflow.builder("bag")
                .task("short", "", 10)
                .task("long", "", 30)
                .build();
        Provisioning problem = new Provisioning(
                ParallelWorkflow.of(workflow, 1), SlotAvailability.of(SITE, List.of(Slot.open(0, 1, 10))), 0);
        assertThat(new Planning(problem, SlotSchedulers.MIN_MIN)
                        .plan(all(1))
                        .orElseThrow()
                        .tasks()
                        .get(0)
                        .start())
                .isZero();
        assertThat(new Planning(problem, SlotSchedulers.MAX_MIN)
                        .plan(all(1))
                        .orElseThrow()
                        .tasks()
                        .get(1)
                        .start())
                .isZero();
        assertThat(SlotSchedulers.named("max-min")).isSameAs(SlotSchedulers.MAX_MIN);
        assertThatThrownBy(() -> SlotSchedulers.named("best")).hasMessageContaining("heft, greedy, min-min, max-min");
    }

    @Test
    void check_findsWhatIsWrong() {
        Planning planning = planning(diamond(), List.of(Slot.open(0, 3, 40)));
        ProvisionPlan plan = planning.plan(all(1)).orElseThrow();
        assertThat(broken(planning, plan, 3, new Scheduled(0, 50, 60, List.of(new Share(0, 1)))))
                .anyMatch(problem -> problem.contains("before its data from left"))
                .anyMatch(problem -> problem.contains("4 servers busy at 50"));
        assertThat(broken(planning, plan, 0, new Scheduled(0, 0, 9, List.of(new Share(0, 2)))))
                .contains("task first runs 9, not 10", "task first has 2 servers, not 1");
        assertThat(ProvisionPlanCheck.problems(
                        planning.problem(), new ProvisionPlan(plan.tasks(), plan.purchases(), 69, Money.of("1"))))
                .containsExactly("the makespan is 70, not 69", "the cost is 170.00, not 1.00");
        assertThat(ProvisionPlanCheck.problems(
                        planning.problem(), new ProvisionPlan(List.of(), plan.purchases(), 70, plan.cost())))
                .containsExactly("the plan has 0 tasks, the workflow 4");
    }

    private static List<String> broken(Planning planning, ProvisionPlan plan, int task, Scheduled other) {
        List<Scheduled> tasks = new ArrayList<>(plan.tasks());
        tasks.set(task, other);
        return ProvisionPlanCheck.problems(
                planning.problem(), new ProvisionPlan(tasks, plan.purchases(), plan.makespan(), plan.cost()));
    }

    @Test
    void badProblems_areRefused() {
        Workflow one = Workflow.builder("one").task("a", "", 1).build();
        assertThatThrownBy(() -> ParallelWorkflow.of(one, 0))
                .isInstanceOf(BadWorkflow.class)
                .hasMessageContaining("task a");
        assertThatThrownBy(() -> new ParallelWorkflow(one, new int[2])).isInstanceOf(BadValue.class);
        assertThatThrownBy(
                        () -> new Provisioning(ParallelWorkflow.of(one, 1), SlotAvailability.of(SITE, List.of()), -1))
                .isInstanceOf(BadValue.class);
        assertThatThrownBy(() -> new SlotSite(" ", Rate.FULL)).isInstanceOf(BadValue.class);
        assertThatThrownBy(() -> new Route(-1, Link.NONE)).isInstanceOf(BadValue.class);
        assertThatThrownBy(() -> new SlotAvailability(List.of(), new Route[0][], List.of()))
                .isInstanceOf(BadValue.class);
        assertThatThrownBy(() -> new SlotAvailability(List.of(SITE, SITE), new Route[2][2], List.of()))
                .hasMessageContaining("no other site has");
        assertThatThrownBy(() -> new SlotAvailability(List.of(SITE), new Route[0][], List.of()))
                .hasMessageContaining("routes");
        assertThatThrownBy(() -> new SlotAvailability(
                        List.of(SITE), new Route[1][1], List.of(new SlotAvailability.Offered(1, Slot.open(0, 1, 1)))))
                .hasMessageContaining("must be from 0 to 0");
    }

    @Test
    void between_keepsWhatStartsInTheSpan() {
        SlotAvailability all =
                SlotAvailability.of(SITE, List.of(Slot.open(0, 1, 9), Slot.open(5, 1, 9), Slot.open(9, 1, 9)));
        assertThat(all.between(0, 5).slots()).hasSize(2);
        assertThat(all.between(6, 8).slots()).isEmpty();
        assertThat(ParallelWorkflow.of(Workflow.builder("w").task("a", "", 7).build(), 3)
                        .widest())
                .isEqualTo(3);
        assertThat(planning(diamond(), List.of()).problem().leastServerTime()).isEqualTo(170);
    }
}
