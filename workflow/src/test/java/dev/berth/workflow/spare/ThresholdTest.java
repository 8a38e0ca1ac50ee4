package dev.berth.workflow.spare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.engine.model.BadValue;
import dev.berth.engine.model.Window;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ThresholdTest {
    @ParameterizedTest
    @CsvSource({
        "0.05,50000,0.05,5%",
        "5%,50000,0.05,5%",
        "0,0,0,0%",
        "1,1000000,1,100%",
        "0.5%,5000,0.005,0.5%",
        "100%,1000000,1,100%"
    })
    void shareAndPercent_areTheSame(String text, int millionths, String share, String percent) {
        Threshold threshold = Threshold.of(text);
        assertThat(threshold.millionths()).isEqualTo(millionths);
        assertThat(threshold.share()).isEqualTo(share);
        assertThat(threshold.percent()).isEqualTo(percent);
        assertThat(Threshold.of(threshold.share())).isEqualTo(threshold);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "%", "5", "-0.01", "1.01", "101%", "five", "0.0000001"})
    void others_areRefused(String text) {
        assertThatThrownBy(() -> Threshold.of(text))
                .isInstanceOf(BadValue.class)
                .hasMessageContaining("must");
        assertThatThrownBy(() -> new Threshold(-1)).isInstanceOf(BadValue.class);
    }

    @Test
    void time_isRoundedDown_alsoOfTheLongest() {
        assertThat(Threshold.DEFAULT.of(250)).isEqualTo(2);
        assertThat(new Threshold(1_000_000).of(Window.FOREVER)).isEqualTo(Window.FOREVER);
    }

    @Test
    void recursivePolicies_haveOne() {
        assertThat(SparePolicies.recursive())
                .containsExactly("r_even_time", "r_even_percent1", "r_cp_first", "r_even_percent2");
    }
}
