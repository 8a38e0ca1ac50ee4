package dev.berth.lab.experiment.singh;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.lab.workload.RigidJob;
import dev.berth.lab.workload.swf.Trace;
import dev.berth.provision.besteffort.QueuedJob;
import dev.berth.provision.plan.ParallelWorkflow;
import dev.berth.provision.plan.SlotAvailability;
import dev.berth.provision.slot.Slot;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SinghWorkloadsTest {
    /** Table 2, and a lower bound on the cost of Eq 10. */
    @Test
    void cyberShake_isTable2() {
        ParallelWorkflow workflow = CyberShake.workflow();
        assertThat(workflow.size()).isEqualTo(8039);
        assertThat(Arrays.stream(workflow.workflow().levels()).max()).hasValue(4);
        assertThat(workflow.widest()).isEqualTo(288);
        long serverTime = IntStream.range(0, workflow.size())
                .mapToLong(task ->
                        workflow.servers(task) * workflow.workflow().task(task).work())
                .sum();
        assertThat(serverTime).isEqualTo(1 + 300 + 288 * (2_100 + 2 * 86_400) + 4017 * 520);
    }

    @Test
    void slots_are124_byTheirStart_notToBeDivided() {
        double meanServers = 0;
        double last = 0;
        for (long seed = 0; seed < 50; seed++) {
            SlotAvailability slots = SinghSlots.draw(seed);
            assertThat(slots.slots())
                    .hasSize(124)
                    .noneMatch(offered -> offered.slot().divisible());
            assertThat(slots.slot(0).start()).isZero();
            assertThat(slots.slots())
                    .isSortedAccordingTo(
                            (a, b) -> Long.compare(a.slot().start(), b.slot().start()));
            meanServers += slots.slots().stream()
                            .map(SlotAvailability.Offered::slot)
                            .mapToInt(Slot::servers)
                            .average()
                            .orElseThrow()
                    / 50;
            last += slots.slot(123).start() / 50.0;
        }
        // Uniform up to 10, 20, 30 and 40: 13 in the mean; 31 gaps of 1000 at each of four sites.
        assertThat(meanServers).isBetween(12.0, 14.0);
        assertThat(last).isBetween(27_000.0, 33_000.0);
    }

    @Test
    void application_has100TasksOn10Levels() {
        ParallelWorkflow drawn = SinghApplication.draw(3, 1000, 6);
        int[] levels = drawn.workflow().levels();
        assertThat(levels).hasSize(100);
        assertThat(Arrays.stream(levels).distinct().count()).isEqualTo(10);
        assertThat(IntStream.range(0, 100).map(drawn::servers).average().orElseThrow())
                .isBetween(4.5, 7.5);
        assertThat(drawn.workflow().tasks().stream()
                        .mapToLong(task -> task.work())
                        .average()
                        .orElseThrow())
                .isBetween(850.0, 1150.0);
    }

    @Test
    void secondCopy_comesWithItsProbability_inTheOrderOfSubmission() {
        List<Integer> counts = new ArrayList<>();
        for (double probability : new double[] {0, 0.5, 1}) {
            SinghLoad load = SinghLoad.synthetic(128, 0.7, probability, 110, 5);
            int count = 0;
            long before = 0;
            for (QueuedJob job = load.next(); job.submit() < 40 * 86_400; job = load.next()) {
                assertThat(job.submit()).isGreaterThanOrEqualTo(before);
                before = job.submit();
                count++;
            }
            counts.add(count);
        }
        assertThat((double) counts.get(2) / counts.get(0)).isBetween(1.5, 2.6);
        assertThat((double) counts.get(1) / counts.get(0)).isBetween(1.2, 1.8);
    }

    @Test
    void log_isReadFromATimeOn_itsSecondCopyFourWeeksLater() {
        long day = 86_400;
        Trace trace = new Trace(
                "log",
                8,
                List.of(
                        new RigidJob(0, 1, 10),
                        new RigidJob(day, 2, 20),
                        new RigidJob(29 * day, 4, 40),
                        new RigidJob(30 * day, 16, 0)));
        List<QueuedJob> jobs = new ArrayList<>();
        SinghLoad.of(trace, day, 1, 150, 1).forEachRemaining(jobs::add);
        assertThat(jobs)
                .containsExactly(
                        new QueuedJob(0, 2, 30),
                        new QueuedJob(0, 4, 60),
                        new QueuedJob(day, 8, 1),
                        new QueuedJob(28 * day, 4, 60),
                        new QueuedJob(29 * day, 8, 1));
    }
}
