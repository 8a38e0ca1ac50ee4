package dev.berth.lab.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.berth.engine.model.BadValue;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LublinGammaTest {
    @ParameterizedTest
    @CsvSource({"1, 2", "4.2, 0.94", "10.46, 0.4871", "312, 0.03"})
    void sample_manyDraws_hasTheMomentsOfTheDistribution(double shape, double scale) {
        LublinGamma gamma = new LublinGamma(shape, scale);
        SplittableRandom random = new SplittableRandom(1);
        int draws = 200_000;
        double mean = shape * scale;
        double sum = 0;
        double squares = 0;
        double cubes = 0;
        for (int i = 0; i < draws; i++) {
            double off = gamma.sample(random) - mean;
            sum += off;
            squares += off * off;
            cubes += off * off * off;
        }

        double deviation = Math.sqrt(shape) * scale;
        assertThat(sum / draws / deviation).isCloseTo(0, within(0.01));
        assertThat(squares / draws / (deviation * deviation)).isCloseTo(1, within(0.03));
        assertThat(cubes / draws / Math.pow(deviation, 3)).isCloseTo(2 / Math.sqrt(shape), within(0.1));
    }

    @Test
    void constructor_shapeBelowOne_isRefused() {
        assertThatThrownBy(() -> new LublinGamma(0.5, 1))
                .isInstanceOf(BadValue.class)
                .hasMessageContaining("shape: \"0.5\"");
        assertThatThrownBy(() -> new LublinGamma(1, 0)).isInstanceOf(BadValue.class);
    }
}
