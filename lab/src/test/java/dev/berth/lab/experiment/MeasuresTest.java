package dev.berth.lab.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;

class MeasuresTest {
    @Test
    void unknownName_isNamed() {
        Measures measures = new Measures(Map.of("alpha", 0.5));
        assertThat(measures.get("alpha")).isEqualTo(0.5);
        assertThatThrownBy(() -> measures.get("mood")).hasMessageContaining("the name mood");
    }
}
