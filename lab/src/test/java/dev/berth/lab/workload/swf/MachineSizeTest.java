package dev.berth.lab.workload.swf;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class MachineSizeTest {
    private static SwfJob job(long submit, long waited, long runTime, int processors) {
        return new SwfJob(1, submit, waited, runTime, processors, processors, runTime, 1, 1);
    }

    /** At most 6 + 3 processors, from 100 to 110. */
    private static final List<SwfJob> NINE = List.of(job(0, 0, 110, 6), job(50, 50, 100, 3), job(0, 110, 90, 5));

    @Test
    void machineThatWasFilled_isBelieved() {
        assertThat(MachineSize.doubt(9, NINE, "--servers")).isEmpty();
        assertThat(MachineSize.doubt(10, NINE, "--servers")).isEmpty();
    }

    @Test
    void machineThatNobodyFilled_isDoubted() {
        assertThat(MachineSize.doubt(11, NINE, "--servers"))
                .hasValueSatisfying(sentence -> assertThat(sentence).containsSubsequence("11", "9", "--servers"));
    }

    /** One second in two thousand: a job that was moved, say. */
    @Test
    void overlapOfAMoment_isNotLookedAt() {
        List<SwfJob> jobs = new ArrayList<>(List.of(job(0, 0, 2000, 4), job(1000, 0, 1, 6)));
        assertThat(MachineSize.doubt(10, jobs, "--servers")).isPresent();
        jobs.add(job(1001, 0, 9, 6));
        assertThat(MachineSize.doubt(10, jobs, "--servers")).isEmpty();
    }

    @Test
    void logWithoutWaits_saysNothing() {
        assertThat(MachineSize.doubt(100, List.of(job(0, -1, 10, 1)), "--servers"))
                .isEmpty();
        assertThat(MachineSize.doubt(100, List.of(), "--servers")).isEmpty();
    }
}
