package dev.berth.lab.experiment.netto;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PoissonTest {
    @ParameterizedTest
    @ValueSource(doubles = {5, 25, 80, 100})
    void meanAndVariance_areTheMean(double mean) {
        SplittableRandom random = new SplittableRandom(3);
        int draws = 20_000;
        double sum = 0;
        double squares = 0;
        for (int i = 0; i < draws; i++) {
            double drawn = Poisson.draw(mean, random);
            sum += drawn;
            squares += (drawn - mean) * (drawn - mean);
        }
        assertThat(sum / draws).isCloseTo(mean, within(4 * Math.sqrt(mean / draws)));
        assertThat(squares / draws).isCloseTo(mean, within(0.06 * mean));
    }

    @Test
    void meanOfZero_drawsZero() {
        assertThat(Poisson.draw(0, new SplittableRandom(1))).isZero();
    }

    @Test
    void equalStreams_areOrderedByTheirMeans() {
        for (int seed = 0; seed < 500; seed++) {
            int few = Poisson.draw(25, new SplittableRandom(seed));
            int more = Poisson.draw(50, new SplittableRandom(seed));
            assertThat(Poisson.draw(100, new SplittableRandom(seed))).isGreaterThanOrEqualTo(more);
            assertThat(more).isGreaterThanOrEqualTo(few);
        }
    }
}
