package dev.berth.lab.backfill;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.berth.engine.model.BadValue;
import dev.berth.lab.workload.swf.SwfJob;
import dev.berth.provision.backfill.Backfillings;
import dev.berth.provision.site.SiteScheduler;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class BatchReplayTest {
    private static long[] starts(String queue, int servers, List<BatchJob> jobs) {
        return BatchReplay.starts(Backfillings.create(queue, servers), jobs, started -> {});
    }

    private static BatchJob job(long submit, int servers, long runTime, long estimate) {
        return new BatchJob(submit, servers, runTime, estimate);
    }

    private static List<BatchJob> draw(SplittableRandom random, int servers) {
        List<BatchJob> jobs = new ArrayList<>();
        long submit = 0;
        for (int k = 0; k < 30; k++) {
            submit += random.nextInt(4);
            long runTime = 1 + random.nextInt(8);
            long estimate = random.nextBoolean() ? runTime : runTime + random.nextInt(8);
            jobs.add(job(submit, 1 + random.nextInt(servers), runTime, estimate));
        }
        return jobs;
    }

    @Test
    void starts_areThoseOfThePlainQueues() {
        for (long seed = 1; seed <= 400; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            int servers = 1 + random.nextInt(6);
            List<BatchJob> jobs = draw(random, servers);
            assertThat(starts("conservative", servers, jobs))
                    .as("conservative, seed %d: %s", seed, jobs)
                    .isEqualTo(PlainQueues.conservative(servers, jobs));
            assertThat(starts("easy", servers, jobs))
                    .as("easy, seed %d: %s", seed, jobs)
                    .isEqualTo(PlainQueues.easy(servers, jobs));
        }
    }

    /**
     * On 4 servers: a on 3 until 10, wide on all of them from 10 on. c would end at 11: EASY and conservative hold it back. d, which
     * ends in time, starts at once.
     */
    @Test
    void nothingDelaysTheFirstThatWaits() {
        List<BatchJob> jobs = List.of(job(0, 3, 10, 10), job(1, 4, 5, 5), job(1, 1, 10, 10), job(2, 1, 8, 8));
        for (String queue : Backfillings.names()) {
            assertThat(starts(queue, 4, jobs)).as(queue).containsExactly(0, 10, 15, 2);
        }
    }

    /** EASY promises a start to the first in the queue alone: the last one delays the one in the middle. */
    @Test
    void easy_delaysThoseBehindTheFirst_conservativeDoesNot() {
        List<BatchJob> jobs = List.of(job(0, 3, 10, 10), job(1, 2, 5, 5), job(1, 4, 5, 5), job(2, 1, 15, 15));
        assertThat(starts("conservative", 4, jobs)).containsExactly(0, 10, 15, 20);
        assertThat(starts("easy", 4, jobs)).containsExactly(0, 10, 17, 2);
    }

    /** One server is free all the time, but never the same: the third would wait if servers were named ahead of time. */
    @Test
    void serversAreCounted_notNamed() {
        List<BatchJob> jobs = List.of(job(0, 2, 5, 5), job(0, 2, 5, 5), job(0, 1, 8, 8));
        assertThat(starts("conservative", 3, jobs)).containsExactly(0, 5, 0);
        SiteScheduler site = new SiteScheduler(3, 24);
        assertThat(jobs.stream()
                        .map(job -> site.submit(job.servers(), job.runTime()).start()))
                .containsExactly(0L, 5L, 0L);
    }

    /** Where all run as long as they said, singh's site is the conservative queue: its slots cost the jobs no wait. */
    @Test
    void siteThatAdvertisesSlots_startsJobsAsTheConservativeQueue() {
        for (long seed = 1; seed <= 200; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            int servers = 1 + random.nextInt(6);
            List<BatchJob> jobs = draw(random, servers).stream()
                    .map(job -> job(job.submit(), job.servers(), job.runTime(), job.runTime()))
                    .toList();
            SiteScheduler site = new SiteScheduler(servers, 24);
            long[] starts = jobs.stream()
                    .mapToLong(job -> {
                        site.advance(job.submit());
                        return site.submit(job.servers(), job.runTime()).start();
                    })
                    .toArray();
            assertThat(starts).as("seed %d: %s", seed, jobs).isEqualTo(PlainQueues.conservative(servers, jobs));
        }
    }

    @Test
    void whoEndsEarly_letsOthersMoveUp() {
        List<BatchJob> jobs = List.of(job(0, 2, 3, 10), job(1, 2, 4, 4), job(1, 1, 2, 2));
        assertThat(starts("conservative", 2, jobs)).containsExactly(0, 3, 7);
        assertThat(starts("easy", 2, jobs)).containsExactly(0, 3, 7);
    }

    @Test
    void result_byHand() {
        List<BatchJob> jobs = List.of(job(100, 2, 20, 20), job(100, 2, 5, 5), job(110, 1, 10, 10));
        BatchResult result = BatchResult.of("own", 2, jobs, new long[] {100, 120, 125});
        assertThat(result.jobs()).isEqualTo(3);
        assertThat(result.meanWaitSeconds()).isEqualTo((0 + 20 + 15) / 3.0);
        assertThat(result.medianWaitSeconds()).isEqualTo(15);
        assertThat(result.wait90thPercentileSeconds()).isEqualTo(20);
        // 1, (20 + 5) / 10 as five seconds count as ten, (15 + 10) / 10.
        assertThat(result.meanBoundedSlowdown()).isCloseTo((1 + 2.5 + 2.5) / 3, within(1e-12));
        assertThat(result.utilisation()).isCloseTo((40 + 10 + 10) / (2.0 * 35), within(1e-12));
    }

    @Test
    void jobOfALog_asksForAtLeastWhatItRan() {
        SwfJob overrun = new SwfJob(1, 5, -1, 100, 4, 4, 60, 7, 1);
        assertThat(BatchJob.asRequested(overrun)).isEqualTo(job(5, 4, 100, 100));
        SwfJob careful = new SwfJob(1, 5, -1, 100, 4, 4, 600, 7, 1);
        assertThat(BatchJob.asRequested(careful)).isEqualTo(job(5, 4, 100, 600));
        assertThat(BatchJob.exact(careful)).isEqualTo(job(5, 4, 100, 100));
        assertThatThrownBy(() -> job(0, 1, 5, 4)).isInstanceOf(BadValue.class);
        assertThatThrownBy(() -> Backfillings.create("fcfs", 4))
                .hasMessageContaining("must be one of conservative, easy");
    }
}
