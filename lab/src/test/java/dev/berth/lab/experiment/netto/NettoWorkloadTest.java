package dev.berth.lab.experiment.netto;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.berth.engine.model.Terms;
import dev.berth.lab.experiment.netto.NettoWorkload.Setting;
import dev.berth.lab.workload.RigidJob;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Test;

class NettoWorkloadTest {
    private static final long LENGTH = 1_000;
    /** Equal jobs a minute apart. */
    private static final List<RigidJob> EQUAL = equalJobs(20_000);

    private static List<RigidJob> equalJobs(int count) {
        List<RigidJob> jobs = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            jobs.add(new RigidJob(i * 60L, 4, LENGTH));
        }
        return jobs;
    }

    private static List<Submission> all(Setting setting, long seed) {
        List<Submission> submissions = new ArrayList<>();
        new NettoWorkload(EQUAL, setting, seed).forEachRemaining(submissions::add);
        return submissions;
    }

    private static double mean(List<Submission> submissions, ToDoubleFunction<Submission> quantity) {
        return submissions.stream().mapToDouble(quantity).average().orElseThrow();
    }

    private static long interval(Submission submission) {
        return submission.job().deadline() - submission.job().ready();
    }

    @Test
    void fixedIntervals_leaveNoRoom_andLieSomeLengthsAhead() {
        List<Submission> fixed = all(Setting.of(1, 0), 7);
        assertThat(fixed).hasSize(20_000).allSatisfy(submission -> {
            assertThat(interval(submission)).isEqualTo(LENGTH);
            assertThat(submission.job().ready()).isGreaterThanOrEqualTo(submission.submit());
            assertThat((submission.job().deadline() - submission.submit()) % LENGTH)
                    .isZero();
            assertThat(submission.job().servers()).isEqualTo(4);
            assertThat(submission.job().terms()).isEqualTo(Terms.NONE);
            assertThat(submission.runTime()).isEqualTo(LENGTH);
        });
        // Poisson(5), with 1 instead of 0: exp(-5) more.
        assertThat(mean(fixed, s -> (s.job().deadline() - s.submit()) / (double) LENGTH))
                .isCloseTo(5 + Math.exp(-5), within(0.06));
    }

    @Test
    void halfOfTheJobs_haveLongerIntervals_byLambdaPercent() {
        for (int lambda : new int[] {25, 50, 100}) {
            List<Submission> flexible = all(Setting.of(1, lambda), 7).stream()
                    .filter(submission -> interval(submission) > LENGTH)
                    .toList();
            assertThat(flexible.size()).isBetween(9_700, 10_300);
            assertThat(mean(flexible, s -> 100.0 * (interval(s) - LENGTH) / LENGTH))
                    .isCloseTo(lambda, within(0.02 * lambda));
        }
    }

    @Test
    void sameJobs_inAllSettings() {
        List<Submission> fixed = all(Setting.of(1, 0), 7);
        List<Submission> few = all(Setting.of(1, 25), 7);
        List<Submission> more = all(new Setting(1, 100, true, 50), 7);
        for (int i = 0; i < fixed.size(); i++) {
            assertThat(few.get(i).job().ready())
                    .isEqualTo(fixed.get(i).job().ready())
                    .isEqualTo(more.get(i).job().ready());
            assertThat(interval(more.get(i))).isGreaterThanOrEqualTo(interval(few.get(i)));
            assertThat(interval(more.get(i)) > LENGTH).isEqualTo(interval(few.get(i)) > LENGTH);
            assertThat(more.get(i).job().terms()).isEqualTo(Terms.fixAfter(50));
        }
        assertThat(all(Setting.of(1, 25), 7)).as("one seed, one workload").isEqualTo(few);
        assertThat(all(Setting.of(1, 25), 8)).isNotEqualTo(few);
    }

    /** Intervals grow to both sides alike, but never begin before the submission; fixed ones stay as they are. */
    @Test
    void intervalsToBothSides_beginEarlierByAsMuchAsTheyEndLater() {
        List<Submission> later = all(Setting.of(1, 50), 7);
        List<Submission> both = new ArrayList<>();
        new NettoWorkload(EQUAL, Setting.of(1, 50), true, 7).forEachRemaining(both::add);
        int cut = 0;
        for (int i = 0; i < later.size(); i++) {
            Submission one = later.get(i);
            long more = interval(one) - LENGTH;
            assertThat(both.get(i).job().deadline()).isEqualTo(one.job().deadline());
            assertThat(both.get(i).job().ready())
                    .isEqualTo(Math.max(one.submit(), one.job().ready() - more));
            cut += one.job().ready() - more < one.submit() ? 1 : 0;
        }
        assertThat(cut).as("would lie before the submission").isBetween(1, both.size() / 10);
    }

    @Test
    void load_shortensTheGaps_andNothingElse() {
        List<Submission> once = all(Setting.of(1, 50), 7);
        List<Submission> denser = all(Setting.of(1.5, 50), 7);
        for (int i = 0; i < once.size(); i++) {
            Submission before = once.get(i);
            Submission after = denser.get(i);
            assertThat(after.submit()).isEqualTo(i * 40L);
            assertThat(after.job().ready() - after.submit())
                    .isEqualTo(before.job().ready() - before.submit());
            assertThat(interval(after)).isEqualTo(interval(before));
        }
    }

    @Test
    void inaccurateEstimates_areFourFifthsInTheMean_andNeverTooShort() {
        List<Submission> inaccurate = all(new Setting(1, 0, true, null), 7);
        assertThat(inaccurate).allMatch(s -> s.runTime() >= 1 && s.runTime() <= LENGTH);
        // Cut at 100, which is 2.2 standard deviations above 80: a tenth of a per cent less.
        assertThat(mean(inaccurate, s -> 100.0 * s.runTime() / LENGTH)).isCloseTo(79.9, within(0.3));
        assertThat(inaccurate).anyMatch(s -> s.runTime() == LENGTH);
    }

    @Test
    void interval_ofALog_isCutOut_withoutShortJobs() {
        long begin = NettoWorkload.INTERVAL;
        List<RigidJob> log = List.of(
                new RigidJob(0, 1, 100),
                new RigidJob(begin - 1, 2, 100),
                new RigidJob(begin, 3, 60),
                new RigidJob(begin + 5, 4, 59),
                new RigidJob(begin + 7, 5, 100),
                new RigidJob(2 * begin, 6, 100));
        assertThat(NettoWorkload.interval(log, 0))
                .containsExactly(new RigidJob(0, 1, 100), new RigidJob(begin - 1, 2, 100));
        assertThat(NettoWorkload.interval(log, 1)).containsExactly(new RigidJob(0, 3, 60), new RigidJob(7, 5, 100));
        assertThat(NettoWorkload.interval(log, 3)).isEmpty();
    }

    @Test
    void syntheticIntervals_offerTheLoadOfTheLog() {
        double work = 0;
        int intervals = 60;
        for (int seed = 0; seed < intervals; seed++) {
            List<RigidJob> jobs = NettoWorkload.synthetic(seed);
            assertThat(jobs)
                    .allMatch(job -> job.submit() < NettoWorkload.INTERVAL
                            && job.runTime() >= 60
                            && job.processors() <= NettoWorkload.PROCESSORS);
            work += jobs.stream()
                    .mapToDouble(job -> (double) job.runTime() * job.processors())
                    .sum();
        }
        double possible = (double) intervals * NettoWorkload.INTERVAL * NettoWorkload.PROCESSORS;
        assertThat(work / possible).isCloseTo(NettoWorkload.OFFERED_LOAD, within(0.08));
    }
}
