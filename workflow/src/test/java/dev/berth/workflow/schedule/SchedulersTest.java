package dev.berth.workflow.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.engine.model.BadValue;
import dev.berth.workflow.RandomProblems;
import dev.berth.workflow.model.Problem;
import java.util.Random;
import org.junit.jupiter.api.Test;

class SchedulersTest {
    @Test
    void everyScheduler_makesSchedulesThatCanBeKept() {
        for (long seed = 0; seed < 4000; seed++) {
            Random random = new Random(seed);
            Problem problem = RandomProblems.next(random, 1 + random.nextInt(25), 4, random.nextBoolean());
            for (String name : Schedulers.names()) {
                Schedule schedule = Schedulers.named(name).schedule(problem);
                assertThat(ScheduleCheck.faults(problem, schedule))
                        .as("%s, seed %d", name, seed)
                        .isEmpty();
            }
        }
    }

    @Test
    void unknownName_namesTheKnownOnes() {
        assertThatThrownBy(() -> Schedulers.named("best"))
                .isInstanceOf(BadValue.class)
                .hasMessage("scheduler is best, but the schedulers are heft, hbmct, fcp, dls, cpop, min-min, max-min,"
                        + " greedy");
    }
}
