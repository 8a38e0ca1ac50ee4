package dev.berth.lab.workload.gpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.berth.engine.model.Share;
import dev.berth.engine.model.Slice;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SliceJobsTest {
    private static final long QUARTER = 900_000;
    private static final long HOUR = 3_600_000;

    private static GpuRequests forCards() {
        return GpuRequests.ofAlibaba2023().only(request -> SliceJobs.fits(request) && request.cards() > 0);
    }

    /** Shares that the description of the trace states: 43.6% of the tasks with a card ask for less than one. */
    @Test
    void table_hasTheSharesOfTheTrace() {
        GpuRequests all = GpuRequests.ofAlibaba2023();
        assertThat(all.all()).hasSize(151);
        assertThat(all.tasks()).isEqualTo(8_152);
        GpuRequests cards = all.only(request -> request.cards() > 0);
        assertThat(cards.tasks()).isEqualTo(7_064);
        assertThat(all.only(GpuRequest::isShare).tasks() / 7_064.0).isEqualTo(0.436, within(0.0005));
        assertThat(all.only(request -> request.cards() > 1).tasks() / 7_064.0).isEqualTo(0.01, within(0.005));
    }

    @Test
    void nodes_areThoseOfTheTrace() {
        assertThat(NodeType.ALIBABA_2023.stream().mapToInt(NodeType::count).sum())
                .isEqualTo(1_213);
        assertThat(NodeType.cards(NodeType.ALIBABA_2023)).isEqualTo(6_212);
    }

    @Test
    void draws_areAsFrequentAsTheTasks() {
        GpuRequests requests = GpuRequests.of(
                List.of(new GpuRequest(1, 1, 0, 0), new GpuRequest(2, 1, 0, 0), new GpuRequest(2, 1, 0, 0)));
        SplittableRandom random = new SplittableRandom(7);
        long second = IntStream.range(0, 30_000)
                .filter(i -> requests.draw(random).milliCores() == 2)
                .count();
        assertThat(second / 30_000.0).isEqualTo(2 / 3.0, within(0.01));
    }

    @Test
    void request_isASlice_inWholeCores() {
        assertThat(new GpuRequest(3_152, 5_600, 1, 810).slice())
                .isEqualTo(Slice.of(Map.of("cores", 4L, "memory", 5_600L), Share.of("gpu", 810)));
        assertThat(new GpuRequest(8_000, 0, 2, 1_000).slice()).isEqualTo(Slice.of(Map.of("cores", 8L, "gpu", 2L)));
        assertThat(new GpuRequest(3_152, 5_600, 1, 810).dominantMillionths(96, 393_216, 8))
                .as("a tenth of the cards")
                .isEqualTo(101_250);
    }

    /** Poisson arrivals whose dominant shares add up to the load; sizes are rounded up, which adds half a quarter of an hour. */
    @Test
    void jobs_haveTheLoadThatWasAskedFor() {
        SliceJobs jobs = new SliceJobs(forCards(), 16, 0.8, 20, 3);
        double work = 0;
        long last = 0;
        int many = 0;
        for (int i = 1; i <= 100_000; i++) {
            SliceJobs.Sliced job = jobs.next();
            assertThat(job.submit()).isGreaterThanOrEqualTo(last);
            last = job.submit();
            assertThat(job.ready() % QUARTER + job.length() % QUARTER + job.deadline() % QUARTER)
                    .isZero();
            assertThat(job.ready() - job.submit()).isBetween(0L, 14 * 24 * HOUR + QUARTER);
            assertThat(job.length()).isBetween(QUARTER, 36 * HOUR);
            assertThat(job.deadline() - job.ready() - job.length()).isBetween(0L, 20 * HOUR);
            assertThat(job.dominant()).isBetween(0.0, 1.0);
            many += i % 10 == 0 && job.request().cards() >= 2 ? 1 : 0;
            work += job.work();
        }
        assertThat(many).isEqualTo(10_000);
        double rounded = (5.6 + 0.125) / 5.6;
        assertThat(work / (16.0 * last)).isEqualTo(0.8 * rounded, within(0.02));
    }
}
