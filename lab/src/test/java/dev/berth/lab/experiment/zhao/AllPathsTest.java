package dev.berth.lab.experiment.zhao;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.berth.workflow.example.PaperExample;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class AllPathsTest {
    /** The five paths and the shares of zhao's figure 7(a). */
    @Test
    void papersExample_hasItsPathsAndShares() {
        AllPaths paths = new AllPaths(PaperExample.problem(), PaperExample.schedule());
        assertThat(paths.count()).isEqualTo(5);
        boolean[] critical = new boolean[10];
        for (int task : new int[] {0, 1, 7, 9}) {
            critical[task] = true;
        }
        double[] even = new double[10];
        Arrays.fill(even, 1);
        double[] shares = paths.leastShares(critical, even, 75.4);
        for (int task = 0; task < 10; task++) {
            assertThat(shares[task]).as("task " + task).isCloseTo(critical[task] ? 18.85 : 37.7 / 3, within(1e-9));
        }
    }
}
