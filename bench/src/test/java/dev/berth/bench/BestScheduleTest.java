package dev.berth.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.engine.book.Decision;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.Pool;
import dev.berth.lab.bound.OfflineBound;
import dev.berth.lab.simulation.BookPolicy;
import dev.berth.lab.simulation.JobFeed;
import dev.berth.lab.workload.Arrival;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** The lab's bound between what the best schedule loses and nothing, on instances that are too large to try everything. */
class BestScheduleTest {
    private static final int JOBS = 14;
    private static final int INSTANCES = 30;

    /** One server of each rate, or two: jobs with a work of 5.6 hours in the mean would fill them. */
    private static List<Pool> pools(SplittableRandom random) {
        List<Pool> pools = new ArrayList<>();
        for (String rate : List.of("0.2", "0.8", "1")) {
            pools.add(new Pool("p" + rate, 1 + random.nextInt(2), rate));
        }
        return pools;
    }

    /** Asked for up to a day ahead, with up to 20 hours of slack; most are for one server. */
    private static List<Arrival> arrivals(SplittableRandom random) {
        List<Arrival> arrivals = new ArrayList<>();
        long submit = 0;
        for (int i = 0; i < JOBS; i++) {
            submit += random.nextInt(4);
            long ready = submit + random.nextInt(24);
            long work = 1 + random.nextInt(random.nextInt(5) == 0 ? 20 : 7);
            int servers = random.nextInt(4) == 0 ? 2 : 1;
            arrivals.add(new Arrival(submit, Job.of("j" + i, ready, work, ready + work + random.nextInt(20), servers)));
        }
        return arrivals;
    }

    private static double lost(BookPolicy scheduler, List<Pool> pools, List<Arrival> arrivals) {
        JobFeed feed = new JobFeed(scheduler, pools);
        double lost = 0;
        for (Arrival arrival : arrivals) {
            feed.advance(arrival.submit());
            lost += feed.reserve(arrival.job()) instanceof Decision.Refused ? JobFeed.work(arrival.job()) : 0;
        }
        return lost;
    }

    @Test
    void bound_isBelowTheBestSchedule_whichIsBelowEveryPolicy() {
        double bounds = 0;
        double bests = 0;
        for (long seed = 1; seed <= INSTANCES; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            List<Pool> pools = pools(random);
            List<Arrival> arrivals = arrivals(random);
            OfflineBound bound = OfflineBound.exact(pools, arrivals);
            double atLeast = bound.impossible() + bound.rejected();
            double best = bound.asked() - BestSchedule.work(pools, arrivals);
            assertThat(atLeast).as("seed %d", seed).isLessThanOrEqualTo(best + 1e-9);
            BookPolicy level = BookPolicy.asPromised("level").startingEarly();
            for (BookPolicy scheduler : List.of(level, level.admitting("replan"))) {
                assertThat(best)
                        .as("seed %d, %s", seed, scheduler)
                        .isLessThanOrEqualTo(lost(scheduler, pools, arrivals) + 1e-9);
            }
            bounds += atLeast / bound.asked() / INSTANCES;
            bests += best / bound.asked() / INSTANCES;
        }
        assertThat(bests)
                .as("what the best schedules lose: enough to say something")
                .isGreaterThan(0.1);
        assertThat(bests - bounds).as("how far the bound is below, in the mean").isLessThan(0.02);
    }
}
