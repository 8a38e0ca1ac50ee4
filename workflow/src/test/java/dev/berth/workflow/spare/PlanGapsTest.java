package dev.berth.workflow.spare;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.engine.model.Window;
import dev.berth.workflow.RandomProblems;
import dev.berth.workflow.model.WorkflowProblem;
import dev.berth.workflow.schedule.Schedule;
import dev.berth.workflow.schedule.Schedulers;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PlanGapsTest {
    /** Counted unit by unit: on a machine with a slot, neither a slot nor anything else. */
    @Test
    void gaps_areTheFreeUnitsOfItsMachines() {
        List<String> policies = new ArrayList<>(SparePolicies.names());
        for (long seed = 0; seed < 500; seed++) {
            Random random = new Random(seed);
            WorkflowProblem problem = RandomProblems.next(random, 1 + random.nextInt(12), 4, random.nextBoolean());
            Schedule schedule = Schedulers.named("heft").schedule(problem);
            if (random.nextBoolean()) {
                problem = problem.with(RandomProgress.of(problem, schedule, random));
                schedule = Schedulers.named("heft").schedule(problem);
            }
            long deadline = schedule.finish() + random.nextInt(100);
            String policy = policies.get(random.nextInt(policies.size()));
            Plan plan = SparePolicies.named(policy).spread(problem, schedule, deadline);
            assertThat(plan.gaps())
                    .as("%s, seed %d", policy, seed)
                    .isEqualTo(plan.wholeMachines() ? 0 : counted(problem, plan));
        }
    }

    private static long counted(WorkflowProblem problem, Plan plan) {
        long free = 0;
        for (int machine = 0; machine < problem.machines().size(); machine++) {
            int here = machine;
            int[] slots = IntStream.range(0, plan.size())
                    .filter(task -> plan.machine(task) == here && !plan.isFixed(task))
                    .filter(task -> plan.end(task) > plan.start(task))
                    .toArray();
            for (long time = problem.origin(); time < plan.deadline() && slots.length > 0; time++) {
                long now = time;
                boolean booked = IntStream.of(slots).anyMatch(task -> plan.start(task) <= now && now < plan.end(task));
                boolean busy = problem.machines().busy(machine).stream().anyMatch(window -> contains(window, now));
                free += booked || busy ? 0 : 1;
            }
        }
        return free;
    }

    private static boolean contains(Window window, long time) {
        return window.start() <= time && time < window.end();
    }
}
