package dev.berth.lab.figure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class StatisticsTest {
    /** Mean 3, standard deviation sqrt(2.5), t of 4 degrees of freedom at 97.5% is 2.776. */
    @Test
    void estimate_isMeanAndStudentsInterval() {
        Estimate estimate = Statistics.estimate(1, 2, 3, 4, 5);
        assertThat(estimate.mean()).isCloseTo(3, within(1e-12));
        assertThat(estimate.halfWidth()).isCloseTo(2.776 * Math.sqrt(2.5 / 5), within(1e-3));
        assertThat(estimate.runs()).isEqualTo(5);
    }

    @Test
    void estimate_ofOneRun_hasNoInterval() {
        assertThat(Statistics.estimate(7)).isEqualTo(new Estimate(7, 0, 1));
    }

    @Test
    void estimateOfKnown_leavesOutRunsWithNothingToMeasure() {
        assertThat(Statistics.estimateOfKnown(Double.NaN, 1, 3)).isEqualTo(Statistics.estimate(1, 3));
        assertThat(Statistics.estimateOfKnown(Double.NaN)).isEqualTo(new Estimate(Double.NaN, 0, 0));
    }
}
