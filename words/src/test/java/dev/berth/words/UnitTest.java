package dev.berth.words;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class UnitTest {
    @ParameterizedTest
    @CsvSource({
        "server, 4 servers",
        "gpu, 4 gpus",
        "core, 4 cores",
        "box, 4 boxes",
        "bus, 4 buses",
        "bench, 4 benches",
        "battery, 4 batteries",
        "tray, 4 trays",
        "mi300x, 4 mi300xes"
    })
    void plural(String name, String four) {
        Unit unit = new Unit(name);
        assertThat(unit.counted(4)).isEqualTo(four);
        assertThat(unit.counted(1)).isEqualTo("1 " + name);
        assertThat(unit.counted(0)).isEqualTo("0" + four.substring(1));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "GPU", "cpu box", "1gpu", "gpu!", "a-unit-with-a-very-long-name"})
    void notAUnit(String name) {
        assertThatIllegalArgumentException().isThrownBy(() -> new Unit(name)).withMessage(Unit.RULE);
    }

    @Test
    void atTheBeginningOfASentence() {
        assertThat(new Unit("box").capitalised()).isEqualTo("Box");
        assertThat(new Unit("box").capitalisedPlural()).isEqualTo("Boxes");
    }
}
