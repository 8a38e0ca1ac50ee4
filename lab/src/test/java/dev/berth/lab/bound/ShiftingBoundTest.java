package dev.berth.lab.bound;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.engine.agreement.TimeCurve;
import dev.berth.engine.agreement.TimeCurve.Step;
import dev.berth.lab.bound.ShiftingBound.Shifted;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class ShiftingBoundTest {
    /** Half price from 10 to 20. */
    private static final TimeCurve CURVE = new TimeCurve(List.of(new Step(10, 1), new Step(20, 2)), 100, 2);

    @Test
    void alone_isTheCheapestWindowOfEach() {
        assertThat(ShiftingBound.alone(CURVE, List.of(new Shifted(0, 30, 2, 12))))
                .as("two servers, 10 units at 1 and 2 at 2")
                .isEqualTo(28);
    }

    @Test
    void together_jobsShareTheCheapPeriod() {
        List<Shifted> jobs = List.of(new Shifted(0, 30, 1, 10), new Shifted(0, 30, 1, 10));
        assertThat(ShiftingBound.alone(CURVE, jobs)).isEqualTo(20);
        assertThat(ShiftingBound.together(CURVE, 1, jobs))
                .as("only one of them has room")
                .isEqualTo(30);
        assertThat(ShiftingBound.leastCost(CURVE, 1, jobs)).isEqualTo(30);
        assertThat(ShiftingBound.leastCost(CURVE, 2, jobs)).isEqualTo(20);
    }

    @Test
    void noScheduleCostsLess() {
        int met = 0;
        int compared = 0;
        for (long seed = 1; seed <= 400; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            TimeCurve curve = curve(random);
            int servers = 1 + random.nextInt(3);
            List<Shifted> jobs = new ArrayList<>();
            for (int left = 1 + random.nextInt(4); left > 0; left--) {
                long ready = random.nextInt(12);
                long duration = 1 + random.nextInt(6);
                jobs.add(new Shifted(
                        ready, ready + duration + random.nextInt(9), 1 + random.nextInt(servers), duration));
            }
            double least = best(curve, jobs, 0, new int[40], servers);
            if (least < Double.MAX_VALUE) {
                double bound = ShiftingBound.leastCost(curve, servers, jobs);
                assertThat(bound).as("seed " + seed).isLessThanOrEqualTo(least);
                met += bound == least ? 1 : 0;
                compared++;
            }
        }
        assertThat(compared).isGreaterThan(200);
        assertThat(met).as("as tight as can be").isGreaterThan(compared / 4);
    }

    /** Up to 14 prices, so that they are lowered to fewer levels as well. */
    private static TimeCurve curve(SplittableRandom random) {
        List<Step> steps = new ArrayList<>();
        for (int time = 0; time < 28; time += 1 + random.nextInt(6)) {
            steps.add(new Step(time, random.nextInt(20)));
        }
        return new TimeCurve(steps, 30, random.nextInt(20));
    }

    /** The least cost of all starts of the jobs from one on, beside what is taken of the servers already. */
    private static double best(TimeCurve curve, List<Shifted> jobs, int index, int[] taken, int servers) {
        if (index == jobs.size()) {
            return 0;
        }
        Shifted job = jobs.get(index);
        double least = Double.MAX_VALUE;
        for (long start = job.ready(); start + job.duration() <= job.deadline(); start++) {
            boolean free = true;
            for (long time = start; time < start + job.duration(); time++) {
                free &= taken[(int) time] + job.servers() <= servers;
            }
            if (free) {
                add(taken, job, start, job.servers());
                double rest = best(curve, jobs, index + 1, taken, servers);
                add(taken, job, start, -job.servers());
                if (rest < Double.MAX_VALUE) {
                    double own = curve.sum(start, start + job.duration()).doubleValue() * job.servers();
                    least = Math.min(least, own + rest);
                }
            }
        }
        return least;
    }

    private static void add(int[] taken, Shifted job, long start, int servers) {
        for (long time = start; time < start + job.duration(); time++) {
            taken[(int) time] += servers;
        }
    }
}
