package dev.berth.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.wire.problem.Rejected;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PercentTest {
    @Test
    void decodes() {
        assertThat(Percent.decoded("gpu%20box")).isEqualTo("gpu box");
        assertThat(Percent.decoded("%C3%BC%2f%2F+")).isEqualTo("ü//+");
        assertThat(Percent.decoded("")).isEmpty();
        assertThat(Percent.decoded("%41")).isEqualTo("A");
    }

    @ParameterizedTest
    @ValueSource(strings = {"%", "%4", "%zz", "a%4", "%C3", "%C3%28", "%c0%af", "%ed%a0%80", "ü", "a b", "\t"})
    void refusesWhatIsNotPercentEncodedUtf8(String raw) {
        assertThatThrownBy(() -> Percent.decoded(raw)).isInstanceOf(Rejected.class);
    }
}
