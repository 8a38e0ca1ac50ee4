package dev.berth.lab.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.berth.engine.model.Job;
import dev.berth.engine.model.Pool;
import java.util.List;
import org.junit.jupiter.api.Test;

class CastilloWorkloadTest {
    private static final List<Pool> POOLS = Level.L4.pools(120);
    private static final double HOUR = 3_600_000;

    @Test
    void jobs_areAsSectionSevenSays() {
        CastilloWorkload workload = new CastilloWorkload(POOLS, 0.9, 20, 5);
        int jobs = 100_000;
        double work = 0;
        int small = 0;
        long last = 0;
        for (int i = 0; i < jobs; i++) {
            Arrival arrival = workload.next();
            Job job = arrival.job();
            long size = job.work().amount();
            assertThat(arrival.submit()).isGreaterThanOrEqualTo(last);
            assertThat((double) (job.ready() - arrival.submit())).isBetween(60_000.0, 14 * 24 * HOUR);
            assertThat((double) size).isBetween(1.0, 36 * HOUR);
            assertThat((double) (job.deadline() - job.ready() - size)).isBetween(0.0, 20 * HOUR);
            work += size;
            small += size <= 4 * HOUR ? 1 : 0;
            last = arrival.submit();
        }
        assertThat(work / jobs / HOUR).as("mean size").isCloseTo(5.6, within(0.1));
        assertThat((double) small / jobs).isCloseTo(0.8, within(0.01));
        assertThat(work / last / CastilloWorkload.capacity(POOLS)).as("load").isCloseTo(0.9, within(0.02));
    }

    @Test
    void literalDeadlines_makeJobsImpossible() {
        CastilloWorkload workload = new CastilloWorkload(POOLS, 0.9, 20, CastilloWorkload.Deadline.LITERAL, 5);
        int impossible = 0;
        for (int i = 0; i < 10_000; i++) {
            Job job = workload.next().job();
            assertThat((double) (job.deadline() - job.ready())).isBetween(1.0, 20 * HOUR);
            impossible += job.deadline() < job.ready() + job.work().amount() ? 1 : 0;
        }
        // Small jobs: mean 2 h of 20 h, so 10% of them; large ones 4 to 36 h: 80% of those above 20 h and half of the
        // rest.
        assertThat(impossible / 10_000.0).isCloseTo(0.8 * 0.1 + 0.2 * 0.8, within(0.02));
    }

    @Test
    void sameSeed_sameJobs() {
        CastilloWorkload one = new CastilloWorkload(POOLS, 0.9, 20, 5);
        CastilloWorkload two = new CastilloWorkload(POOLS, 0.9, 20, 5);
        for (int i = 0; i < 1_000; i++) {
            assertThat(one.next()).isEqualTo(two.next());
        }
    }

    /** The same sizes and times, and only how far ahead they are booked differs: not at all, or up to a day. */
    @Test
    void bookAhead_changesNothingElse() {
        CastilloWorkload usual = new CastilloWorkload(POOLS, 0.9, 20, CastilloWorkload.Deadline.AFTER_SIZE, 5);
        CastilloWorkload day = new CastilloWorkload(POOLS, 0.9, 20, CastilloWorkload.Deadline.AFTER_SIZE, 1, 5);
        CastilloWorkload none = new CastilloWorkload(POOLS, 0.9, 20, CastilloWorkload.Deadline.AFTER_SIZE, 0, 5);
        for (int i = 0; i < 1_000; i++) {
            Arrival one = usual.next();
            Arrival other = day.next();
            Arrival atOnce = none.next();
            assertThat(other.submit()).isEqualTo(one.submit());
            assertThat(atOnce.submit()).isEqualTo(one.submit());
            assertThat(atOnce.job().ready()).isEqualTo(atOnce.submit());
            assertThat(other.job().ready() - other.submit()).isBetween(60_000L, 86_400_000L);
            assertThat(other.job().work()).isEqualTo(one.job().work());
            assertThat(other.job().deadline() - other.job().ready())
                    .isEqualTo(one.job().deadline() - one.job().ready());
        }
    }
}
