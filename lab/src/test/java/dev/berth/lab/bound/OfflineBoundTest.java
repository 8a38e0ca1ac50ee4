package dev.berth.lab.bound;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.berth.engine.book.Decision;
import dev.berth.engine.model.BadValue;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.Rate;
import dev.berth.engine.model.Requirements;
import dev.berth.engine.model.Window;
import dev.berth.lab.simulation.BookPolicy;
import dev.berth.lab.simulation.JobFeed;
import dev.berth.lab.workload.Arrival;
import dev.berth.lab.workload.CastilloWorkload;
import dev.berth.lab.workload.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OfflineBoundTest {
    private static final long HOUR = 3_600_000;
    private static final List<Pool> SLOW_AND_FAST = List.of(new Pool("slow", 1, "0.5"), new Pool("fast", 1, "1"));

    /**
     * One server. Until 2 there is only the first job, from 2 to 6 there is enough to do, and from 6 to 9 only the second:
     * 9 of 11 can be served. The last cannot even be served alone.
     */
    @Test
    void oneServer_servesWhatThereIsToDo() {
        OfflineBound bound = OfflineBound.exact(
                List.of(new Pool("p", 1, "1")), arrivals(job(0, 4, 4), job(2, 4, 9), job(2, 3, 6), job(10, 5, 12)));
        assertThat(bound.asked()).isEqualTo(16);
        assertThat(bound.impossible()).isEqualTo(5);
        assertThat(bound.rejected()).isEqualTo(2);
        assertThat(bound.loss()).isCloseTo(7 / 16.0, within(1e-12));
    }

    /** There are 8 server hours for 7, but both servers are taken until 2, and then a job cannot run on two at once. */
    @Test
    void jobOfOneServer_doesNotRunOnTwo() {
        OfflineBound bound =
                OfflineBound.exact(List.of(new Pool("p", 2, "1")), arrivals(job(0, 2, 2), job(0, 2, 2), job(0, 3, 4)));
        assertThat(bound.rejected()).isEqualTo(1);
        assertThat(bound.impossible()).isZero();
    }

    /** Each would take 8 on the slow server, so that only the fast one can help, and it has time for one. */
    @Test
    void slowServer_isNoHelpForWhatWouldBeLateOnIt() {
        assertThat(OfflineBound.exact(SLOW_AND_FAST, arrivals(job(0, 4, 4), job(0, 4, 4)))
                        .rejected())
                .isEqualTo(4);
        assertThat(OfflineBound.exact(SLOW_AND_FAST, arrivals(job(0, 4, 4), job(0, 2, 4)))
                        .rejected())
                .isZero();
    }

    /**
     * Both are eligible for both servers, which could do 12 in 8 hours. From 0 to 6, where the first three fill them,
     * there are 9 to be had; after that the fourth has 2 hours on one server at a time, at best the fast one.
     */
    @Test
    void fastServer_servesOneJobAtATime() {
        List<Arrival> arrivals = arrivals(job(0, 3, 6), job(0, 3, 6), job(0, 3, 6), job(0, 3, 8));
        assertThat(OfflineBound.exact(SLOW_AND_FAST, arrivals).rejected()).isEqualTo(1);
    }

    /** 4 servers for 2 hours serve 8 of the 10; the third job is wider than the site. */
    @Test
    void wideJobs_areServedInPartButNotBeyondTheirPool() {
        OfflineBound bound = OfflineBound.exact(
                List.of(new Pool("p", 4, "1"), new Pool("q", 1, "1")),
                arrivals(Job.of("a", 0, 2, 2, 3), Job.of("b", 0, 2, 2, 2), Job.of("c", 0, 1, 100, 5)));
        assertThat(bound.asked()).isEqualTo(15);
        assertThat(bound.impossible()).isEqualTo(5);
        assertThat(bound.rejected()).as("pool q is too narrow for any of them").isEqualTo(2);
    }

    @Test
    void requirements_shutPoolsOut() {
        List<Pool> pools = List.of(
                new Pool(new PoolId("plain"), 4, Rate.FULL, Map.of()),
                new Pool(new PoolId("gpu"), 1, Rate.FULL, Map.of("gpu", "h100")));
        Job wants = job(0, 3, 4).requiring(Requirements.attribute("gpu", "h100"));
        assertThat(OfflineBound.exact(pools, arrivals(wants, wants)).rejected()).isEqualTo(2);
        Job other = job(0, 3, 4).requiring(Requirements.attribute("gpu", "a100"));
        assertThat(OfflineBound.exact(pools, arrivals(other)).impossible()).isEqualTo(3);
    }

    /** Nothing runs before it is asked for, although it was ready. */
    @Test
    void window_beginsWhenTheJobIsSubmitted() {
        List<Pool> one = List.of(new Pool("p", 1, "1"));
        assertThat(OfflineBound.exact(one, List.of(new Arrival(3, job(0, 2, 4))))
                        .impossible())
                .isEqualTo(2);
        assertThat(OfflineBound.exact(one, List.of(new Arrival(2, job(0, 2, 4))))
                        .loss())
                .isZero();
    }

    @Test
    void noJobs_loseNothing() {
        assertThat(OfflineBound.exact(SLOW_AND_FAST, List.of()).loss()).isZero();
        assertThat(OfflineBound.of(SLOW_AND_FAST, List.of(), 4).loss()).isZero();
    }

    @Test
    void staysAreNotBounded_andSaySo() {
        List<Arrival> stay = arrivals(Job.exactly("s", new Window(0, 4), 1));
        assertThatThrownBy(() -> OfflineBound.exact(SLOW_AND_FAST, stay))
                .isInstanceOf(BadValue.class)
                .hasMessageContaining("fixed number of servers");
    }

    /** With one rate the flow is what a scheduler can serve that may interrupt jobs: not more, not less. */
    @Test
    void oneRate_isExactForInterruptedJobs() {
        for (long seed = 1; seed <= 400; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            int servers = 1 + random.nextInt(2);
            List<Arrival> arrivals = tiny(random, 1, 5);
            List<Job> jobs = arrivals.stream().map(Arrival::job).toList();
            OfflineBound bound = OfflineBound.exact(List.of(new Pool("p", servers, "1")), arrivals);
            assertThat(bound.asked() - bound.impossible() - bound.rejected())
                    .as("seed %d, %d servers, %s", seed, servers, jobs)
                    .isEqualTo((double) BestSchedules.interrupted(servers, jobs));
        }
    }

    /** Whatever pools and jobs: the best schedule of whole jobs, found by trying all, loses no less. */
    @Test
    void neverAboveTheBestSchedule() {
        int tight = 0;
        for (long seed = 1; seed <= 400; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            List<Pool> pools = pools(random);
            List<Arrival> arrivals = tiny(random, 3, 4);
            OfflineBound exact = OfflineBound.exact(pools, arrivals);
            double best = exact.asked() - BestSchedules.whole(pools, arrivals);
            double lost = exact.impossible() + exact.rejected();
            assertThat(lost).as("seed %d, %s, %s", seed, pools, arrivals).isLessThanOrEqualTo(best + 1e-9);
            tight += best > 0 && lost > best - 1e-9 ? 1 : 0;
            for (long interval = 1; interval <= 9; interval++) {
                assertThat(OfflineBound.of(pools, arrivals, interval).loss())
                        .as("seed %d, intervals of %d", seed, interval)
                        .isLessThanOrEqualTo(exact.loss() + 1e-12);
            }
        }
        assertThat(tight).as("instances with a loss that the bound meets").isGreaterThan(100);
    }

    @ParameterizedTest
    @CsvSource({"level,direct", "level,replan", "earliest,direct", "ff-ha-plus,direct"})
    void neverAboveWhatPoliciesLose(String policy, String admission) {
        for (long seed = 1; seed <= 20; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            List<Pool> pools = Level.ALL.get(random.nextInt(4)).pools(3 + random.nextInt(10));
            List<Arrival> arrivals = workload(pools, 0.7 + random.nextDouble(), 150, seed);
            OfflineBound bound = OfflineBound.exact(pools, arrivals);
            assertThat(bound.loss())
                    .as("seed %d, %s", seed, pools)
                    .isLessThanOrEqualTo(loss(policy, admission, pools, arrivals) + 1e-12);
        }
    }

    /** The fluid bound: the work above what all servers can do from the first ready to the last deadline. */
    @Test
    void neverBelowTheFluidBound_andHigherWithShorterIntervals() {
        int above = 0;
        for (long seed = 1; seed <= 20; seed++) {
            List<Pool> pools = Level.L4.pools(9);
            List<Arrival> arrivals = workload(pools, 1.5, 150, seed);
            OfflineBound exact = OfflineBound.exact(pools, arrivals);
            double capacity = CastilloWorkload.capacity(pools) * (last(arrivals) - first(arrivals));
            double fluid = Math.max(exact.impossible(), exact.asked() - capacity) / exact.asked();
            double longest = OfflineBound.of(pools, arrivals, 8 * HOUR).loss();
            double middle = OfflineBound.of(pools, arrivals, 4 * HOUR).loss();
            double shortest = OfflineBound.of(pools, arrivals, HOUR).loss();
            assertThat(List.of(longest, middle, shortest, exact.loss()))
                    .as("seed %d", seed)
                    .isSorted();
            assertThat(exact.loss()).as("seed %d", seed).isGreaterThanOrEqualTo(fluid - 1e-12);
            above += longest > fluid + 0.001 ? 1 : 0;
        }
        assertThat(above).as("runs in which it is above the fluid bound").isGreaterThan(15);
    }

    private static long first(List<Arrival> arrivals) {
        return arrivals.stream()
                .mapToLong(arrival -> arrival.job().ready())
                .min()
                .orElseThrow();
    }

    private static long last(List<Arrival> arrivals) {
        return arrivals.stream()
                .mapToLong(arrival -> arrival.job().deadline())
                .max()
                .orElseThrow();
    }

    private static double loss(String policy, String admission, List<Pool> pools, List<Arrival> arrivals) {
        JobFeed feed = new JobFeed(new BookPolicy(policy, admission, false), pools);
        double asked = 0;
        double lost = 0;
        for (Arrival arrival : arrivals) {
            double work = JobFeed.work(arrival.job());
            feed.advance(arrival.submit());
            asked += work;
            lost += feed.reserve(arrival.job()) instanceof Decision.Refused ? work : 0;
        }
        return lost / asked;
    }

    /** Castillo's jobs, all booked an hour ahead: booked two weeks ahead, so few would never fill the site. */
    private static List<Arrival> workload(List<Pool> pools, double load, int jobs, long seed) {
        CastilloWorkload workload = new CastilloWorkload(pools, load, 20, seed);
        return Stream.generate(workload::next)
                .limit(jobs)
                .map(arrival -> {
                    Job job = arrival.job();
                    long shift = job.ready() - arrival.submit() - HOUR;
                    return new Arrival(arrival.submit(), job.within(job.ready() - shift, job.deadline() - shift));
                })
                .toList();
    }

    private static Job job(long ready, long work, long deadline) {
        return Job.of("j", ready, work, deadline);
    }

    private static List<Arrival> arrivals(Job... jobs) {
        return Stream.of(jobs).map(job -> new Arrival(0, job)).toList();
    }

    private static List<Pool> pools(SplittableRandom random) {
        List<Pool> pools = new ArrayList<>();
        for (String rate : List.of("0.25", "0.5", "1")) {
            if (pools.isEmpty() || random.nextBoolean()) {
                pools.add(new Pool("p" + rate, 1 + random.nextInt(3), rate));
            }
        }
        return pools;
    }

    private static List<Arrival> tiny(SplittableRandom random, int widest, int most) {
        List<Arrival> arrivals = new ArrayList<>();
        int jobs = 1 + random.nextInt(most);
        for (int i = 0; i < jobs; i++) {
            long ready = random.nextInt(4);
            long work = 1 + random.nextInt(3);
            arrivals.add(new Arrival(
                    0, Job.of("j" + i, ready, work, ready + work + random.nextInt(4) - 1, 1 + random.nextInt(widest))));
        }
        return arrivals;
    }
}
